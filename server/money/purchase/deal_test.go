package purchase

import (
	"testing"

	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// The bank is asked for what the order charges, or else for the first charge that follows from it.
func TestWhatTheBankIsAskedFor(t *testing.T) { // M-08
	t.Parallel()
	day, err := clock.ParseDay("2026-05-15")
	if err != nil {
		t.Fatal(err)
	}
	monthly := subscription.Span{Count: 1, Unit: "months"}
	free := []subscription.Price{{Term: 1, List: 1100, Discount: 1100}, {Term: 4, List: 1100, Discount: 200}, {Term: 7, List: 1100}}
	for name, c := range map[string]struct {
		kind  plan.PlanType
		basis subscription.Basis
		want  int
	}{
		"a film":                   {plan.PlanTypePurchase, subscription.Basis{Price: 2500, Rates: catalog.Rates{TaxRate: 10}}, 2500},
		"a film for nothing":       {plan.PlanTypePurchase, subscription.Basis{Rates: catalog.Rates{TaxRate: 10}}, 0},
		"a subscription":           {plan.PlanTypeSubscription, subscription.Basis{Price: 1100}, 1100},
		"a free trial":             {plan.PlanTypeSubscription, subscription.Basis{Price: 980, TrialDays: 14}, 980},
		"three terms free":         {plan.PlanTypeSubscription, subscription.Basis{Price: 1100, Prices: free}, 900},
		"stopped while it is free": {plan.PlanTypeSubscription, subscription.Basis{Price: 1100, Prices: free, LastRenewal: day.AddMonths(2)}, 0},
		"a trial, then stopped":    {plan.PlanTypeSubscription, subscription.Basis{Price: 980, TrialDays: 14, LastRenewal: day.AddDays(7)}, 0},
		"nothing for ever":         {plan.PlanTypeSubscription, subscription.Basis{}, 0},
		"nothing, after a trial":   {plan.PlanTypeSubscription, subscription.Basis{TrialDays: 14}, 0},
	} {
		c.basis.Start, c.basis.Span = day, monthly
		if got := (Deal{PlanType: c.kind, Basis: c.basis}).Authenticated(); got != c.want {
			t.Errorf("%s: %d yen, want %d", name, got, c.want)
		}
	}
}
