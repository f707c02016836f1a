package purchase

import (
	"strings"
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/plan"
)

// M-28: a month that a carrier charges by itself is billed at the rate of the first day of its
// term, at the amount that it takes.
func TestACarriersMonthHasTheRateOfItsTerm(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.client(t).Plan.UpdateOneID(row.PlanID).SetTaxRates(map[string]int{"2026-07-15": 8}).ExecX(t.Context())
	for i, want := range []struct {
		day, month string
		tax, rate  int
	}{{"2026-06-15", "202606", 100, 10}, {"2026-07-15", "202607", 81, 8}} {
		c.at(t, want.day)
		c.takes(t, reference, want.month)
		b := c.client(t).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(i+2)).OnlyX(t.Context())
		if b.State != bill.StatePaid || b.Amount != 1100 || b.Tax != want.tax || b.TaxRate != want.rate {
			t.Errorf("%s: %s, %d yen with %d of tax at %d %%", want.day, b.State, b.Amount, b.Tax, b.TaxRate)
		}
	}
}

// M-28: before an order the tax of the first term is said, and when another one comes; what is
// bought once has the rate of its day.
func TestTheTaxThatAnOrderIsShown(t *testing.T) {
	t.Parallel()
	from := func(day string) func(*ent.Plan) {
		return func(p *ent.Plan) { p.TaxRates = map[string]int{day: 8} }
	}
	for _, c := range []struct {
		name   string
		kind   plan.PlanType
		change func(*ent.Plan)
		says   []string
		once   bool
		tax    int
	}{
		{"a later rate", plan.PlanTypeSubscription, from("2026-07-01"), []string{"うち消費税100円", "2026年7月1日以降に始まる契約期間からは、うち消費税が81円"}, false, 100},
		{"from today on", plan.PlanTypeSubscription, from("2026-05-15"), []string{"うち消費税81円"}, true, 81},
		{"during the trial", plan.PlanTypeSubscription, func(p *ent.Plan) { from("2026-05-20")(p); p.FreeTrialDays = 14 }, []string{"うち消費税81円"}, true, 0},
		{"a film today", plan.PlanTypePurchase, from("2026-05-15"), []string{"うち消費税81円"}, true, 81},
		{"a rental before", plan.PlanTypeRental, from("2026-05-16"), []string{"うち消費税100円"}, true, 100},
	} {
		_, ja, _ := example(c.kind, c.change)
		text := ja.text("price")
		for _, part := range c.says {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is not in %s", c.name, part, text)
			}
		}
		if c.once && strings.Count(text, "消費税") != 1 {
			t.Errorf("%s: %s", c.name, text)
		}
		if got := ja.Deal.TaxNow(); got != c.tax || ja.Deal.Schedule()[0].Tax != max(c.tax, 81) {
			t.Errorf("%s: %d yen of tax now, %+v", c.name, got, ja.Deal.Schedule()[0])
		}
	}
}
