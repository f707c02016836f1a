package subscription

import (
	"math/rand/v2"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/shop/catalog"
)

// contractOf is the row that Begin writes, and paid is what a settled renewal makes of it.
func contractOf(b Basis) *ent.Subscription {
	at := b.Opening()
	return &ent.Subscription{
		RenewSpan: b.Span.Count, RenewSpanUnit: subscription.RenewSpanUnit(b.Span.Unit),
		AnchorDay: b.Anchor(), AnchorPeriod: 1, Period: at.Term, TermStart: at.TermStart, NextSettlementDay: at.NextSettlement,
		ForceStopRenewAt: lastMoment(b.LastRenewal),
	}
}

// nextTerm is the term that the contract's next charge pays for.
func nextTerm(row *ent.Subscription, b Basis) Term {
	return basisNow(row, b).Term(row.Period + 1)
}

func basisNow(row *ent.Subscription, b Basis) Basis {
	return basisOf(row, &ent.Plan{TaxRate: b.TaxRate}, []Price{b.PriceOf(1)})
}

func paid(row *ent.Subscription, b Basis) {
	at := nextTerm(row, b).After()
	row.Period, row.TermStart, row.NextSettlementDay = at.Term, at.TermStart, at.NextSettlement
}

// oracle walks through the calendar one day at a time, with a calendar of its own, and notes the
// days on which a term begins.
type oracle struct{ year, month, day int }

func leap(y int) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

func (o oracle) last() int {
	switch o.month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if leap(o.year) {
			return 29
		}
		return 28
	}
	return 31
}

func (o *oracle) tomorrow() {
	if o.day++; o.day <= o.last() {
		return
	}
	if o.day, o.month = 1, o.month+1; o.month > 12 {
		o.month, o.year = 1, o.year+1
	}
}

func (o oracle) date() clock.Day { return clock.Date(o.year, time.Month(o.month), o.day) }

func begins(b Basis, count int) (days []clock.Day) {
	y, m, d := b.Start.Date()
	o := oracle{y, int(m), d}
	for range b.TrialDays {
		o.tomorrow()
	}
	anchor, age := o, 0
	for ; len(days) < count; o.tomorrow() {
		months := (o.year-anchor.year)*12 + o.month - anchor.month
		var begins bool
		switch b.Span.Unit {
		case "days":
			begins = age%b.Span.Count == 0
		case "weeks":
			begins = age%(7*b.Span.Count) == 0
		case "months":
			begins = months%b.Span.Count == 0 && o.day == min(anchor.day, o.last())
		}
		if begins {
			days = append(days, o.date())
		}
		age++
	}
	return days
}

func random(r *rand.Rand) Basis {
	b := Basis{
		Start: clock.Date(2024, 1, 1).AddDays(r.IntN(3000)), Price: r.IntN(100_000), Rates: catalog.Rates{TaxRate: []int{0, 8, 10}[r.IntN(3)]},
		Span: Span{Count: 1 + r.IntN(3), Unit: []string{"days", "weeks", "months"}[r.IntN(3)]},
	}
	if r.IntN(3) == 0 { // ends of months are where it goes wrong
		y, m, _ := b.Start.Date()
		b.Start = clock.Date(y, m+1, 0).AddDays(-r.IntN(3))
	}
	if r.IntN(8) == 0 {
		b.Span = Span{Count: 12, Unit: "months"}
	}
	if r.IntN(2) == 0 {
		b.TrialDays = r.IntN(60)
	}
	if r.IntN(4) == 0 {
		b.LastRenewal = b.Start.AddDays(r.IntN(400))
	}
	return b
}

