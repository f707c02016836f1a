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

// Binding is what an app says of the request that its code answers.
type Binding struct {
	RedirectURI string
	Challenge   string // that of its verifier
}

// Redeem exchanges a code, which costs one statement. Nothing is spent where the code is bound to
// something else. A code that comes again from its own client ends all that came of it. Errors:
// ErrUnknown, ErrUsed, ErrRedirect, ErrVerifier.
func (s *Service) Redeem(ctx context.Context, c *Client, code string, b Binding) (*Tokens, error) {
	failpoint.Reached(pointCodeFound)
	now, hash := s.Clock.Now(), secret.HashToken(code)
	t, given, err := s.give(ctx, c, `spent AS (UPDATE oidc_families f SET code_used_at = $1, expires_at = $8 FROM accounts a
		WHERE f.code_hash = $9 AND f.client_id = $2 AND f.granted->>'redirectUri' = $10 AND f.granted->>'challenge' = $11
			AND f.code_used_at IS NULL AND f.ended_at IS NULL AND f.code_expires_at > $1
			AND a.id = f.account_id AND a.status = 'active' AND `+hasSession("$1")+` AND `+clientLives+` RETURNING `+familyColumns+`, `+noParent+`)`,
		tokensOf{}, now.Add(familyLife), hash, b.RedirectURI, b.Challenge)
	failpoint.Reached(pointCodeSpent)
	if err != nil || given {
		return t, err
	}
	return nil, s.unredeemed(ctx, c, hash, b)
}

// unredeemed is why a code has given nothing.
func (s *Service) unredeemed(ctx context.Context, c *Client, hash []byte, b Binding) error {
	var isUsed, isOver bool
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+`, f.code_used_at IS NOT NULL, f.ended_at IS NOT NULL OR f.code_expires_at <= $3
		FROM oidc_families f WHERE f.code_hash = $1 AND f.client_id = $2`, hash, c.ID, s.Clock.Now()), &isUsed, &isOver)
	switch {
	case isNoRow(err):
		return ErrUnknown
	case err != nil:
		return err
	case isUsed:
		return s.reused(ctx, f.ID)
	case isOver:
		return ErrUnknown
	case f.Granted.RedirectURI != b.RedirectURI:
		return ErrRedirect
	case f.Granted.Challenge != b.Challenge:
		return ErrVerifier
	}
	return ErrUnknown // its member or its client is let in no more
}

// Refresh gives the next tokens for a refresh token, with the scopes that are asked for, or all of
// them when none are. The token is used up but for the time of grace, in which an app may ask again
// whose answer was lost: until it uses one of the tokens that it was given for it. When a token
// that is used up comes again, its family ends, since somebody has stolen it. It costs one
// statement, unless fewer scopes are asked for, the token or a sibling was used before, or its
// family is changed at the same moment. Errors: ErrUnknown, ErrUsed, ErrScope.
func (s *Service) Refresh(ctx context.Context, c *Client, token string, asked []string) (*Tokens, error) {
	failpoint.Reached(pointRefreshFound)
	defer failpoint.Reached(pointRefreshed)
	if len(asked) == 0 {
		if t, given, err := s.next(ctx, c, token, nil, nil); err != nil || given {
			return t, err
		}
	}
	r, t, err := s.refresh(ctx, c, token, asked)
	if errors.Is(err, errOvertaken) { // now it waits its turn
		err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
			if err := s.Store.Exec(ctx, `SELECT FROM oidc_families WHERE id = $1 FOR NO KEY UPDATE`, r.familyID); err != nil {
				return err
			}
			r, t, err = s.refresh(ctx, c, token, asked)
			return err
		})
	}
	switch {
	case errors.Is(err, errOvertaken): // the client has just been disabled
		return nil, ErrUnknown
	case errors.Is(err, ErrUsed):
		return nil, s.reused(ctx, r.familyID)
	case err != nil:
		return nil, err
	}
	return t, nil
}

// errOvertaken says that a family is no more what it was when it was read.
var errOvertaken = errors.New("something else was done with the family meanwhile")

// refresh decides by what it reads, and gives nothing if that has changed meanwhile. Errors:
// ErrUnknown, ErrUsed, ErrScope, errOvertaken.
func (s *Service) refresh(ctx context.Context, c *Client, token string, asked []string) (*refreshing, *Tokens, error) {
	r, err := s.refreshing(ctx, c, token)
	if err != nil {
		return nil, nil, err
	}
	if err := r.worth(s.Clock.Now()); err != nil {
		return r, nil, err
	}
	var scope *string
	if len(asked) > 0 {
		if len(without(asked, Split(r.scope))) > 0 {
			return r, nil, ErrScope
		}
		fewer := joined(only(Split(r.scope), asked))
		scope = &fewer
	}
	t, given, err := s.next(ctx, c, token, scope, &r.version)
	if err == nil && !given {
		err = errOvertaken
	}
	return r, t, err
}

// next gives tokens for a refresh token of a family that is still of the version, or else for one
// that was not used. The row of the family is written anew each time: of several that do so at once
// one finds it as its statement had read it, and the others give nothing.
func (s *Service) next(ctx context.Context, c *Client, token string, scope, version *string) (*Tokens, bool, error) {
	t, given, err := s.give(ctx, c, `found AS (SELECT t.id, f.id AS family, f.xmin AS version `+ofRefresh("$8")+`
			AND (f.xmin::text = $9 OR t.used_at IS NULL AND t.expires_at > $1 AND NOT `+siblingUsed+`) AND `+clientLives+`),
		unchanged AS (UPDATE oidc_families f SET expires_at = f.expires_at FROM found WHERE f.id = found.family AND f.xmin = found.version
			RETURNING `+familyColumns+`, found.id AS parent),
		spent AS (UPDATE oidc_tokens t SET used_at = coalesce(t.used_at, $1) FROM unchanged f WHERE t.id = f.parent RETURNING f.*)`,
		tokensOf{scope: scope}, secret.HashToken(token), version)
	if given {
		t.Family.Granted.Nonce = "" // it proved the answer to a request, which a refresh is not (OpenID Connect Core 12.2)
	}
	return t, given, err
}

