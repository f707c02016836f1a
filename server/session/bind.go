package session

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/session"
	"kaiin/server/actor"
)

// Bind is the actor with what a session and its account say of them. row is nil where there is no session, owner where the
// session is a visitor's: whatever the actor said before of a session is gone then.
func Bind(a actor.Actor, row *ent.Session, owner *ent.Account) actor.Actor {
	a = actor.Actor{
		Locale: a.Locale, IP: a.IP, UserAgent: a.UserAgent, TrustedDevice: a.TrustedDevice, KnownBrowser: a.KnownBrowser,
		CrossSite: a.CrossSite,
	}
	if row == nil {
		return a
	}
	a.SessionID = row.ID
	if row.AccountID == nil {
		return a
	}
	a.AccountID, a.MustChangePassword = *row.AccountID, row.MustChangePassword
	if row.LoginMethod != nil {
		a.LoginMethod = actor.Method(*row.LoginMethod)
	}
	if row.Factor != nil {
		a.Factor = *row.Factor
	}
	if row.AuthenticatedAt != nil {
		a.AuthenticatedAt = *row.AuthenticatedAt
	}
	if owner != nil && owner.Email != nil {
		a.Email = *owner.Email
	}
	return a
}

// Living is the session with the id and its account, as Resume answers them, for a caller who knows it without its token.
func (s *Service) Living(ctx context.Context, id uuid.UUID) (*ent.Session, *ent.Account, error) {
	row, owner, err := s.Store.Client(ctx).Session.FirstWithAccount(ctx,
		session.ID(id), session.EndedAtIsNil(), session.ExpiresAtGT(s.Clock.Now()), ofActiveAccount(),
	)
	if ent.IsNotFound(err) {
		return nil, nil, nil
	}
	return row, owner, err
}
