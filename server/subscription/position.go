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

// basisOf reads the basis back from a running contract. The trial lies behind its anchor.
func basisOf(row *ent.Subscription) Basis {
	return Basis{
		Start: row.AnchorDay, Span: Span{Count: row.RenewSpan, Unit: string(row.RenewSpanUnit)},
		Price: row.BillingAmount, TaxRate: row.TaxRate, LastRenewal: lastRenewal(row.ForceStopRenewAt),
	}
}

// NextTerm is the term that the contract's next charge pays for.
func NextTerm(row *ent.Subscription) Term { return basisOf(row).Term(row.Term + 1) }
