package oidc

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/failpoint"
	"kaiin/server/base/secret"
	"kaiin/server/oidc/clientfile"
)

// How long what the service gives to apps is valid.
const (
	CodeLife    = 60 * time.Second
	AccessLife  = 10 * time.Minute
	RefreshLife = 30 * 24 * time.Hour  // since it was given; each refresh gives a new one
	familyLife  = 400 * 24 * time.Hour // of offline access, however often it is refreshed
	// Grace is how long a refresh token works again for its own client after it was used: the
	// answer may have been lost.
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

	parent uuid.NullUUID // the refresh token that they are given for
}

// Reasons why a code or a refresh token gives nothing. Each is RFC 6749's invalid_grant, except
// ErrScope, its invalid_scope.
var (
	ErrUnknown  = errors.New("it is unknown, over, or another client's")
	ErrUsed     = errors.New("it was used before: all that came of it has ended")
	ErrRedirect = errors.New("redirect_uri is not that of the request")
	ErrVerifier = errors.New("code_verifier does not fit code_challenge")
	ErrScope    = errors.New("a scope was not granted")
)

// Redeem exchanges a code. check looks at what the code is bound to, and nothing is spent when it
// finds something wrong. A code that comes again from its own client ends all that came of it.
// Errors: check's, ErrUnknown, ErrUsed.
func (s *Service) Redeem(ctx context.Context, c *Client, code string, check func(Granted) error) (*Tokens, error) {
	now := s.Clock.Now()
	var usedAt, endedAt *time.Time
	var expires time.Time
	var isActive bool
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+`, f.code_used_at, f.ended_at, f.code_expires_at, a.status = 'active' AND `+hasSession("$3")+`
		FROM oidc_families f JOIN accounts a ON a.id = f.account_id
		WHERE f.code_hash = $1 AND f.client_id = $2`, secret.HashToken(code), c.ID, now), &usedAt, &endedAt, &expires, &isActive)
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
	given, err := s.give(ctx, t, `spent AS (UPDATE oidc_families SET code_used_at = $1, expires_at = $10
		WHERE id = $2 AND code_used_at IS NULL AND ended_at IS NULL AND `+clientLives+` RETURNING id)`, f.ExpiresAt)
	failpoint.Reached(pointCodeSpent)
	if err != nil || given {
		return t, err
	}
	return nil, s.reused(ctx, f) // another one was faster
}

// Refresh gives the next tokens for a refresh token, with the scopes that are asked for, or all of
// them when none are. The token is used up but for the time of grace, in which an app may ask again
// whose answer was lost: until it uses one of the tokens that it was given for it. When a token
// that is used up comes again, its family ends, since somebody has stolen it. Errors: ErrUnknown,
// ErrUsed, ErrScope.
func (s *Service) Refresh(ctx context.Context, c *Client, token string, asked []string) (*Tokens, error) {
	var r *refreshing
	var t *Tokens
	err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		if r, err = s.refreshing(ctx, c, token); err != nil {
			return err
		}
		t, err = s.refresh(ctx, c, token, r, asked)
		return err
	})
	failpoint.Reached(pointRefreshed)
	if errors.Is(err, ErrUsed) {
		return nil, s.reused(ctx, &r.Family)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (s *Service) refresh(ctx context.Context, c *Client, token string, r *refreshing, asked []string) (*Tokens, error) {
	if err := r.worth(s.Clock.Now()); err != nil {
		return nil, err
	}
	f := &r.Family
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
	t.parent = uuid.NullUUID{UUID: r.tokenID, Valid: true}
	given, err := s.give(ctx, t, `spent AS (UPDATE oidc_tokens t SET used_at = coalesce(t.used_at, $1)
		WHERE t.id = $9 AND (t.used_at IS NULL AND NOT `+siblingUsed+` OR t.used_at >= $10 AND NOT `+successorUsed+`)
		AND EXISTS (SELECT FROM oidc_families WHERE id = $2 AND ended_at IS NULL) AND `+clientLives+` RETURNING id)`, s.Clock.Now().Add(-Grace))
	if err != nil || given {
		return t, err
	}
	// What was read before the family was locked has changed since: what is read now has not.
	now, err := s.refreshing(ctx, c, token)
	if err == nil {
		err = now.worth(s.Clock.Now())
	}
	if err == nil {
		err = ErrUnknown // the client has just been disabled
	}
	return nil, err
}

// refreshing is a refresh token that its client wants to exchange for the next pair.
type refreshing struct {
	Family
	tokenID       uuid.UUID
	usedAt        *time.Time
	expiresAt     time.Time
	isOvertaken   bool       // a token that was given for it was used
	siblingUsedAt *time.Time // when another one was used that was given for the same token
}

// siblingUsed and successorUsed hold for a token t: another token that was given for the same one
// was used; one that was given for it was.
const (
	siblingUsed   = `EXISTS (SELECT FROM oidc_tokens s WHERE s.parent_id = t.parent_id AND s.id <> t.id AND s.used_at IS NOT NULL)`
	successorUsed = `EXISTS (SELECT FROM oidc_tokens s WHERE s.parent_id = t.id AND s.used_at IS NOT NULL)`
)

// refreshing locks the family of a refresh token and reads them, inside a transaction: its tokens
// are refreshed one after the other.
// Error: ErrUnknown.
func (s *Service) refreshing(ctx context.Context, c *Client, token string) (*refreshing, error) {
	r := new(refreshing)
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+`, t.id, t.used_at, t.expires_at, `+successorUsed+`,
			(SELECT min(s.used_at) FROM oidc_tokens s WHERE s.parent_id = t.parent_id AND s.id <> t.id)
		FROM oidc_tokens t JOIN oidc_families f ON f.id = t.family_id JOIN accounts a ON a.id = f.account_id
		WHERE t.token_hash = $1 AND t.kind = 'refresh' AND f.client_id = $2 AND f.ended_at IS NULL AND f.expires_at > $3 AND a.status = 'active'
			AND `+hasSession("$3")+` FOR NO KEY UPDATE OF f`,
		secret.HashToken(token), c.ID, s.Clock.Now()), &r.tokenID, &r.usedAt, &r.expiresAt, &r.isOvertaken, &r.siblingUsedAt)
	if isNoRow(err) {
		return nil, ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	r.Family = *f
	return r, nil
}

