package catalog

import (
	"encoding/json"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/plan"
)

var noon = time.Date(2026, 4, 1, 3, 0, 0, 0, time.UTC)

// shape builds a subscription with a month's term.
func shape(change func(*ent.Plan)) *ent.Plan {
	p := &ent.Plan{PlanType: plan.PlanTypeSubscription, RenewSpan: 1, RenewSpanUnit: plan.RenewSpanUnitMonths}
	change(p)
	return p
}

func TestAvailabilityIsDecidedByTheFirstCheckThatHolds(t *testing.T) {
	earlier, later := noon.Add(-time.Microsecond), noon.Add(time.Microsecond)
	one := 1
	ended := func(p *ent.Plan) { p.SalesEndAt = &earlier }
	notYet := func(p *ent.Plan) { p.SalesStartAt = &later }
	soldOut := func(p *ent.Plan) { p.SalesLimit, p.SalesCount = &one, 1 }
	trial := func(p *ent.Plan) { p.FreeTrialDays = 14 }
	all := func(changes ...func(*ent.Plan)) func(*ent.Plan) {
		return func(p *ent.Plan) {
			for _, change := range changes {
				change(p)
			}
		}
	}
	for _, c := range []struct {
		row     string
		plan    func(*ent.Plan)
		limited bool
		had     bool
		want    Availability
	}{
		{"S-041 the contract limit is checked first (S-040)", all(ended, notYet, soldOut, trial), true, false, ContractLimited},
		{"S-042 the end of sales second (S-040)", all(ended, notYet, soldOut, trial), false, false, AfterSale},
		{"S-043 the start of sales third (S-040)", all(notYet, soldOut, trial), false, false, BeforeSale},
		{"S-044 the sales limit fourth (S-040)", all(soldOut, trial), false, false, SoldOut},
		{"S-045 a free trial fifth (S-040)", trial, false, false, FreeTrial},
		{"S-046 else it is available (S-040)", all(), false, false, Available},
		{"S-045 a re-contract has no free trial", trial, false, true, Available},
		{"S-041 the limit is on subscriptions only", func(p *ent.Plan) { p.PlanType = plan.PlanTypePurchase }, true, false, Available},
		{"S-042 the last moment of sales still sells", func(p *ent.Plan) { p.SalesEndAt = &noon }, false, false, Available},
		{"S-043 the first moment of sales sells", func(p *ent.Plan) { p.SalesStartAt = &noon }, false, false, Available},
		{"S-044 one below the limit sells", func(p *ent.Plan) { p.SalesLimit = &one }, false, false, Available},
	} {
		o := NewOffer(shape(c.plan), noon, c.limited, c.had)
		if o.Availability != c.want {
			t.Errorf("%s: %s, want %s", c.row, o.Availability, c.want)
		}
		if o.Open() != (c.want == FreeTrial || c.want == Available) {
			t.Errorf("%s: open %v", c.row, o.Open())
		}
		if c.had && o.FreeTrialDays != 0 {
			t.Errorf("%s: %d free days", c.row, o.FreeTrialDays)
		}
	}
	if o := NewOffer(shape(trial), noon, false, false); o.FreeTrialDays != 14 {
		t.Errorf("S-045 the trial day count is %d, want 14", o.FreeTrialDays)
	}
}

func TestSalesIndicator(t *testing.T) { // A-101 A-103
	limit := func(n int) *int { return &n }
	for _, c := range []struct {
		row   string
		sold  int
		limit *int
		want  SalesIndicator
	}{
		{"S-047 no limit, nothing shown", 1000, nil, IndicatorNone},
		{"S-048 sold is the limit", 5, limit(5), IndicatorSoldOut},
		{"S-048 sold is over the limit", 6, limit(5), IndicatorSoldOut},
		{"S-049 80 percent are sold", 8, limit(10), IndicatorFewLeft},
		{"S-049 over 80 percent are sold", 95, limit(100), IndicatorFewLeft},
		{"S-050 one of three remains", 2, limit(3), IndicatorFewLeft},
		{"S-050 one remains of a limit of one", 0, limit(1), IndicatorFewLeft},
		{"S-051 79 percent are sold", 79, limit(100), IndicatorEnough},
		{"S-051 none is sold", 0, limit(2), IndicatorEnough},
	} {
		if got := NewOffer(&ent.Plan{SalesCount: c.sold, SalesLimit: c.limit}, noon, false, false).SalesIndicator; got != c.want {
			t.Errorf("%s: %q, want %q", c.row, got, c.want)
		}
	}
}

func TestTaxInsideIsRoundedDown(t *testing.T) {
	for _, c := range []struct{ amount, rate, want int }{
		{1100, 10, 100}, {980, 10, 89}, {1080, 8, 80}, {1, 10, 0}, {11, 10, 1}, {0, 10, 0}, {500, 0, 0},
	} {
		if got := TaxInside(c.amount, c.rate); got != c.want {
			t.Errorf("tax inside %d yen at %d%% = %d, want %d", c.amount, c.rate, got, c.want)
		}
	}
}

// A plan with a question that has to be answered takes part in no change, which would not ask it.
// So it excludes no other plan, and is sold beside those of its group.
func TestPlansThatExcludeEachOther(t *testing.T) {
	t.Parallel()
	of := func(group, survey string) *ent.Plan {
		return shape(func(p *ent.Plan) { p.PlanGroup, p.Survey = group, json.RawMessage(survey) })
	}
	const asked, optional = `{"questions":[{"questionId":"q","questionType":"text","required":true}]}`, `{"questions":[{"questionId":"q","questionType":"text"}]}`
	for _, c := range []struct {
		name              string
		a, b              *ent.Plan
		excludes, overlap bool
	}{
		{"of one group", of("films", ""), of("films", ""), true, true},
		{"one asks what may be left out", of("films", optional), of("films", ""), true, true},
		{"one asks what has to be answered", of("films", asked), of("films", ""), false, true},
		{"both do", of("films", asked), of("films", asked), false, true},
		{"a survey that cannot be read", of("films", "["), of("films", ""), false, true},
		{"of two groups", of("films", ""), of("sports", ""), false, false},
		{"of none", of("", ""), of("", ""), false, false},
	} {
		if Exclude(c.a, c.b) != c.excludes || Exclude(c.b, c.a) != c.excludes || Overlap(c.a, c.b) != c.overlap || Overlap(c.b, c.a) != c.overlap {
			t.Errorf("%s: excludes %v and %v, overlaps %v", c.name, Exclude(c.a, c.b), Exclude(c.b, c.a), Overlap(c.a, c.b))
		}
	}
	if Changes(of("", "")) || Changes(of("films", asked)) || !Changes(of("films", "")) {
		t.Error("the plans that are changed to are others")
	}
}