// Over 100,000 random plans: what is shown before the order (Schedule) is what the biller charges,
// day by day and yen by yen; the terms follow each other without gap or overlap; and both agree
// with the calendar. K-012 K-026
func TestPriceShownIsPriceCharged(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(20260515, 1))
	const terms = 4
	for i := range 100_000 {
		b := random(r)
		shown, calendar := b.Schedule(terms), begins(b, terms+1)
		row := contractOf(b)
		var charged []Term
		if b.TrialDays == 0 {
			charged = append(charged, b.Term(1)) // with the order
			if b.DueNow() != b.Price {
				t.Fatalf("#%d %+v: %d yen are due now", i, b, b.DueNow())
			}
		} else if b.DueNow() != 0 || row.Period != 0 {
			t.Fatalf("#%d %+v: a trial is charged", i, b)
		}
		for len(charged) < terms && basisNow(row, b).Renews(row.NextSettlementDay) {
			next := nextTerm(row, b)
			if !next.Start.Equal(row.NextSettlementDay) {
				t.Fatalf("#%d %+v: term %d begins on %s and is charged on %s", i, b, next.Number, next.Start, row.NextSettlementDay)
			}
			charged = append(charged, next)
			paid(row, b)
		}
		if len(shown) != len(charged) {
			t.Fatalf("#%d %+v: %d charges are shown and %d are made", i, b, len(shown), len(charged))
		}
		for n, c := range charged {
			if shown[n] != c {
				t.Fatalf("#%d %+v: shown %+v, charged %+v", i, b, shown[n], c)
			}
			if !c.Start.Equal(calendar[n]) || !c.Next.Equal(calendar[n+1]) || !c.End.AddDays(1).Equal(c.Next) {
				t.Fatalf("#%d %+v: term %+v, the calendar says %s to %s", i, b, c, calendar[n], calendar[n+1])
			}
			if tax := c.Amount - c.Amount*100/(100+b.TaxRate); c.Amount != b.Price || c.Tax < tax-1 || c.Tax > tax {
				t.Fatalf("#%d %+v: %d yen with %d of tax", i, b, c.Amount, c.Tax)
			}
		}
		if end, stops := b.Expiration(); stops && len(charged) < terms && !end.Equal(row.NextSettlementDay.AddDays(-1)) {
			t.Fatalf("#%d %+v: ends on %s, and the last paid day is %s", i, b, end, row.NextSettlementDay.AddDays(-1))
		}
	}
}

func TestSchedule(t *testing.T) { // K-013 K-019 K-026
	day := func(s string) clock.Day {
		d, err := clock.ParseDay(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	month, year := Span{1, "months"}, Span{12, "months"}
	for _, c := range []struct {
		name   string
		basis  Basis
		want   []string
		yearly int
	}{
		{"monthly from the 15th", Basis{Start: day("2026-05-15"), Span: month, Price: 1100}, []string{"2026-05-15", "2026-06-15", "2026-07-15"}, 13200},
		{"monthly from a 31st", Basis{Start: day("2026-12-31"), Span: month, Price: 1100}, []string{"2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31"}, 13200},
		{"into a leap February", Basis{Start: day("2028-01-30"), Span: month, Price: 1100}, []string{"2028-01-30", "2028-02-29", "2028-03-30"}, 13200},
		{"yearly from a leap day", Basis{Start: day("2028-02-29"), Span: year, Price: 9800}, []string{"2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"}, 9800},
		{"after 14 free days", Basis{Start: day("2026-05-15"), TrialDays: 14, Span: month, Price: 980}, []string{"2026-05-29", "2026-06-29"}, 11760},
		{"every two weeks", Basis{Start: day("2026-05-15"), Span: Span{2, "weeks"}, Price: 300}, []string{"2026-05-15", "2026-05-29", "2026-06-12"}, 8100},
		{"until it stops", Basis{Start: day("2026-05-15"), Span: month, Price: 1100, LastRenewal: day("2026-06-15")}, []string{"2026-05-15", "2026-06-15"}, 2200},
		{"stopped before the trial ends", Basis{Start: day("2026-05-15"), TrialDays: 14, Span: month, Price: 980, LastRenewal: day("2026-05-28")}, nil, 0},
	} {
		var got []string
		for _, term := range c.basis.Schedule(max(len(c.want), 1)) {
			got = append(got, term.Start.String())
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
		if yearly, _ := c.basis.Yearly(); yearly != c.yearly {
			t.Errorf("%s: %d yen a year, want %d", c.name, yearly, c.yearly)
		}
	}
	if !year.Annual() || month.Annual() || (Span{12, "weeks"}).Annual() {
		t.Error("only 12 months are a year")
	}
}

func TestBasisOf(t *testing.T) { // S-055
	stop := time.Date(2026, 7, 31, 14, 59, 59, 0, time.UTC)
	p := &ent.Plan{RenewSpan: 1, RenewSpanUnit: plan.RenewSpanUnitMonths, Price: 980, TaxRate: 10, FreeTrialDays: 14, ForceStopRenewAt: &stop}
	b := BasisOf(p, clock.Date(2026, 5, 15), 0)
	if b.TrialDays != 0 || b.DueNow() != 980 || b.LastRenewal.String() != "2026-07-31" {
		t.Errorf("%+v", b)
	}
}
