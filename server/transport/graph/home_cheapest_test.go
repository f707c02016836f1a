package graph

import (
	"testing"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
)

// "From so many yen" is said where no plan of the same kind and term costs less, shown there or
// not.
func TestTheOfferIsTheCheapest(t *testing.T) {
	t.Parallel()
	of := func(id string, price, span int, kind plan.PlanType) *ent.Plan {
		return &ent.Plan{ID: id, PlanType: kind, Price: price, RenewSpan: span, RenewSpanUnit: plan.RenewSpanUnitMonths}
	}
	offer := of("light", 980, 1, plan.PlanTypeSubscription)
	home := settings.Home{Headline: words.Text{"ja": "約500本。"}, Plan: "light"}
	for name, c := range map[string]struct {
		other *ent.Plan
		want  bool
	}{
		"a cheaper one":              {of("mini", 480, 1, plan.PlanTypeSubscription), false},
		"one of the same price":      {of("other", 980, 1, plan.PlanTypeSubscription), true},
		"a cheaper one of a year":    {of("annual", 480, 12, plan.PlanTypeSubscription), true},
		"a cheaper one for one film": {of("film", 480, 1, plan.PlanTypeRental), true},
	} {
		if got := headlineView(home, []*ent.Plan{offer}, []*ent.Plan{offer, c.other}, "ja").IsCheapest; got != c.want {
			t.Errorf("beside %s: %v", name, got)
		}
	}
	if headlineView(home, nil, []*ent.Plan{offer}, "ja").IsCheapest {
		t.Error("the cheapest of none")
	}
}
