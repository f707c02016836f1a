package subscription

import (
	"time"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/shop/catalog"
)

// Span is the length of a term: so many days, weeks or months.
type Span struct {
	Count int    `json:"count"`
	Unit  string `json:"unit"`
}

// After is the day n spans after the anchor. Months are counted from the anchor itself; a day that
// does not exist in the month is its last day (K-026).
func (s Span) After(anchor clock.Day, n int) clock.Day {
	switch s.Unit {
	case "months":
		return anchor.AddMonths(n * s.Count)
	case "weeks":
		return anchor.AddDays(n * s.Count * 7)
	default:
		return anchor.AddDays(n * s.Count)
	}
}

// SpanOf is how long the present term of a contract is, whatever its member has chosen for later.
func SpanOf(row *ent.Subscription) Span {
	return Span{Count: row.RenewSpan, Unit: string(row.RenewSpanUnit)}
}

// Monthly reports whether a term is one month: what some providers sell, and nothing else.
func (s Span) Monthly() bool { return s == Span{Count: 1, Unit: "months"} }

// Annual reports whether a term counts and is shown as a year (K-013, A-100).
func (s Span) Annual() bool { return s.Unit == "months" && s.Count == 12 }

// Basis is everything that decides when a contract is charged and how much. What a member is shown
// before the order, what the mails say and what the biller charges are all computed from it by the
// methods below, and by nothing else.
type Basis struct {
	Start     clock.Day `json:"start"`     // the day of the order
	TrialDays int       `json:"trialDays"` // free days before term 1
	Span      Span      `json:"span"`
	Price     int       `json:"price"` // yen a term, tax included
	// Rates are those of the plan's tax. Each term takes the rate of its first day, whatever its
	// price: of a contract that runs they are read from the plan as it is now.
	catalog.Rates
	// Prices are what later terms cost, by the first term each holds for; before the first of them
	// it is Price.
	Prices []Price `json:"prices,omitempty"`
	// From is the term that begins on Anchor; 0 is 1. A released hold begins its term on the day
	// of payment.
	From int `json:"from,omitempty"`
	// LastRenewal is the last day on which a term is still charged after the order; the zero Day is
	// no bound.
	LastRenewal clock.Day `json:"lastRenewal"`
}

// BasisOf is the basis of a plan contracted on the day start with trialDays free (0 for a
// re-contract, S-055).
func BasisOf(p *ent.Plan, start clock.Day, trialDays int) Basis {
	return Basis{
		Start: start, TrialDays: trialDays, Span: Span{Count: p.RenewSpan, Unit: string(p.RenewSpanUnit)},
		Price: p.Price, Rates: catalog.RatesOf(p), LastRenewal: lastRenewal(p.ForceStopRenewAt),
	}
}

// lastRenewal is the day that holds the moment after which nothing is renewed.
func lastRenewal(at *time.Time) clock.Day {
	if at == nil {
		return clock.Day{}
	}
	return clock.DayOf(*at)
}

// Term is one paid period. It is charged on its first day.
type Term struct {
	Number     int
	Start, End clock.Day // first and last day
	Next       clock.Day // the day after End: the following charge
	Amount     int       // yen, tax included
	Tax        int       // the yen of tax inside Amount
	TaxRate    int       // percent, as it is on Start
	Price      Price     // what Amount follows from
}

// Price is what terms cost from one on.
type Price struct {
	Term     int    `json:"term"`
	List     int    `json:"list"`               // yen a term, tax included
	Discount int    `json:"discount,omitempty"` // yen
	Campaign string `json:"campaign,omitempty"`
	// Agreed says that the member chose it together with another plan, which begins with term Term.
	Agreed bool `json:"agreed,omitempty"`
}

// Amount is the yen charged.
func (p Price) Amount() int { return p.List - p.Discount }

// Anchor is the first day of term From, from which all later terms are counted.
func (b Basis) Anchor() clock.Day { return b.Start.AddDays(b.TrialDays) }

// PriceOf is what term n costs.
func (b Basis) PriceOf(n int) Price {
	price := Price{Term: 1, List: b.Price}
	for _, p := range b.Prices {
		if p.Term <= n && p.Term >= price.Term {
			price = p
		}
	}
	return price
}

// current is what the contract costs, in whose period it is, before any new price of the store's:
// that of the period, or what was agreed on with a plan whose first term is still to be paid.
func (b Basis) current(period int) Price {
	price := b.PriceOf(max(period, 1))
	for _, p := range b.Prices {
		if p.Agreed && p.Term > price.Term {
			price = p
		}
	}
	return price
}

