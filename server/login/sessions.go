package login

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
	"kaiin/server/actor"
	"kaiin/server/fault"
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
	var all []OpenSession
	for _, row := range rows {
		device, browser := Device(row.UserAgent, "")
		all = append(all, OpenSession{Session: row, Device: device, Browser: browser, Country: s.country(row.IP), Current: row.ID == a.SessionID})
	}
	return all, nil
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
