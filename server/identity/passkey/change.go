package passkey

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
)

// List are the member's passkeys, the oldest first. Fault: not found, where no passkeys are
// offered.
func (s *Service) List(ctx context.Context, a actor.Actor) ([]*Passkey, error) {
	if !s.Offered() {
		return nil, fault.NotFound()
	}
	return s.Of(ctx, a.AccountID)
}

// Rename gives a passkey of the member another name. Faults: REQUIRED, TOO_LONG and
// INVALID_CHARACTERS on name; not found; those of NeedsFresh.
func (s *Service) Rename(ctx context.Context, a actor.Actor, id uuid.UUID, name string) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	name, err := nameOf(name, true)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.LockOwn(ctx, a); err != nil {
			return err
		}
		var found bool
		err := s.Store.QueryRow(ctx, `WITH renamed AS (UPDATE passkeys SET name = $3 WHERE id = $1 AND account_id = $2 RETURNING id)
			SELECT EXISTS (SELECT FROM renamed)`, id, a.AccountID, name).Scan(&found)
		if err == nil && !found {
			err = fault.NotFound()
		}
		return err
	})
}

// Delete deletes a passkey of the member and ends the other sessions, since it may have opened some
// of them. The member is told by mail. Faults: not found; those of NeedsFresh.
func (s *Service) Delete(ctx context.Context, a actor.Actor, id uuid.UUID) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		gone, err := s.remove(ctx, mailTo(row), `id = $2`, id)
		if err != nil {
			return err
		}
		if gone == 0 {
			return fault.NotFound()
		}
		return s.Session.EndAll(ctx, row.ID, a.SessionID)
	})
}

// TakeOff deletes all passkeys of the account, because the staff have decided so, and ends its
// sessions. It joins the caller's transaction, which holds the account's lock.
func (s *Service) TakeOff(ctx context.Context, row *ent.Account) error {
	gone, err := s.remove(ctx, mailTo(row), `$2`, true)
	if err != nil || gone == 0 {
		return err
	}
	return s.Session.EndAll(ctx, row.ID, uuid.Nil)
}

// Recent is how young a passkey is that goes where a member recovers the account: a stranger may
// have registered it. A stranger is noticed by the mails about what they do, which most members
// read within a week. An older passkey is more likely the member's own, and stays.
const Recent = 7 * 24 * time.Hour

// TakeOffRecent deletes the account's passkeys that were recent at a moment, or registered after
// it, because its member recovers the account, tells of each, and says how many stay. It joins the
// caller's transaction, which holds the account's lock and ends the sessions.
func (s *Service) TakeOffRecent(ctx context.Context, to notify.To, at time.Time) (left int, err error) {
	if _, err := s.remove(ctx, to, `created_at > $2`, at.Add(-Recent)); err != nil {
		return 0, err
	}
	return s.Usable(ctx, to.AccountID)
}

// Usable is how many passkeys of the account work: none, where no passkeys are offered.
func (s *Service) Usable(ctx context.Context, accountID uuid.UUID) (int, error) {
	if !s.Offered() {
		return 0, nil
	}
	return s.Count(ctx, accountID)
}

// mailTo is where the member of an account is told; without an address nowhere.
func mailTo(row *ent.Account) notify.To {
	return notify.To{AccountID: row.ID, Address: store.Text(row.Email), Locale: row.Locale}
}

// remove deletes such passkeys of the account, tells of each, and says how many they were. It joins
// the caller's transaction, which holds the account's lock.
func (s *Service) remove(ctx context.Context, to notify.To, such string, value any) (gone int, err error) {
	rows, err := s.Store.Query(ctx, `DELETE FROM passkeys WHERE account_id = $1 AND `+such+` RETURNING name`, to.AccountID, value)
	if err != nil {
		return 0, err
	}
	names, err := texts(rows)
	if err != nil || to.Address == "" {
		return len(names), err
	}
	for _, name := range names {
		told := notify.PasskeyChanged{At: s.Clock.Now(), Name: name, What: notify.PasskeyDeleted}
		if err := s.Notify.Send(ctx, to, told); err != nil {
			return 0, err
		}
	}
	return len(names), nil
}

// Leave deletes the passkeys of the account, because its member leaves. It joins the caller's
// transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	return s.Store.Exec(ctx, `DELETE FROM passkeys WHERE account_id = $1`, accountID)
}
