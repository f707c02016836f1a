package settings_test

import (
	"strings"
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/shop/catalog/catalogtest"
)

func TestIsOfferedIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		countries []string
		country   string
		want      bool
	}{
		{nil, "US", true}, {[]string{"JP"}, "JP", true}, {[]string{"JP"}, "US", false}, {[]string{"JP"}, "", true}, {[]string{"JP", "US"}, "US", true},
	} {
		if got := (&settings.Settings{Countries: c.countries}).IsOfferedIn(c.country); got != c.want {
			t.Errorf("offered in %v, seen in %q: %v", c.countries, c.country, got)
		}
	}
}

func TestCountriesOfTheStore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		countries []string
		want      string
	}{
		{[]string{"JP", "US"}, ""},
		{[]string{"jp"}, `countries[0]: "jp" must be two capital letters`},
		{[]string{"JP", "日本"}, `countries[1]: "日本" must be two capital letters`},
		{[]string{"JP", ""}, `countries[1]: "" must be`},
		{[]string{"JP", "JP"}, `countries[1]: "JP" is given twice`},
	} {
		f := catalogtest.File(func(s *settings.Settings) { s.Countries = c.countries })
		switch err := f.Settings.Validate(); {
		case c.want == "" && err != nil:
			t.Errorf("%v: %v", c.countries, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v: %v", c.countries, err)
		}
	}
}
