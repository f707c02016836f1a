package members

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/staff/acts"
)

// errAlone says that no second person has approved the decision.
var errAlone = errors.New("a guard is taken off by one person")

// Guard has the member be found by an exact key alone, and opened by two people. The owners are
// told, as of Unguard. Faults: not found; ALREADY_DONE.
func (s *Service) Guard(ctx context.Context, by acts.Decision, account uuid.UUID) error {
	return by.Do(ctx, acts.Act{Kind: acts.MemberGuarded, AccountID: account}, func(ctx context.Context, _ *acts.Act) error {
		var found, added bool
		err := s.Store.QueryRow(ctx, `WITH member AS (SELECT id FROM accounts WHERE id = $3 AND status <> 'withdrawn' FOR UPDATE),
				added AS (INSERT INTO member_guards (id, created_at, account_id) SELECT $1, $2, id FROM member ON CONFLICT DO NOTHING RETURNING id)
			SELECT EXISTS (SELECT FROM member), EXISTS (SELECT FROM added)`, uuid.Must(uuid.NewV7()), s.Clock.Now(), account).Scan(&found, &added)
		switch {
		case err != nil:
			return err
		case !found:
			return fault.Precondition(fault.MemberLeft)
		case !added:
			return fault.Precondition(fault.AlreadyDone).With(map[string]any{"state": "guarded"})
		}
		return s.tellOfGuard(ctx, by, account, false)
	})
}

// Unguard takes that back, which a second person has approved: else one alone would take the guard
// off, open everything and put it back. Fault: ALREADY_DONE.
func (s *Service) Unguard(ctx context.Context, by acts.Decision, account uuid.UUID) error {
	if !by.IsApproved() {
		return errAlone
	}
	return by.Do(ctx, acts.Act{Kind: acts.MemberUnguarded, AccountID: account}, func(ctx context.Context, _ *acts.Act) error {
		var ended bool
		err := s.Store.QueryRow(ctx, `WITH ended AS (DELETE FROM member_guards WHERE account_id = $1 RETURNING id) SELECT EXISTS (SELECT FROM ended)`, account).Scan(&ended)
		if err == nil && !ended {
			err = fault.Precondition(fault.AlreadyDone).With(map[string]any{"state": "unguarded"})
		}
		if err != nil {
			return err
		}
		return s.tellOfGuard(ctx, by, account, true)
	})
}

func (s *Service) tellOfGuard(ctx context.Context, by acts.Decision, account uuid.UUID, off bool) error {
	return s.Owners.Tell(ctx, notify.GuardChanged{At: s.Clock.Now(), By: by.By(), Number: by.Staff().Number, Off: off, Member: account.String()})
}

// Guarded are those of the members who are guarded.
func (s *Service) Guarded(ctx context.Context, accounts ...uuid.UUID) (all []uuid.UUID, err error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	rows, err := s.Store.Query(ctx, `SELECT account_id FROM member_guards WHERE account_id = ANY ($1)`, pq.Array(accounts))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, rows.Err()
}

// unguarded is a fault for a guarded member of whom one person wants to open something: GUARDED.
// The guard stays as it is until the transaction ends.
func (s *Service) unguarded(ctx context.Context, by acts.Decision, account uuid.UUID) error {
	if by.IsApproved() {
		return nil
	}
	var guarded bool
	if err := s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM member_guards WHERE account_id = $1)`, account).Scan(&guarded); err != nil {
		return err
	}
	if guarded {
		return fault.Precondition(fault.Guarded)
	}
	return nil
}
