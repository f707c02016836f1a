package settings_test

import (
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
)

func TestSettingsAreReadOnceASecond(t *testing.T) {
	t.Parallel()
	st, ctx := storetest.Open(t), t.Context()
	s := catalogtest.Seed(t, st, nil)
	counted, n := store.CountStatements(ctx)
	for range 3 {
		if _, err := s.Settings.Get(counted); err != nil {
			t.Fatal(err)
		}
	}
	if n.Load() != 1 {
		t.Errorf("%d statements, want 1 for the first and none for the others", n.Load())
	}

	changed := catalogtest.Settings()
	changed.Theme = "dark"
	if err := s.Settings.Save(ctx, &changed); err != nil {
		t.Fatal(err)
	}
	if settings, err := s.Settings.Get(ctx); err != nil || settings.Theme != "dark" {
		t.Errorf("after saving: %v, %v", settings.Theme, err)
	}
	changed.Theme = "light" // another process saves
	other := &catalog.Service{Store: st, Clock: s.Clock, Settings: &settings.Service{Store: st, Clock: s.Clock}}
	if err := other.Settings.Save(ctx, &changed); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(store.CacheFor)
	if settings, err := s.Settings.Get(ctx); err != nil || settings.Theme != "light" {
		t.Errorf("a second later: %v, %v", settings.Theme, err)
	}
	changed.Theme = "pink"
	if err := s.Settings.Save(ctx, &changed); err == nil {
		t.Error("a wrong theme was saved")
	}
}
