package catalog_test

import (
	"strings"
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/base/store/storetest"
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
		f := catalogtest.File(func(s *settings.Settings) { s.WatchURL = c.store })
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
		if got, err := s.WatchURL(t.Context(), plan); err != nil || got != c.want {
			t.Errorf("%s: %q, %v", c.name, got, err)
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
		f := catalogtest.File(func(s *settings.Settings) { s.WatchURL = address })
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
