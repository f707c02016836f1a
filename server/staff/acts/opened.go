package acts

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

// openedAgain is how long the same person may look at the same member under one act.
const openedAgain = time.Hour

// Open writes the acts of reading a member, one of each kind, before anything is read: where they
// cannot be written, nothing may be. What the same person has opened of the member within the hour
// needs no other one. Faults as At's.
func (s *Service) Open(ctx context.Context, a actor.Actor, from Origin, field string, account uuid.UUID, kinds ...Kind) error {
	if a.Staff == nil {
		return fault.Unauthenticated()
	}
	if store.InTx(ctx) {
		return errInTx
	}
	d := s.desk(a, from, field)
	for _, kind := range kinds {
		if err := s.permitted(a, kind); err != nil {
			return errors.Join(err, d.refused(ctx, Act{Kind: kind, AccountID: account}, err))
		}
	}
	if err := d.notOwn(ctx, Act{AccountID: account}); err != nil {
		return errors.Join(err, d.refused(ctx, Act{Kind: kinds[0], AccountID: account}, err))
	}
	opened, err := s.opened(ctx, a, account, kinds)
	if err != nil {
		return err
	}
	kinds = slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return slices.Contains(opened, string(k)) })
	if len(kinds) == 0 {
		return nil
	}
	var kept []*row
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		kept = nil
		var last *row
		for _, kind := range kinds {
			if last, err = d.recordAfter(ctx, last, Act{Kind: kind, AccountID: account}, Done); err != nil {
				return err
			}
			kept = append(kept, last)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range kept {
		r.log(ctx)
	}
	return nil
}

// OpenedLately reports whether the person has opened the member within the last hour, in the way of
// the kind. Each time that a program does is one of its own.
func (s *Service) OpenedLately(ctx context.Context, a actor.Actor, member uuid.UUID, kind Kind) (bool, error) {
	opened, err := s.opened(ctx, a, member, []Kind{kind})
	return len(opened) > 0, err
}

// opened are the kinds that the person has opened of the member within the hour; none of a program.
func (s *Service) opened(ctx context.Context, a actor.Actor, account uuid.UUID, kinds []Kind) (all []string, err error) {
	if !a.Staff.IsPerson() || len(kinds) == 0 {
		return nil, nil
	}
	err = s.Store.QueryRow(ctx, `SELECT array(SELECT DISTINCT kind FROM acts
			WHERE account_id = $1 AND id > $6 AND staff_id = $2 AND kind = ANY ($3::text[]) AND at > $4 AND outcome = $5)`,
		account, a.Staff.ID, pq.Array(kinds), s.Clock.Now().Add(-openedAgain), Done, floor(openedAgain)).Scan(pq.Array(&all))
	return all, err
}
