package session

import (
	"context"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/store"
)

// Bind is the actor with what a session and its account say of them. row is nil where there is no
// session, owner where the session is a visitor's: whatever the actor said before of a session is
// gone then.
func Bind(a actor.Actor, row *ent.Session, owner *ent.Account) actor.Actor {
	a = a.SignedOut()
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
	if row.ProfileID != nil {
		a.ProfileID = *row.ProfileID
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
	due, _ := owner.Value(mustReConsent) // an account that was read in another way does not say so
	a.MustReConsent, _ = due.(bool)
	others, _ := owner.Value(switchTo)
	if text, _ := others.(string); text != "" {
		a.SwitchTo = append([]string{MainProfile(owner, a.Locale)}, strings.Split(text, "\n")[1:]...)
	}
	return a
}

// MainProfile is the name of the profile that every account has: the member's nickname or
// name, else what it is. What they log in with and where mails reach them is nothing for the
// other profiles.
func MainProfile(owner *ent.Account, locale string) string {
	for _, name := range []string{
		store.Text(owner.Nickname), store.Text(owner.Name), strings.TrimSpace(store.Text(owner.FamilyName) + " " + store.Text(owner.GivenName)),
	} {
		if name != "" {
			return name
		}
	}
	if locale == "en" {
		return "Main"
	}
	return "メイン"
}

// switchTo is the value of an account that says which profiles of it open what the session's
// does not.
const switchTo = "switch_to"

// otherProfiles is that value: "" in a session whose profile opens everything, else a line for the
// main profile and the names of the others that do, which have no line breaks. A profile that has
// been removed opens nothing.
func otherProfiles(b *sql.Builder) {
	b.WriteString(`CASE WHEN sessions.profile_id IS NULL
		OR EXISTS (SELECT FROM profiles p WHERE p.id = sessions.profile_id AND p.account_id = sessions.account_id AND NOT p.restricted) THEN ''
		ELSE 'main' || (SELECT coalesce(string_agg(E'\n' || p.name, '' ORDER BY p.created_at, p.id), '') FROM profiles p
			WHERE p.account_id = sessions.account_id AND NOT p.restricted) END`)
}

// mustReConsent is the value of an account that says whether its member has to agree to a policy
// before anything else in My Page.
const mustReConsent = "must_re_consent"

// reConsentDue is whether now there is a policy that members are asked to agree to and the
// session's member has not, in its current revision. It is read with every session, so that
// it costs no statement, and one that is published counts from the next request on.
func reConsentDue(now time.Time) func(*sql.Builder) {
	return func(b *sql.Builder) {
		b.WriteString(`EXISTS (SELECT 1 FROM policies p WHERE (p.asked_from IS NULL OR p.asked_from <= `).Arg(now).
			WriteString(`) AND NOT EXISTS (SELECT 1 FROM consents c
				WHERE c.account_id = sessions.account_id AND c.policy_id = p.id AND c.revision = p.revision))`)
	}
}

// extraColumns is what is read with a session and its account.
func extraColumns(now time.Time) []ent.ExtraColumn {
	return []ent.ExtraColumn{{Name: mustReConsent, Write: reConsentDue(now)}, {Name: switchTo, Write: otherProfiles}}
}

// Living is the session with the id and its account, as Resume answers them, for a caller who knows
// it without its token.
func (s *Service) Living(ctx context.Context, id uuid.UUID) (*ent.Session, *ent.Account, error) {
	now := s.Clock.Now()
	row, owner, err := s.Store.Client(ctx).Session.FirstWithAccount(ctx, extraColumns(now),
		append(s.living(), session.ID(id), ofActiveAccount())...,
	)
	if ent.IsNotFound(err) {
		return nil, nil, nil
	}
	return row, owner, err
}
