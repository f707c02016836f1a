package session

import (
	"context"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/predicate"
	"kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
)

// How long sessions live.
const (
	Idle            = 7 * 24 * time.Hour  // without a request
	MemberLife      = 30 * 24 * time.Hour // since the login, or the last proof of who it is
	VisitorLife     = 24 * time.Hour
	visitorsPerDay  = 5000        // sessions a network may begin without logging in
	touchAfter      = time.Minute // how exact last_seen_at is
	tokenLength     = 43          // of secret.Token
	maxUserAgentLen = 500         // characters (K-001)
)

// Begin starts a session for a visitor who has none, such as at the first step of a sign-up. The
// token is for the cookie sid and stored nowhere. Fault: throttled, for a network that begins
// too many.
func (s *Service) Begin(ctx context.Context, a actor.Actor) (token string, sessionID uuid.UUID, err error) {
	if err := s.Throttle.Count(ctx, "session-from:"+a.Network(), visitorsPerDay, VisitorLife); err != nil {
		return "", uuid.Nil, err
	}
	token = secret.Token()
	row, err := s.newSession(ctx, a, token).SetExpiresAt(s.Clock.Now().Add(VisitorLife)).Save(ctx)
	if err != nil {
		return "", uuid.Nil, err
	}
	return token, row.ID, nil
}

func (s *Service) newSession(ctx context.Context, a actor.Actor, token string) *ent.SessionCreate {
	now := s.Clock.Now()
	return s.Store.Client(ctx).Session.Create().SetCreatedAt(now).SetLastSeenAt(now).
		SetTokenHash(secret.HashToken(token)).SetIP(a.IP).SetUserAgent(UserAgent(a))
}

// UserAgent is what is kept of the actor's user agent. The header may hold any bytes; the database
// takes text.
func UserAgent(a actor.Actor) string {
	userAgent := strings.ToValidUTF8(a.UserAgent, "")
	if runes := []rune(userAgent); len(runes) > maxUserAgentLen {
		return string(runes[:maxUserAgentLen])
	}
	return userAgent
}

// Resume is the living session behind a token and its account, which a visitor's has none of. The
// session is nil when the token is unknown, or its session has ended, is too old or belongs to an
// account that is not active. It costs one statement, and at most once a minute a second one that
// notes that the session was used.
func (s *Service) Resume(ctx context.Context, token string) (*ent.Session, *ent.Account, error) {
	if len(token) != tokenLength {
		return nil, nil, nil
	}
	now := s.Clock.Now()
	row, owner, err := s.Store.Client(ctx).Session.FirstWithAccount(ctx, extraColumns(now),
		append(s.living(), session.TokenHash(secret.HashToken(token)), ofActiveAccount())...,
	)
	if ent.IsNotFound(err) {
		return nil, nil, nil
	}
	if err != nil || now.Sub(row.LastSeenAt) < touchAfter {
		return row, owner, err
	}
	err = s.Store.Client(ctx).Session.Update().
		Where(session.ID(row.ID), session.LastSeenAtLTE(now.Add(-touchAfter))).SetLastSeenAt(now).Exec(ctx)
	return row, owner, err
}

// ofActiveAccount keeps visitors' sessions and those of active accounts, in a query of
// FirstWithAccount.
func ofActiveAccount() predicate.Session {
	return session.Or(session.AccountIDIsNil(), ent.JoinedAccount(func(accounts *sql.SelectTable) *sql.Predicate {
		return sql.EQ(accounts.C(entaccount.FieldStatus), string(entaccount.StatusActive))
	}))
}

// Logout ends the actor's session; its token is dead from then on. Without a session there is
// nothing to do.
func (s *Service) Logout(ctx context.Context, a actor.Actor) error { return s.end(ctx, a.SessionID) }

func (s *Service) end(ctx context.Context, id uuid.UUID) error {
	if id == uuid.Nil {
		return nil
	}
	_, err := s.endWhere(ctx, session.ID(id))
	return err
}

// LiftPasswordDuty lets the sessions of the account go on that had to change the password first. It
// joins the caller's transaction.
func (s *Service) LiftPasswordDuty(ctx context.Context, accountID uuid.UUID) error {
	return s.Store.Client(ctx).Session.Update().Where(session.AccountID(accountID), session.MustChangePassword(true)).
		SetMustChangePassword(false).Exec(ctx)
}
