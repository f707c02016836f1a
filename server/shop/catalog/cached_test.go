package catalog_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/survey"
	"kaiin/server/shop/catalog/catalogtest"
)

// S-06: however many pages ask at once, the catalogue is read once a second; all get the same, and
// no caller changes what others get.
func TestTheCatalogueIsReadOnceASecond(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	s := catalogtest.Seed(t, st, nil)
	ctx, n := store.CountStatements(t.Context())
	page := func(ctx context.Context) string {
		plans, err := s.Plans(ctx)
		if err != nil {
			t.Error(err)
			return ""
		}
		showcase, _, _ := s.Showcase(ctx, "trial")
		policies, _ := s.Policies(ctx)
		settings, _ := s.Settings.Get(ctx)
		one, _ := s.ShownPlan(ctx, "standard")
		other, _ := s.PlanOfContract(ctx, "standard")
		text, err := json.Marshal([]any{plans, showcase, policies, settings, one, other})
		if err != nil {
			t.Error(err)
		}
		for _, p := range plans {
			survey, _ := survey.Parse(p.Survey)
			survey.Check(map[string][]string{"none": {""}})
		}
		return string(text)
	}
	first := page(ctx)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if got := page(ctx); got != first {
				t.Errorf("another page read %s", got)
			}
		})
	}
	all.Wait()
	if n := n.Load(); n > 6 { // three, and three more if a second went by
		t.Errorf("the catalogue took %d statements", n)
	}
}

// A change by another process shows after a second on pages, at once where money is decided on.
func TestWhatDecidesReadsThePlanNow(t *testing.T) {
	t.Parallel()
	st, ctx := storetest.Open(t), t.Context()
	s := catalogtest.Seed(t, st, nil)
	if _, err := s.Plans(ctx); err != nil {
		t.Fatal(err)
	}
	st.Client(ctx).Plan.UpdateOneID("standard").SetPrice(7).ExecX(ctx)
	if p, err := s.FindPlan(ctx, "standard"); err != nil || p.Price != 7 {
		t.Errorf("FindPlan: %v, %v", p, err)
	}
	err := st.Tx(ctx, func(ctx context.Context) error {
		if p, err := s.LockPlan(ctx, "standard"); err != nil || p.Price != 7 {
			t.Errorf("LockPlan: %v, %v", p, err)
		}
		if p, err := s.PlanOfContract(ctx, "standard"); err != nil || p.Price != 7 {
			t.Errorf("PlanOfContract in a transaction: %v, %v", p, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(store.CacheFor)
	if p, err := s.ShownPlan(ctx, "standard"); err != nil || p.Price != 7 {
		t.Errorf("ShownPlan after a second: %v, %v", p, err)
	}
	st.Client(ctx).Plan.UpdateOneID("standard").SetPrice(8).ExecX(ctx)
	if err := s.CountSales(ctx, "standard", 1); err != nil {
		t.Fatal(err)
	}
	if p, err := s.ShownPlan(ctx, "standard"); err != nil || p.Price != 8 || p.SalesCount != 1 {
		t.Errorf("ShownPlan after a sale by this process: %v, %v", p, err)
	}
	if plans, err := s.PlansWith(ctx, "standard", "no-such-plan"); err != nil || len(plans) == 0 {
		t.Errorf("with a plan that does not exist: %d plans, %v", len(plans), err)
	}
}
