package session

import (
	"context"
	"fmt"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/useragent"
)

// Shown is a living session as its member sees it.
type Shown struct {
	*ent.Session
	Device, Browser, Country string // "" when unknown
	Current                  bool   // the actor's
}

// living keeps the sessions that a token still opens.
func (s *Service) living() []predicate.Session {
	now := s.Clock.Now()
	return []predicate.Session{session.EndedAtIsNil(), session.ExpiresAtGT(now), session.LastSeenAtGT(now.Add(-Idle))}
}

// OwnerLock locks an account and its session, in a query of accounts that is kept to its Owner.
const OwnerLock = `FOR UPDATE OF accounts FOR SHARE OF sessions`

// Owner keeps the account whose session with the id a token still opens, in a query of accounts. A
// session that is just being ended is waited for by OwnerLock, and keeps no account then.
func (s *Service) Owner(id uuid.UUID) predicate.Account {
	now := s.Clock.Now()
	return func(q *sql.Selector) {
		sessions := sql.Table(session.Table).As(session.Table)
		q.Join(sessions).On(q.C(entaccount.FieldID), sessions.C(session.FieldAccountID)).Where(sql.And(
			sql.EQ(sessions.C(session.FieldID), id), sql.IsNull(sessions.C(session.FieldEndedAt)),
			sql.GT(sessions.C(session.FieldExpiresAt), now), sql.GT(sessions.C(session.FieldLastSeenAt), now.Add(-Idle))))
	}
}

// LivesSQL is living for a statement of SQL about what hangs on a session: a condition that holds
// while the session whose id is in the column is alive, at the moment that the parameter has. A
// session that ran out of time is as dead as one that was ended, whether that was announced or not.
func LivesSQL(column, now string) string {
	return fmt.Sprintf(`EXISTS (SELECT FROM sessions s WHERE s.id = %[1]s AND s.ended_at IS NULL AND s.expires_at > %[2]s
		AND s.last_seen_at > %[2]s::timestamptz - interval '%[3]d seconds')`, column, now, int(Idle.Seconds()))
}

// List is the living sessions of the actor's account, that used last first.
func (s *Service) List(ctx context.Context, a actor.Actor) ([]Shown, error) {
	rows, err := s.Store.Client(ctx).Session.Query().Where(session.AccountID(a.AccountID)).Where(s.living()...).
		Order(ent.Desc(session.FieldLastSeenAt, session.FieldID)).All(ctx)
	if err != nil {
		return nil, err
	}
	return s.shown(a, rows), nil
}

// Page is a page of the owner's living sessions, that signed in last first, and whether more
// follow. It is not ordered by use, which would move entries while somebody pages. The actor may be
// another than the owner; only Current is about them.
func (s *Service) Page(ctx context.Context, owner uuid.UUID, a actor.Actor, p keyset.Page) ([]Shown, bool, error) {
	query := s.Store.Client(ctx).Session.Query().Where(session.AccountID(owner)).Where(s.living()...)
	if c := p.After; c != nil {
		query.Where(session.Or(session.CreatedAtLT(c.At), session.And(session.CreatedAt(c.At), session.IDLT(c.ID))))
	}
	rows, err := query.Order(ent.Desc(session.FieldCreatedAt, session.FieldID)).Limit(p.Limit()).All(ctx)
	if err != nil {
		return nil, false, err
	}
	rows, more := keyset.Cut(p, rows)
	return s.shown(a, rows), more, nil
}

func (s *Service) shown(a actor.Actor, rows []*ent.Session) []Shown {
	var all []Shown
	for _, row := range rows {
		device, browser := useragent.Device(row.UserAgent, "")
		all = append(all, Shown{Session: row, Device: device, Browser: browser, Country: s.Country(row.IP), Current: row.ID == a.SessionID})
	}
	return all
}

// EndOne ends one session of the actor's account. Fault: not found, for one that has ended or
// is another's.
func (s *Service) EndOne(ctx context.Context, a actor.Actor, id uuid.UUID) error {
	ended, err := s.endWhere(ctx, append(s.living(), session.ID(id), session.AccountID(a.AccountID))...)
	if err == nil && ended == 0 {
		err = fault.NotFound()
	}
	return err
}

// EndOthers ends the sessions of the actor's account but the actor's, and the logins that have
// begun elsewhere.
func (s *Service) EndOthers(ctx context.Context, a actor.Actor) error {
	return s.EndAll(ctx, a.AccountID, a.SessionID)
}
