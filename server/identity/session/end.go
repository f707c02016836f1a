package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"kaiin/ent/knownbrowser"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
	"kaiin/server/staff/acts"
)

// Listener is told when sessions of members are ended: by a logout, by the login that replaces
// them, by their member, by a new password or address, by leaving, by time. It is called in the
// transaction that ends them, once and with their ids, so that it ends what hangs on them or
// enqueues the job that does; its error keeps the sessions alive. It must not call the outside.
//
// A session that runs out of time is announced by the next purge: what hangs on a session and
// outlives the request asks Living or LivesSQL, too.
type Listener interface {
	SessionsEnded(ctx context.Context, ended []uuid.UUID) error
	// AccessEnded is called after SessionsEnded where everything ends by which the account is open
	// (EndAll): what outlives sessions ends with that, too.
	AccessEnded(ctx context.Context, accountID uuid.UUID) error
}

// EndAll ends everything by which the account is or may soon be open: its sessions but one, which
// may be none; the logins that have begun, also those that wait for a second factor; the mailed
// codes that were asked for in other sessions; and what other apps may do while the member is away.
// It joins the caller's transaction.
//
// The account's row is changed first. A login that is about to open a session locks the row and
// looks at the stamp (Open): either it comes first, and its session is ended here, or it comes
// later and finds another stamp.
func (s *Service) EndAll(ctx context.Context, accountID, except uuid.UUID) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Store.Exec(ctx, `UPDATE accounts SET access_stamp = access_stamp + 1 WHERE id = $1`, accountID); err != nil {
			return err
		}
		if err := s.Passcode.EndAll(ctx, accountID, except); err != nil {
			return err
		}
		if _, err := s.endWhere(ctx, session.AccountID(accountID), session.IDNEQ(except)); err != nil {
			return err
		}
		for _, listener := range s.Listeners { // which are there, else no session had ended
			if err := listener.AccessEnded(ctx, accountID); err != nil {
				return err
			}
		}
		return nil
	})
}

// Distrust is EndAll where a stranger may have had the password or the mailbox: no browser is
// trusted any more, and none is known but the actor's. It joins the caller's transaction.
func (s *Service) Distrust(ctx context.Context, a actor.Actor, accountID, except uuid.UUID) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.EndAll(ctx, accountID, except); err != nil {
			return err
		}
		if err := s.ForgetDevices(ctx, accountID); err != nil {
			return err
		}
		others := []predicate.KnownBrowser{knownbrowser.AccountID(accountID)}
		if except != uuid.Nil && a.KnownBrowser != "" {
			others = append(others, knownbrowser.TokenHashNEQ(secret.HashToken(a.KnownBrowser)))
		}
		_, err := s.Store.Client(ctx).KnownBrowser.Delete().Where(others...).Exec(ctx)
		return err
	})
}

// ForgetByStaff is ForgetDevices for a member who tells the staff of a browser that is theirs no
// more.
func (s *Service) ForgetByStaff(ctx context.Context, by acts.Decision, accountID uuid.UUID) error {
	return by.Do(ctx, acts.Act{Kind: acts.DevicesForgotten, AccountID: accountID}, func(ctx context.Context, _ *acts.Act) error {
		return s.ForgetDevices(ctx, accountID)
	})
}

// endWhere ends the sessions that have not ended, and says how many that were. Without listeners
// that is one statement.
func (s *Service) endWhere(ctx context.Context, which ...predicate.Session) (ended int, err error) {
	if s.Listeners == nil {
		return 0, errUnheard
	}
	which = append(which, session.EndedAtIsNil())
	if len(s.Listeners) == 0 {
		return s.Store.Client(ctx).Session.Update().Where(which...).SetEndedAt(s.Clock.Now()).Save(ctx)
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		rows, err := s.Store.Client(ctx).Session.Query().Where(which...).Order(session.ByID()).ForUpdate().All(ctx)
		if ended = len(rows); err != nil || ended == 0 {
			return err
		}
		var all, ofMembers []uuid.UUID
		for _, row := range rows {
			all = append(all, row.ID)
			if row.AccountID != nil {
				ofMembers = append(ofMembers, row.ID)
			}
		}
		if err := s.Store.Client(ctx).Session.Update().Where(session.IDIn(all...)).SetEndedAt(s.Clock.Now()).Exec(ctx); err != nil {
			return err
		}
		return s.announce(ctx, ofMembers)
	})
	return ended, err
}

// errUnheard says that the service was put together without its listeners: what hangs on its
// sessions, such as the tokens of apps, would outlive them.
var errUnheard = errors.New("a session cannot end: no listener was given")

// announce tells the listeners of sessions that have just ended.
func (s *Service) announce(ctx context.Context, ended []uuid.UUID) error {
	if len(ended) == 0 {
		return nil
	}
	if s.Listeners == nil {
		return errUnheard
	}
	for _, listener := range s.Listeners {
		if err := listener.SessionsEnded(ctx, ended); err != nil {
			return err
		}
	}
	return nil
}
