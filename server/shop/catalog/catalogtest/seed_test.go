package catalogtest_test

import (
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/base/store/storetest"
	"kaiin/server/shop/catalog/catalogtest"
)

func TestSeed(t *testing.T) {
	t.Parallel()
	s := catalogtest.Seed(t, storetest.Open(t), func(s *settings.Settings) { s.Theme = "dark" })
	settings, err := s.Settings.Get(t.Context())
	if err != nil || settings.Theme != "dark" || !settings.SellsSubscriptions {
		t.Errorf("settings = %+v, %v", settings, err)
	}
	plans, err := s.Plans(t.Context())
	if err != nil || len(plans) != 9 || plans[0].ID != "standard" {
		t.Errorf("%d plans, %v", len(plans), err)
	}
}
