package oidc

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/identity/session"
)

// Token is a live access or refresh token: what it allows, now.
type Token struct {
	Family    Family
	Kind      string // access or refresh
	Scope     string
	IssuedAt  time.Time
	ExpiresAt time.Time
}

// living holds for live tokens, $2 being now: not expired, not used up, of a live family, of an
// active account, of a live session. An app that was disabled has no living family.
var living = `t.expires_at > $2 AND (t.kind = 'access' OR t.used_at IS NULL AND NOT ` + siblingUsed + `) AND f.ended_at IS NULL AND f.expires_at > $2
	AND (f.account_id IS NULL OR EXISTS (SELECT FROM accounts a WHERE a.id = f.account_id AND a.status = 'active')) AND ` + hasSession("$2")

// hasSession holds for families that need no session, as the app acts for itself or was allowed to
// while the member is away (OpenID Connect Core 11), or whose session is alive at the moment that
// the parameter has. An ended session ends its families; one that ran out of time is announced
// later, and counts from that time on.
func hasSession(now string) string {
	return `(f.offline OR f.session_id IS NULL OR ` + session.LivesSQL("f.session_id", now) + `)`
}

// Introspect is the live token, nil if it is unknown, expired or revoked. It costs one statement.
func (s *Service) Introspect(ctx context.Context, token string) (*Token, error) {
	t := new(Token)
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+`, t.kind, t.scope, t.created_at, t.expires_at
		FROM oidc_tokens t JOIN oidc_families f ON f.id = t.family_id WHERE t.token_hash = $1 AND `+living,
		secret.HashToken(token), s.Clock.Now()), &t.Kind, &t.Scope, &t.IssuedAt, &t.ExpiresAt)
	if isNoRow(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t.Family = *f
	return t, nil
}

// Revoke ends what a token of the client belongs to (RFC 7009): an access token by itself, a
// refresh token with its whole family. Another client's token, and an unknown one, stay as they
// are, and the caller is not told.
func (s *Service) Revoke(ctx context.Context, c *Client, token string) error {
	err := s.Store.Exec(ctx, `WITH found AS (
			SELECT t.id, t.kind, t.family_id FROM oidc_tokens t JOIN oidc_families f ON f.id = t.family_id WHERE t.token_hash = $1 AND f.client_id = $2),
		access AS (UPDATE oidc_tokens SET expires_at = $3 WHERE id IN (SELECT id FROM found WHERE kind = 'access') AND expires_at > $3)
		UPDATE oidc_families SET ended_at = $3 WHERE ended_at IS NULL AND id IN (SELECT family_id FROM found WHERE kind = 'refresh')`,
		secret.HashToken(token), c.ID, s.Clock.Now())
	failpoint.Reached(pointRevoked)
	return err
}

// About is what a token lets its app know of its member, with the sub by which the app knows them:
// userinfo (OpenID Connect Core 5.3). It costs one statement, or none when the token says no more
// than who the member is.
func (s *Service) About(ctx context.Context, t *Token) (map[string]any, error) {
	c, err := s.Client(ctx, t.Family.ClientID)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, fmt.Errorf("token of %s, which is no client", t.Family.ClientID)
	}
	scopes := Split(t.Scope)
	row, watchable, err := s.member(ctx, t.Family.AccountID, scopes)
	if err != nil {
		return nil, err
	}
	keys, err := s.Keyring(ctx)
	if err != nil {
		return nil, err
	}
	all := s.about(row, scopes)
	if watchable != nil {
		all[ScopeEntitlements] = watchable
	}
	all["sub"] = keys.Sub(c, t.Family.AccountID)
	return all, nil
}

// member reads of an account what the scopes let an app know of it, and nothing else; with the
// scope for it, what its member may watch.
// Fault: not found.
func (s *Service) member(ctx context.Context, id uuid.UUID, scopes []string) (*ent.Account, []Watchable, error) {
	row := &ent.Account{ID: id}
	var columns []string
	var into []any
	for _, scope := range scopes {
		for _, one := range columnsOf[scope] {
			columns, into = append(columns, one.name), append(into, one.into(row))
		}
	}
	var document []byte
	args := []any{id}
	entitled := slices.Contains(scopes, ScopeEntitlements)
	if entitled {
		columns, into, args = append(columns, "("+watchableNow+")"), append(into, &document), append(args, s.Clock.Now())
	}
	if len(columns) == 0 {
		return row, nil, nil
	}
	err := s.Store.QueryRow(ctx, `SELECT `+strings.Join(columns, ", ")+` FROM accounts WHERE id = $1`, args...).Scan(into...)
	if isNoRow(err) {
		err = fault.NotFound()
	}
	if err != nil || !entitled {
		return row, nil, err
	}
	var all []Watchable
	return row, all, json.Unmarshal(document, &all)
}

// watchableNow is a query for what the member of the account $1 may watch at the moment $2, or
// later, in the order of its plans.
const watchableNow = `SELECT coalesce(jsonb_agg(jsonb_build_object('plan', plan_id, 'since', starts_at, 'until', expires_at) ORDER BY plan_id, starts_at), '[]')
	FROM entitlements WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`

// Watchable is what the member may watch, now or later, in the order of its plans.
func (s *Service) Watchable(ctx context.Context, accountID uuid.UUID) ([]Watchable, error) {
	_, all, err := s.member(ctx, accountID, []string{ScopeEntitlements})
	return all, err
}
