package session

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/session"
	"kaiin/server/actor"
)

// Bind is the actor with what a session and its account say of them. row is nil where there is no session, owner where the
// session is a visitor's: whatever the actor said before of a session is gone then.
func Bind(a actor.Actor, row *ent.Session, owner *ent.Account) actor.Actor {
	a = actor.Actor{
		Locale: a.Locale, IP: a.IP, Behind: a.Behind, UserAgent: a.UserAgent, TrustedDevice: a.TrustedDevice, KnownBrowser: a.KnownBrowser,
		CrossSite: a.CrossSite, Abroad: a.Abroad,
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
	if owner == nil {
		return a
	}
	if owner.Email != nil {
		a.Email = *owner.Email
	}
	due, _ := owner.Value(mustReConsent) // an account that was read in another way says nothing of it
	a.MustReConsent, _ = due.(bool)
	return a
}

// mustReConsent is the value of an account that says whether its member has to agree to a policy before anything else in My Page.
const mustReConsent = "must_re_consent"

// reConsentDue is whether now there is a policy that members are asked to agree to and the session's member has not, in its current
// revision. It is read with every session, so that it costs no statement, and one that is published counts from the next request on.
func reConsentDue(now time.Time) func(*sql.Builder) {
	return func(b *sql.Builder) {
		b.WriteString(`EXISTS (SELECT 1 FROM policies p WHERE (p.asked_from IS NULL OR p.asked_from <= `).Arg(now).
			WriteString(`) AND NOT EXISTS (SELECT 1 FROM consents c
				WHERE c.account_id = sessions.account_id AND c.policy_id = p.id AND c.revision = p.revision))`)
	}
}

// Living is the session with the id and its account, as Resume answers them, for a caller who knows it without its token.
func (s *Service) Living(ctx context.Context, id uuid.UUID) (*ent.Session, *ent.Account, error) {
	now := s.Clock.Now()
	row, owner, err := s.Store.Client(ctx).Session.FirstWithAccount(ctx, mustReConsent, reConsentDue(now),
		session.ID(id), session.EndedAtIsNil(), session.ExpiresAtGT(now), ofActiveAccount(),
	)
	if ent.IsNotFound(err) {
		return nil, nil, nil
	}
	return row, owner, err
}
