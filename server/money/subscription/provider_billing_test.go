package subscription

import (
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/shop/catalog"
)

// For each month there is one term that it pays, whatever the day on which the contract began: also
// in leap years, and where the day of the order is not in every month. The provider takes it on the
// month's first day, and has to be told before.
func TestEachMonthPaysOneTerm(t *testing.T) {
	t.Parallel()
	for start := clock.Date(2027, 1, 1); start.Before(clock.Date(2029, 1, 1)); start = start.AddDays(1) {
		basis := Basis{Start: start, Span: Span{Count: 1, Unit: "months"}, Price: 1100, Rates: catalog.Rates{TaxRate: 10}}
		year, month, date := start.Date()
		for n := 1; n <= 26; n++ {
			term, of := basis.Term(n), time.Date(year, month+time.Month(n-1), 1, 0, 0, 0, 0, clock.Tokyo)
			if got := monthOf(term); got != of.Format("200601") {
				t.Fatalf("term %d from %s of a contract from %s is of %s", n, term.Start, start, got)
			}
			if got, ok := basis.termIn(monthOf(term)); !ok || got != term {
				t.Fatalf("%s of a contract from %s pays %+v, %v, not term %d", monthOf(term), start, got, ok, n)
			}
			if _, _, day := term.Start.Date(); day != min(date, of.AddDate(0, 1, -1).Day()) {
				t.Fatalf("term %d of a contract from %s begins on %s", n, start, term.Start)
			}
			if taken := ChargedOn(term.Start); taken != clock.DayOf(of) || callOff(term.Start) != taken.AddDays(-2) {
				t.Fatalf("term %d from %s is taken on %s, and called off until %s", n, term.Start, taken, callOff(term.Start))
			}
		}
		before := time.Date(year, month-1, 1, 0, 0, 0, 0, clock.Tokyo).Format("200601")
		if term, ok := basis.termIn(before); ok {
			t.Fatalf("%s pays %+v of a contract from %s", before, term, start)
		}
	}
	anew := Basis{Start: clock.Date(2027, 3, 31), From: 7, Span: Span{Count: 1, Unit: "months"}, Price: 1100}
	if term, ok := anew.termIn("202704"); !ok || term.Number != 8 || term.Start != clock.Date(2027, 4, 30) {
		t.Errorf("counted anew: %+v, %v", term, ok)
	}
}
