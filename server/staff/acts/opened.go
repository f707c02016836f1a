package acts

import (
	"context"
	"database/sql"
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

// begun is why a person looks at pages of a member as the member sees them, and when they said so.
type begun struct {
	at             time.Time
	kind           ReasonKind
	reason, ticket string
}

// begunBy is what the person has begun by an act of the kind about the member, within the hour;
// nil: nothing.
func (s *Service) begunBy(ctx context.Context, staff *actor.Staff, member uuid.UUID, kind Kind) (*begun, error) {
	var b begun
	err := s.Store.QueryRow(ctx, `SELECT at, reason_kind, reason, coalesce(ticket, '') FROM acts
			WHERE account_id = $1 AND id > $7 AND staff_id = $2 AND kind = $3 AND target_type = $4 AND at > $5 AND outcome = $6 ORDER BY id DESC LIMIT 1`,
		member, staff.ID, kind, TargetMember, s.Clock.Now().Add(-openedAgain), Done, Floor(openedAgain)).Scan(&b.at, &b.kind, &b.reason, &b.ticket)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &b, err
}

// BegunUntil is until when the person may go on with what they have begun by an act of the kind
// about the member, such as looking at pages; nil: nothing.
func (s *Service) BegunUntil(ctx context.Context, a actor.Actor, member uuid.UUID, kind Kind) (*time.Time, error) {
	if !a.Staff.IsPerson() {
		return nil, nil
	}
	b, err := s.begunBy(ctx, a.Staff, member, kind)
	if err != nil || b == nil {
		return nil, err
	}
	until := b.at.Add(openedAgain)
	return &until, nil
}

// GoOn is the decision with the reason of the act of the kind by which the person has begun, within
// the hour, what they go on with. Fault: REASON_REQUIRED.
func (d Decision) GoOn(ctx context.Context, member uuid.UUID, kind Kind) (Decision, error) {
	b, err := d.acts.begunBy(ctx, d.staff, member, kind)
	if err != nil {
		return d, err
	}
	if b == nil {
		return d, fault.Precondition(fault.ReasonRequired)
	}
	d.said.Reason, d.said.Ticket, d.reasonKind = b.reason, b.ticket, b.kind
	return d, nil
}

// opened are the kinds that the person has opened of the member within the hour; none of a program.
func (s *Service) opened(ctx context.Context, a actor.Actor, account uuid.UUID, kinds []Kind) (all []string, err error) {
	if !a.Staff.IsPerson() || len(kinds) == 0 {
		return nil, nil
	}
	err = s.Store.QueryRow(ctx, `SELECT array(SELECT DISTINCT kind FROM acts
			WHERE account_id = $1 AND id > $6 AND staff_id = $2 AND kind = ANY ($3::text[]) AND at > $4 AND outcome = $5)`,
		account, a.Staff.ID, pq.Array(kinds), s.Clock.Now().Add(-openedAgain), Done, Floor(openedAgain)).Scan(pq.Array(&all))
	return all, err
}
