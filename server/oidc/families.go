package oidc

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"kaiin/server/catalog"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/server/failpoint"
	"kaiin/server/secret"
)

// Lives of what the service gives to apps.
const (
	CodeLife    = 60 * time.Second
	AccessLife  = 10 * time.Minute
	RefreshLife = 30 * 24 * time.Hour  // since it was given; each refresh gives a new one
	familyLife  = 400 * 24 * time.Hour // of offline access, however often it is refreshed
	// Grace is how long a refresh token works again for its own client after it was used: the answer may have been lost.
	Grace = 30 * time.Second
)

// Granted is what an answer to an app is bound to, and what it says of the member's login.
type Granted struct {
	RedirectURI string    `json:"redirectUri,omitempty"`
	Challenge   string    `json:"challenge,omitempty"` // S256; none for a device
	Nonce       string    `json:"nonce,omitempty"`
	Claims      Claims    `json:"claims"`
	AuthTime    time.Time `json:"authTime"`
	AMR         []string  `json:"amr,omitempty"`
	ACR         string    `json:"acr,omitempty"`
}

// Family is all that descends from one answer to an app.
type Family struct {
	ID        uuid.UUID
	ClientID  string
	AccountID uuid.UUID // zero: the app acts for itself
	SessionID uuid.UUID
	Offline   bool
	Scope     string
	Granted   Granted
	ExpiresAt time.Time // until it has tokens: when what it waits with is over
}

// Tokens are what an app gets.
type Tokens struct {
	Access, Refresh string // Refresh is "" where the client gets none
	Scope           string
	Family          Family
}

// Reasons why a code or a refresh token gives nothing. Each is RFC 6749's invalid_grant, except ErrScope, its invalid_scope.
var (
	ErrUnknown  = errors.New("it is unknown, over, or another client's")
	ErrUsed     = errors.New("it was used before: all that came of it has ended")
	ErrRedirect = errors.New("redirect_uri is not that of the request")
	ErrVerifier = errors.New("code_verifier does not fit code_challenge")
	ErrScope    = errors.New("a scope was not granted")
)

// Redeem exchanges a code. check looks at what the code is bound to, and nothing is spent when it finds something wrong. A code that
// comes again from its own client ends all that came of it. Errors: check's, ErrUnknown, ErrUsed.
func (s *Service) Redeem(ctx context.Context, c *Client, code string, check func(Granted) error) (*Tokens, error) {
	now := s.Clock.Now()
	var usedAt, endedAt *time.Time
	var expires time.Time
	var isActive bool
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+`, f.code_used_at, f.ended_at, f.code_expires_at, a.status = 'active'
		FROM oidc_families f JOIN accounts a ON a.id = f.account_id
		WHERE f.code_hash = $1 AND f.client_id = $2`, secret.HashToken(code), c.ID), &usedAt, &endedAt, &expires, &isActive)
	switch {
	case isNoRow(err):
		return nil, ErrUnknown
	case err != nil:
		return nil, err
	case usedAt != nil:
		return nil, s.reused(ctx, f)
	case endedAt != nil || !now.Before(expires) || !isActive:
		return nil, ErrUnknown
	}
	if err := check(f.Granted); err != nil {
		return nil, err
	}
	failpoint.Reached(pointCodeFound)
	f.ExpiresAt = now.Add(familyLife)
	t := s.newTokens(c, f, f.Scope)
	given, err := s.give(ctx, t, `spent AS (UPDATE oidc_families SET code_used_at = $1, expires_at = $9
		WHERE id = $2 AND code_used_at IS NULL AND ended_at IS NULL AND `+clientLives+` RETURNING id)`, f.ExpiresAt)
	failpoint.Reached(pointCodeSpent)
	if err != nil || given {
		return t, err
	}
	return nil, s.reused(ctx, f) // another one was faster
}

// Refresh gives the next tokens for a refresh token, with the scopes that are asked for, or all of them when none are. The token is used
// up but for the time of grace; when it comes again after that, its family ends, since somebody has stolen it. Errors: ErrUnknown,
// ErrUsed, ErrScope.
func (s *Service) Refresh(ctx context.Context, c *Client, token string, asked []string) (*Tokens, error) {
	now := s.Clock.Now()
	var tokenID uuid.UUID
	var usedAt *time.Time
	var expires time.Time
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+`, t.id, t.used_at, t.expires_at
		FROM oidc_tokens t JOIN oidc_families f ON f.id = t.family_id JOIN accounts a ON a.id = f.account_id
		WHERE t.token_hash = $1 AND t.kind = 'refresh' AND f.client_id = $2 AND f.ended_at IS NULL AND f.expires_at > $3 AND a.status = 'active'`,
		secret.HashToken(token), c.ID, now), &tokenID, &usedAt, &expires)
	switch {
	case isNoRow(err):
		return nil, ErrUnknown
	case err != nil:
		return nil, err
	case usedAt != nil && now.Sub(*usedAt) > Grace:
		return nil, s.reused(ctx, f)
	case !now.Before(expires):
		return nil, ErrUnknown
	}
	f.Granted.Nonce = "" // it proved the answer to a request, which a refresh is not (OpenID Connect Core 12.2)
	scope := f.Scope
	if len(asked) > 0 {
		if len(without(asked, Split(f.Scope))) > 0 {
			return nil, ErrScope
		}
		scope = joined(only(Split(f.Scope), asked))
	}
	failpoint.Reached(pointRefreshFound)
	t := s.newTokens(c, f, scope)
	given, err := s.give(ctx, t, `spent AS (UPDATE oidc_tokens SET used_at = coalesce(used_at, $1)
		WHERE id = $9 AND (used_at IS NULL OR used_at >= $10) AND EXISTS (SELECT FROM oidc_families WHERE id = $2 AND ended_at IS NULL) AND `+clientLives+`
		RETURNING id)`, tokenID, now.Add(-Grace))
	failpoint.Reached(pointRefreshed)
	if err != nil || given {
		return t, err
	}
	return nil, ErrUnknown // the family or the client has just ended
}

