package subscription

import (
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/clock"
)

// deed is what the biller does with a contract that renews.
type deed int

const (
	waits      deed = iota // nothing before a moment
	underWay               // nothing: the term is being paid, or paid and about to be applied
	ends                   // it is renewed no more
	waives                 // the term went by while nobody could charge
	renewsFree             // the term costs nothing
	holds                  // there is nothing to charge it to
	charges                // the term is charged
)

// deed is what the biller does at the moment about the term that comes next; at is until when it waits. owed is the bill of the term,
// nil when there is none yet, and payable whether there is something to charge it to.
func (b Basis) deed(next Term, owed *ent.Bill, payable bool, now time.Time) (d deed, at time.Time) {
	today := clock.DayOf(now)
	switch {
	case next.Start.After(today):
		return waits, next.Start.Start()
	case owed != nil && owed.State != bill.StateOpen:
		return underWay, at
	case !b.Renews(next.Start):
		return ends, at
	case !next.Next.After(today):
		return waives, at
	case owed != nil && owed.NextAttemptAt != nil && now.Before(*owed.NextAttemptAt):
		return waits, *owed.NextAttemptAt
	case owing(next, owed) == 0:
		return renewsFree, at
	case !payable:
		return holds, at
	default:
		return charges, at
	}
}

// owing is the yen that the term costs: what its bill says, if there is one.
func owing(next Term, owed *ent.Bill) int {
	if owed != nil {
		return owed.Amount
	}
	return next.Amount
}
