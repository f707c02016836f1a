package subscription

import (
	"kaiin/ent"
	"kaiin/server/clock"
)

// Position is where a contract stands in its schedule: the term it is in (0 in a free trial), that term's first day, and
// the day of the next charge, on which the following term begins.
type Position struct {
	Term           int
	TermStart      clock.Day
	NextSettlement clock.Day
}

// Opening is where a contract stands right after the order.
func (b Basis) Opening() Position {
	if b.TrialDays > 0 {
		return Position{Term: 0, TermStart: b.Start, NextSettlement: b.Anchor()}
	}
	first := b.Term(1)
	return Position{Term: 1, TermStart: first.Start, NextSettlement: first.Next}
}

// After is where a contract stands once the term has been paid.
func (t Term) After() Position {
	return Position{Term: t.Number, TermStart: t.Start, NextSettlement: t.Next}
}

// basisOf reads the basis back from a running contract, its plan and its prices. The trial lies behind its anchor. The store may have
// decided to stop the plan since the contract began: the earlier day counts.
func basisOf(row *ent.Subscription, p *ent.Plan, prices []Price) Basis {
	b := Basis{
		Start: row.AnchorDay, From: row.AnchorPeriod, Span: Span{Count: row.RenewSpan, Unit: string(row.RenewSpanUnit)},
		Prices: prices, LastRenewal: lastRenewal(row.ForceStopRenewAt),
	}
	if stop := lastRenewal(p.ForceStopRenewAt); b.LastRenewal.IsZero() || !stop.IsZero() && stop.Before(b.LastRenewal) {
		b.LastRenewal = stop
	}
	return b
}