// Term is the n-th term, from From.
func (b Basis) Term(n int) Term {
	i := n - max(b.From, 1)
	start, next, price := b.Span.After(b.Anchor(), i), b.Span.After(b.Anchor(), i+1), b.PriceOf(n)
	rate := b.TaxRateOn(start)
	return Term{
		Number: n, Start: start, End: next.AddDays(-1), Next: next,
		Amount: price.Amount(), Tax: catalog.TaxInside(price.Amount(), rate), TaxRate: rate, Price: price,
	}
}

// anew is the basis counted anew from the day, on which term n begins.
func (b Basis) anew(day clock.Day, n int) Basis {
	b.Start, b.TrialDays, b.From = day, 0, n
	return b
}

// DueNow is the yen charged with the order: nothing when a free trial comes first.
func (b Basis) DueNow() int {
	if b.TrialDays > 0 {
		return 0
	}
	return b.Term(1).Amount
}

// Renews reports whether a term that begins on the day, after the order, is still charged.
func (b Basis) Renews(day clock.Day) bool { return b.LastRenewal.IsZero() || !day.After(b.LastRenewal) }

// payable is the last day on which a contract that is on hold can be paid, so that it goes on:
// last, which is that of its hold, unless the renewals stop before. until is zero when they have
// stopped already, and ends, zero otherwise, is then the contract's last day.
func (b Basis) payable(today, last clock.Day) (until, ends clock.Day) {
	switch stop := b.LastRenewal; {
	case !b.Renews(today):
		return clock.Day{}, last
	case !stop.IsZero() && stop.Before(last):
		return stop, clock.Day{}
	}
	return last, clock.Day{}
}

// Charged reports whether term n will be charged, if it is not cancelled.
func (b Basis) Charged(n int) bool {
	if n == 1 && b.TrialDays == 0 {
		return true
	}
	return b.Renews(b.Term(n).Start)
}

// Schedule is the first terms to be charged, at most count.
func (b Basis) Schedule(count int) []Term {
	var terms []Term
	for n := 1; n <= count && b.Charged(n); n++ {
		terms = append(terms, b.Term(n))
	}
	return terms
}

// Yearly is what the charges of the first year after Anchor come to, as a guide for a contract that
// renews by itself, and how many they are.
func (b Basis) Yearly() (amount, charges int) {
	end := b.Anchor().AddMonths(12)
	for n := 1; b.Charged(n) && b.Term(n).Start.Before(end); n++ {
		amount, charges = amount+b.Term(n).Amount, charges+1
	}
	return amount, charges
}

// Expiration is the last day of the contract when the plan stops renewing some day; ok is false
// when it does not.
func (b Basis) Expiration() (day clock.Day, ok bool) {
	if b.LastRenewal.IsZero() {
		return clock.Day{}, false
	}
	last := 0
	for b.Charged(last + 1) {
		last++
	}
	return b.Span.After(b.Anchor(), last).AddDays(-1), true
}

// Position is where a contract is in its schedule: the term it is in (0 in a free trial), that
// term's first day, and the day of the next charge, on which the following term begins.
type Position struct {
	Term           int
	TermStart      clock.Day
	NextSettlement clock.Day
}

// Opening is the position of a contract right after the order.
func (b Basis) Opening() Position {
	if b.TrialDays > 0 {
		return Position{Term: 0, TermStart: b.Start, NextSettlement: b.Anchor()}
	}
	first := b.Term(1)
	return Position{Term: 1, TermStart: first.Start, NextSettlement: first.Next}
}

// After is the position of a contract once the term has been paid.
func (t Term) After() Position {
	return Position{Term: t.Number, TermStart: t.Start, NextSettlement: t.Next}
}

// basisOf makes the basis of a running contract from its row, its plan and its prices. It counts
// from the anchor, which comes after a trial. Rates of tax are those of the plan today. Contract
// and plan may each have a day on which the renewals stop: the earlier one counts.
func basisOf(row *ent.Subscription, p *ent.Plan, prices []Price) Basis {
	b := Basis{
		Start: row.AnchorDay, From: row.AnchorPeriod, Span: SpanOf(row),
		Rates: catalog.RatesOf(p), Prices: prices, LastRenewal: lastRenewal(row.ForceStopRenewAt),
	}
	return b.stoppedBy(lastRenewal(p.ForceStopRenewAt))
}

// stoppedBy is the basis that is not renewed after the day, either; the zero Day is no bound.
func (b Basis) stoppedBy(stop clock.Day) Basis {
	if b.LastRenewal.IsZero() || !stop.IsZero() && stop.Before(b.LastRenewal) {
		b.LastRenewal = stop
	}
	return b
}
