package catalog_test

import (
	"strings"
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
)

func TestWatchURL(t *testing.T) { // U-2
	t.Parallel()
	const ours, its = "https://watch.example/", "https://watch.example/its-own"
	for _, c := range []struct{ name, store, plan, want string }{
		{"neither says", "", "", ""},
		{"the store says", ours, "", ours},
		{"the plan says", "", its, its},
		{"both say", ours, its, its},
	} {
		s := catalogtest.Seed(t, storetest.Open(t), nil)
		f := catalogtest.File(func(s *settings.Settings) { s.WatchURL = words.Text{"ja": c.store} })
		f.Plans[0].WatchURL = c.plan
		if err := s.Settings.Save(t.Context(), &f.Settings); err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(t.Context(), &catalog.Contents{Policies: f.Policies, Plans: f.Plans}); err != nil {
			t.Fatal(err)
		}
		plan, err := s.FindPlan(t.Context(), f.Plans[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.WatchURL(t.Context(), plan); err != nil || got.In("en") != c.want {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

// A store may have a viewing page in each language; without one in English it is the Japanese one.
func TestWatchURLInEachLanguage(t *testing.T) {
	t.Parallel()
	both := words.Text{"ja": "/watch.html", "en": "/watch.html#en"}
	s := catalogtest.Seed(t, storetest.Open(t), func(s *settings.Settings) { s.WatchURL = both })
	plan, err := s.FindPlan(t.Context(), "standard")
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.WatchURL(t.Context(), plan)
	if err != nil || got.In("ja") != both["ja"] || got.In("en") != both["en"] {
		t.Errorf("%v, %v", got, err)
	}
	for _, c := range []struct {
		url  words.Text
		want string
	}{
		{both, ""}, {words.Text{"en": "/watch.html"}, "watchUrl: needs an address in ja"}, {words.Text{"ja": "/a", "fr": "/b"}, "watchUrl: "},
		{words.Text{"ja": "/a", "en": "http://watch.example/"}, "watchUrl: "},
	} {
		f := catalogtest.File(func(s *settings.Settings) { s.WatchURL = c.url })
		if err := f.Validate(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.url, err)
		}
	}
}

func TestWatchURLIsSecure(t *testing.T) { // U-2
	t.Parallel()
	for address, good := range map[string]bool{
		"":                              true,
		"/demo/watch.html":              true,
		"https://watch.example/":        true,
		"HTTPS://watch.example":         true,
		"http://watch.example/":         false,
		"//watch.example/":              false,
		"https:watch":                   false,
		"javascript:alert(1)":           false,
		"watch.example":                 false,
		"https://":                      false,
		" https://watch.example/":       false,
		"data:text/html,https://a.test": false,
	} {
		f := catalogtest.File(func(s *settings.Settings) { s.WatchURL = words.Text{"ja": address} })
		f.Plans[0].WatchURL = address
		err := f.Validate()
		if (err == nil) != good {
			t.Errorf("%q: %v", address, err)
		}
		if !good && err != nil && strings.Count(err.Error(), "watchUrl: ") != 2 {
			t.Errorf("%q is not told of both: %v", address, err)
		}
	}
}