// refreshing is a refresh token that its client wants to exchange for the next pair.
type refreshing struct {
	familyID      uuid.UUID
	version       string // of the family's row
	scope         string
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

// ofRefresh are the refresh token whose hash the parameter has, of the client $2, and its living
// family, at $1.
func ofRefresh(hash string) string {
	return `FROM oidc_tokens t JOIN oidc_families f ON f.id = t.family_id JOIN accounts a ON a.id = f.account_id
		WHERE t.token_hash = ` + hash + ` AND t.kind = 'refresh' AND f.client_id = $2 AND f.ended_at IS NULL AND f.expires_at > $1 AND a.status = 'active'
			AND ` + hasSession("$1")
}

// refreshing reads a refresh token with its family. Error: ErrUnknown.
func (s *Service) refreshing(ctx context.Context, c *Client, token string) (*refreshing, error) {
	r := new(refreshing)
	err := s.Store.QueryRow(ctx, `SELECT f.id, f.xmin::text, f.scope, t.used_at, t.expires_at, `+successorUsed+`,
			(SELECT min(s.used_at) FROM oidc_tokens s WHERE s.parent_id = t.parent_id AND s.id <> t.id) `+ofRefresh("$3"),
		s.Clock.Now(), c.ID, secret.HashToken(token)).Scan(&r.familyID, &r.version, &r.scope, &r.usedAt, &r.expiresAt, &r.isOvertaken, &r.siblingUsedAt)
	if isNoRow(err) {
		err = ErrUnknown
	}
	return r, err
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
	t, given, err := s.give(ctx, c, `spent AS (INSERT INTO oidc_families AS f (id, created_at, client_id, offline, scope, granted, expires_at)
		SELECT $8::uuid, $1::timestamptz, $2::text, false, $9::text, '{}'::jsonb, $10::timestamptz FROM oidc_clients
		WHERE id = $2::text AND disabled_at IS NULL FOR SHARE RETURNING `+familyColumns+`, `+noParent+`)`,
		tokensOf{noMember: true}, uuid.Must(uuid.NewV7()), joined(own), now.Add(AccessLife))
	if err == nil && !given {
		err = ErrUnknown
	}
	return t, err
}

// clientLives holds while the client of a statement of give is not disabled. It locks nothing: that
// is enough where a family is there already, which ends with its client. A new one needs a lock
// (begin, ClientCredentials).
const clientLives = `EXISTS (SELECT FROM oidc_clients WHERE id = $2::text AND disabled_at IS NULL)`

// tokensOf says more of the tokens that are given.
type tokensOf struct {
	scope    *string // nil: all that the family has
	noMember bool    // the app acts for itself, and gets no refresh token
}

// give makes the client's next tokens and stores them with the statement that spends what they are
// given for, unless that finds nothing to spend. The statement is the part "spent" of a WITH, whose
// row are the familyColumns and the parent, which is the refresh token that they are given for. It
// may use $1 now, $2 the client, and what follows from $8 on.
func (s *Service) give(ctx context.Context, c *Client, spent string, of tokensOf, more ...any) (t *Tokens, given bool, err error) {
	now := s.Clock.Now()
	t = &Tokens{Access: secret.Token()}
	var refresh []byte
	if !of.noMember && c.May(clientfile.GrantRefresh) {
		t.Refresh = secret.Token()
		refresh = secret.HashToken(t.Refresh)
	}
	args := []any{now, c.ID, secret.HashToken(t.Access), refresh, of.scope, now.Add(AccessLife), now.Add(RefreshLife)}
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `WITH `+spent+`, stored AS (
		INSERT INTO oidc_tokens (id, created_at, family_id, kind, token_hash, scope, expires_at, parent_id)
		SELECT gen_random_uuid(), $1::timestamptz, f.id, kind, hash, coalesce($5::text, f.scope), until, CASE kind WHEN 'refresh' THEN f.parent END
		FROM spent f, LATERAL (VALUES ('access', $3::bytea, $6::timestamptz), ('refresh', $4::bytea, least($7::timestamptz, f.expires_at))) AS fresh (kind, hash, until)
		WHERE hash IS NOT NULL),
		used AS (UPDATE oidc_grants g SET last_used_at = $1::timestamptz FROM spent f WHERE g.account_id = f.account_id AND g.client_id = f.client_id)
		SELECT `+familyColumns+`, coalesce($5::text, f.scope) FROM spent f`, append(args, more...)...), &t.Scope)
	if isNoRow(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	t.Family = *f
	return t, true, nil
}

// reused ends a family, after one of its codes or tokens came twice.
func (s *Service) reused(ctx context.Context, familyID uuid.UUID) error {
	return errors.Join(ErrUsed, s.endFamilies(ctx, "id = $2", familyID))
}

// endFamilies ends the living families that the condition names by $2. All of their tokens are dead
// with that.
func (s *Service) endFamilies(ctx context.Context, which string, arg any) error {
	return s.Store.Exec(ctx, `UPDATE oidc_families SET ended_at = $1 WHERE ended_at IS NULL AND `+which, s.Clock.Now(), arg)
}

const noParent = `NULL::uuid AS parent`

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