// Own gives an app tokens for itself (RFC 6749 4.4), for what the store has of the scopes. Error: ErrUnknown, when the client has just been
// disabled.
func (s *Service) Own(ctx context.Context, c *Client, scopes ...string) (*Tokens, error) {
	now := s.Clock.Now()
	asked, err := s.asked(ctx, nil, &Request{Scopes: scopes})
	if err != nil {
		return nil, err
	}
	scope := joined(asked.Keys())
	f := &Family{ID: uuid.Must(uuid.NewV7()), ClientID: c.ID, Scope: scope, ExpiresAt: now.Add(AccessLife)}
	t := s.newTokens(c, f, scope)
	given, err := s.give(ctx, t, `spent AS (INSERT INTO oidc_families (id, created_at, client_id, offline, scope, granted, expires_at)
		SELECT $2::uuid, $1::timestamptz, $3::text, false, $5::text, '{}'::jsonb, $6::timestamptz WHERE `+clientLives+` RETURNING id)`)
	if err == nil && !given {
		err = ErrUnknown
	}
	return t, err
}

// newTokens makes the tokens of a family; nothing is stored.
func (s *Service) newTokens(c *Client, f *Family, scope string) *Tokens {
	t := &Tokens{Access: secret.Token(), Scope: scope, Family: *f}
	if f.AccountID != uuid.Nil && c.May(catalog.GrantRefresh) {
		t.Refresh = secret.Token()
	}
	return t
}

// clientLives holds while the client of a statement of give is not disabled.
const clientLives = `EXISTS (SELECT FROM oidc_clients WHERE id = $3::text AND disabled_at IS NULL)`

// give stores tokens with the statement that spends what they are given for, unless that finds nothing to spend. The statement is the
// part "spent" of a WITH; it may use $1 now, $2 the family, $3 its client, $5 the scope, $6 when the access token is over, and what
// follows from $9 on.
func (s *Service) give(ctx context.Context, t *Tokens, spent string, more ...any) (given bool, err error) {
	now := s.Clock.Now()
	var refresh []byte
	if t.Refresh != "" {
		refresh = secret.HashToken(t.Refresh)
	}
	refreshed := now.Add(RefreshLife)
	if t.Family.ExpiresAt.Before(refreshed) {
		refreshed = t.Family.ExpiresAt
	}
	args := []any{now, t.Family.ID, t.Family.ClientID, secret.HashToken(t.Access), t.Scope, now.Add(AccessLife), refresh, refreshed}
	var stored int
	err = s.Store.QueryRow(ctx, `WITH `+spent+`, stored AS (
		INSERT INTO oidc_tokens (id, created_at, family_id, kind, token_hash, scope, expires_at)
		SELECT gen_random_uuid(), $1::timestamptz, $2::uuid, kind, hash, $5::text, until
		FROM spent, (VALUES ('access', $4::bytea, $6::timestamptz), ('refresh', $7::bytea, $8::timestamptz)) AS fresh (kind, hash, until)
		WHERE $3::text <> '' AND hash IS NOT NULL RETURNING 1),
		used AS (UPDATE oidc_grants g SET last_used_at = $1::timestamptz FROM spent, oidc_families f
			WHERE f.id = $2::uuid AND g.account_id = f.account_id AND g.client_id = f.client_id)
		SELECT count(*) FROM stored`, append(args, more...)...).Scan(&stored)
	return stored > 0, err
}

// reused ends a family of which something came twice.
func (s *Service) reused(ctx context.Context, f *Family) error {
	return errors.Join(ErrUsed, s.endFamilies(ctx, "id = $2", f.ID))
}

// endFamilies ends the living families that the condition names by $2. All of their tokens are dead with that.
func (s *Service) endFamilies(ctx context.Context, which string, arg any) error {
	return s.Store.Exec(ctx, `UPDATE oidc_families SET ended_at = $1 WHERE ended_at IS NULL AND `+which, s.Clock.Now(), arg)
}

const familyColumns = `f.id, f.client_id, f.account_id, f.session_id, f.offline, f.scope, f.granted, f.expires_at`

func (s *Service) scanFamily(row *sql.Row, more ...any) (*Family, error) {
	f := new(Family)
	var account, session uuid.NullUUID
	var granted []byte
	if err := row.Scan(append([]any{&f.ID, &f.ClientID, &account, &session, &f.Offline, &f.Scope, &granted, &f.ExpiresAt}, more...)...); err != nil {
		return nil, err
	}
	f.AccountID, f.SessionID = account.UUID, session.UUID
	return f, json.Unmarshal(granted, &f.Granted)
}

func isNoRow(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// HasScope reports whether the list of scopes has the one.
func HasScope(scope, one string) bool { return slices.Contains(Split(scope), one) }