// worth is nil for a token that gives the next ones. Of several that were given for one token, in
// its time of grace, the first that is used ends the others: one that comes within the same time,
// as from another process of the app, gives nothing, and one that comes later was stolen like a
// token that was used itself. Errors: ErrUnknown, ErrUsed.
func (r *refreshing) worth(now time.Time) error {
	switch {
	case r.usedAt != nil && (r.isOvertaken || now.Sub(*r.usedAt) > Grace):
		return ErrUsed
	case r.usedAt == nil && r.siblingUsedAt != nil && now.Sub(*r.siblingUsedAt) > Grace:
		return ErrUsed
	case r.usedAt == nil && r.siblingUsedAt != nil, !now.Before(r.expiresAt):
		return ErrUnknown
	}
	return nil
}

// ClientCredentials gives an app tokens for itself (RFC 6749 4.4), for what the store has of the
// scopes, and a program of the staff for what it holds of theirs. The client's row is locked as in
// begin: disabling it comes before, and is seen, or after, and ends the family. Errors: ErrScope;
// ErrUnknown, when the client has just been disabled.
func (s *Service) ClientCredentials(ctx context.Context, c *Client, scopes ...string) (*Tokens, error) {
	now := s.Clock.Now()
	own, err := s.ownScopes(ctx, c, scopes)
	if err != nil {
		return nil, err
	}
	scope := joined(own)
	f := &Family{ID: uuid.Must(uuid.NewV7()), ClientID: c.ID, Scope: scope, ExpiresAt: now.Add(AccessLife)}
	t := s.newTokens(c, f, scope)
	given, err := s.give(ctx, t, `spent AS (INSERT INTO oidc_families (id, created_at, client_id, offline, scope, granted, expires_at)
		SELECT $2::uuid, $1::timestamptz, $3::text, false, $5::text, '{}'::jsonb, $6::timestamptz FROM oidc_clients
		WHERE id = $3::text AND disabled_at IS NULL FOR SHARE RETURNING id)`)
	if err == nil && !given {
		err = ErrUnknown
	}
	return t, err
}

// newTokens makes the tokens of a family; nothing is stored.
func (s *Service) newTokens(c *Client, f *Family, scope string) *Tokens {
	t := &Tokens{Access: secret.Token(), Scope: scope, Family: *f}
	if f.AccountID != uuid.Nil && c.May(clientfile.GrantRefresh) {
		t.Refresh = secret.Token()
	}
	return t
}

// clientLives holds while the client of a statement of give is not disabled. It locks nothing: that
// is enough where a family is there already, which ends with its client. A new one needs a lock
// (begin, ClientCredentials).
const clientLives = `EXISTS (SELECT FROM oidc_clients WHERE id = $3::text AND disabled_at IS NULL)`

// give stores tokens with the statement that spends what they are given for, unless that finds
// nothing to spend. The statement is the part "spent" of a WITH; it may use $1 now, $2 the family,
// $3 its client, $5 the scope, $6 when the access token is over, $9 the refresh token that they are
// given for, and what follows from $10 on.
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
	args := []any{now, t.Family.ID, t.Family.ClientID, secret.HashToken(t.Access), t.Scope, now.Add(AccessLife), refresh, refreshed, t.parent}
	var stored int
	err = s.Store.QueryRow(ctx, `WITH `+spent+`, stored AS (
		INSERT INTO oidc_tokens (id, created_at, family_id, kind, token_hash, scope, expires_at, parent_id)
		SELECT gen_random_uuid(), $1::timestamptz, $2::uuid, kind, hash, $5::text, until, CASE kind WHEN 'refresh' THEN $9::uuid END
		FROM spent, (VALUES ('access', $4::bytea, $6::timestamptz), ('refresh', $7::bytea, $8::timestamptz)) AS fresh (kind, hash, until)
		WHERE $3::text <> '' AND hash IS NOT NULL RETURNING 1),
		used AS (UPDATE oidc_grants g SET last_used_at = $1::timestamptz FROM spent, oidc_families f
			WHERE f.id = $2::uuid AND g.account_id = f.account_id AND g.client_id = f.client_id)
		SELECT count(*) FROM stored`, append(args, more...)...).Scan(&stored)
	return stored > 0, err
}

// reused ends a family, after one of its codes or tokens came twice.
func (s *Service) reused(ctx context.Context, f *Family) error {
	return errors.Join(ErrUsed, s.endFamilies(ctx, "id = $2", f.ID))
}

// endFamilies ends the living families that the condition names by $2. All of their tokens are dead
// with that.
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
