package login

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
	"kaiin/server/actor"
	"kaiin/server/fault"
	"kaiin/server/keyset"
)

// OpenSession is a living session of a member.
type OpenSession struct {
	*ent.Session
	Device, Browser, Country string // "" when unknown
	Current                  bool   // the actor's
}

// living keeps the sessions that a token still opens.
func (s *Service) living() []predicate.Session {
	now := s.Clock.Now()
	return []predicate.Session{session.EndedAtIsNil(), session.ExpiresAtGT(now), session.LastSeenAtGT(now.Add(-Idle))}
}

// Sessions are the living ones of the actor's account, that used last first.
func (s *Service) Sessions(ctx context.Context, a actor.Actor) ([]OpenSession, error) {
	rows, err := s.Store.Client(ctx).Session.Query().Where(session.AccountID(a.AccountID)).Where(s.living()...).
		Order(ent.Desc(session.FieldLastSeenAt, session.FieldID)).All(ctx)
	if err != nil {
		return nil, err
	}
	return s.openSessions(a, rows), nil
}

// SessionsPage is a page of the actor's living sessions, that signed in last first, and whether more follow. It is not ordered by
// use, which would move entries while somebody pages.
func (s *Service) SessionsPage(ctx context.Context, a actor.Actor, p keyset.Page) ([]OpenSession, bool, error) {
	query := s.Store.Client(ctx).Session.Query().Where(session.AccountID(a.AccountID)).Where(s.living()...)
	if c := p.After; c != nil {
		query.Where(session.Or(session.CreatedAtLT(c.At), session.And(session.CreatedAt(c.At), session.IDLT(c.ID))))
	}
	rows, err := query.Order(ent.Desc(session.FieldCreatedAt, session.FieldID)).Limit(p.Limit()).All(ctx)
	if err != nil {
		return nil, false, err
	}
	rows, more := keyset.Cut(p, rows)
	return s.openSessions(a, rows), more, nil
}

func (s *Service) openSessions(a actor.Actor, rows []*ent.Session) []OpenSession {
	var all []OpenSession
	for _, row := range rows {
		device, browser := Device(row.UserAgent, "")
		all = append(all, OpenSession{Session: row, Device: device, Browser: browser, Country: s.country(row.IP), Current: row.ID == a.SessionID})
	}
	return all
}

// EndSession ends one session of the actor's account. Fault: not found, for one that has ended or is another's.
func (s *Service) EndSession(ctx context.Context, a actor.Actor, id uuid.UUID) error {
	ended, err := s.Store.Client(ctx).Session.Update().
		Where(session.ID(id), session.AccountID(a.AccountID)).Where(s.living()...).SetEndedAt(s.Clock.Now()).Save(ctx)
	if err == nil && ended == 0 {
		err = fault.NotFound()
	}
	return err
}

// EndOtherSessions ends the sessions of the actor's account but the actor's.
func (s *Service) EndOtherSessions(ctx context.Context, a actor.Actor) error {
	return s.EndSessions(ctx, a.AccountID, a.SessionID)
}
