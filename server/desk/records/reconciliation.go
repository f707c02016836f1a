package records

import (
	"context"

	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/money/reconciliation"
)

// Reconciliation is what the comparison of a day's lists with the book has found so far.
type Reconciliation struct {
	Day       clock.Day
	Providers []reconciliation.Found // by name; none that was not compared
	Findings  []Event                // lines that do not agree, and charges in no list, that are open; the newest first
	More      bool                   // there are more of them
}

// Reconciled reads what is known of the comparison of the day.
func (s *Service) Reconciled(ctx context.Context, day clock.Day) (r Reconciliation, err error) {
	r.Day = day
	err = s.read(ctx, func(ctx context.Context) (err error) {
		if r.Providers, err = s.Reconciliation.Found(ctx, day); err != nil {
			return err
		}
		r.Findings, r.More, err = s.Events(ctx, EventFilter{Open: true, Day: day, Kinds: reconciliation.Findings}, keyset.Page{First: mostRows})
		return err
	})
	return r, err
}
