package catalog

import (
	"testing"

	"kaiin/ent"
	"kaiin/server/base/clock"
)

// M-28: a plan's rate of tax is told by the day.
func TestTheRateOfADay(t *testing.T) {
	t.Parallel()
	rates := RatesOf(&ent.Plan{TaxRate: 10, TaxRates: map[string]int{"2031-04-01": 12, "2027-04-01": 8}})
	for day, want := range map[clock.Day]int{
		clock.Date(2020, 1, 1): 10, clock.Date(2027, 3, 31): 10, clock.Date(2027, 4, 1): 8, clock.Date(2031, 3, 31): 8, clock.Date(2031, 4, 1): 12, clock.Date(2099, 1, 1): 12,
	} {
		if got := rates.TaxRateOn(day); got != want {
			t.Errorf("%s: %d %%, want %d", day, got, want)
		}
		if got := RatesOf(&ent.Plan{TaxRate: 10}).TaxRateOn(day); got != 10 {
			t.Errorf("one rate, %s: %d %%", day, got)
		}
	}
	p := &ent.Plan{TaxRate: 10, TaxRates: map[string]int{"2027-04-01": 8}}
	for day, want := range map[clock.Day]int{clock.Date(2027, 3, 31): 10, clock.Date(2027, 4, 1): 8} { // days are Tokyo's
		if got := NewOffer(p, day.Start(), false, false).TaxRate; got != want {
			t.Errorf("offered on %s at %d %%, want %d", day, got, want)
		}
	}
}
