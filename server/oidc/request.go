package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/oidcrequest"
	"kaiin/server/base/actor"
	"kaiin/server/base/secret"
)

// Request is what an app asks a member for, checked: OpenID Connect Core 3.1.2.1, RFC 7636,
// RFC 9126.
type Request struct {
	ClientID    string
	RedirectURI string // registered
	Mode        string // query or form_post
	State       string
	Nonce       string
	Scopes      []string
	Challenge   string // S256, always there
	Prompt      []string
	MaxAge      *int      // seconds since the member last proved who they are
	Subject     uuid.UUID // the account that an id_token_hint or the claim sub names; zero: any
	LoginHint   string
	Locale      string // ja or en, from ui_locales; "": the member's own
	ACR         []string
	Claims      Claims
	AskedAt     time.Time

	Chosen  uuid.UUID // the account that the member chose on the page of account choice
	Browser []byte    // SHA-256 of the cookie of the browser that brought it: its key opens nothing in another one
}

// isOf reports whether the browser with the cookies (actor.AppBrowsers) is the one that brought
// the request.
func (r *Request) isOf(browsers []string) bool {
	return slices.ContainsFunc(browsers, func(one string) bool { return secret.Equal(r.Browser, secret.HashToken(one)) })
}

// Has reports whether the request has the prompt.
func (r *Request) Has(prompt string) bool { return slices.Contains(r.Prompt, prompt) }

const (
	// PushedFor is how long what an app pushed waits for its browser (RFC 9126 2.2).
	PushedFor = 90 * time.Second
	// RequestLife is how long members may take to log in, to sign up and to consent.
	RequestLife = 2 * time.Hour
)

// How many requests are kept and how many devices may begin to wait in an hour, for one network or
// one member: more than an office full of people asks for.
const (
	requestsAnHour = 1000
	devicesAnHour  = 1000
)

// longestRequest is how many bytes are kept of a request.
const longestRequest = 8 << 10

// ErrTooLong is a request that is too long to be kept.
var ErrTooLong = errors.New("the request is too long")

// Keep keeps a request that the actor's browser has brought, and answers the key that its pages
// carry, which opens it in that browser alone: a stranger who begins a request and gives its key
// away misleads no member. Members are counted apart, so that no visitor of their network can use
// up what they may ask. Error: ErrTooLong, or that the browser has no cookie for it, or several;
// fault: throttled.
func (s *Service) Keep(ctx context.Context, a actor.Actor, r *Request) (key string, err error) {
	if len(a.AppBrowsers) != 1 {
		return "", errors.New("a request is kept for no browser, or for several")
	}
	r.Browser = secret.HashToken(a.AppBrowsers[0])
	whom := a.Network()
	if a.SignedIn() {
		whom = a.AccountID.String()
	}
	return s.keep(ctx, r, false, RequestLife, whom)
}

// Push keeps a request that an app has pushed, and answers the end of its request_uri. A client
// that has proved itself may push as many as it has members; from is the network of any other one.
// Error: ErrTooLong; fault: throttled.
func (s *Service) Push(ctx context.Context, c *Client, from string, r *Request) (key string, err error) {
	if !c.isAnyone() {
		from = ""
	}
	return s.keep(ctx, r, true, PushedFor, from)
}

// Hold keeps a request that another site has posted, and answers the end of the request_uri by
// which the browser brings it again: the cookies of this site do not come along with such a post.
// Error: ErrTooLong; fault: throttled.
func (s *Service) Hold(ctx context.Context, a actor.Actor, r *Request) (key string, err error) {
	return s.keep(ctx, r, true, PushedFor, a.Network())
}

// keep keeps a request, counted under whom; "" is not counted.
func (s *Service) keep(ctx context.Context, r *Request, pushed bool, life time.Duration, whom string) (key string, err error) {
	plain, err := r.document()
	if err != nil {
		return "", err
	}
	key = secret.Token()
	now := s.Clock.Now()
	hash, state, until := secret.HashToken(key), s.Secrets.Seal(sealOf(key), plain), now.Add(life)
	if whom == "" {
		return key, s.Store.Client(ctx).OidcRequest.Create().SetClientID(r.ClientID).SetTokenHash(hash).SetPushed(pushed).SetState(state).
			SetExpiresAt(until).SetCreatedAt(now).Exec(ctx)
	}
	return key, s.Throttle.CountWith(ctx, "app-request:"+whom, requestsAnHour, time.Hour, `
		INSERT INTO oidc_requests (id, client_id, token_hash, pushed, state, expires_at, created_at) SELECT $5, $6, $7, $8, $9, $10, $11 FROM allowed`,
		oidcrequest.DefaultID(), r.ClientID, hash, pushed, state, until, now)
}

// document is a request as it is kept. Error: ErrTooLong.
func (r *Request) document() ([]byte, error) {
	plain, err := json.Marshal(r)
	if err == nil && len(plain) > longestRequest {
		err = ErrTooLong
	}
	return plain, err
}

// open reads what is kept of a request; nil when its app has been disabled since, or lets no answer
// come back to where this one would go.
func (s *Service) open(ctx context.Context, key string, sealed []byte) (*Request, error) {
	r, err := s.unseal(key, sealed)
	if err != nil {
		return nil, err
	}
	c, err := s.Client(ctx, r.ClientID)
	if err != nil || c == nil || !c.Redirect(r.RedirectURI) {
		return nil, err
	}
	return r, nil
}

// sealOf binds a sealed request to its key: it cannot be read without the key.
func sealOf(key string) string { return "oidc request " + key }

// Pushed takes what an app has pushed: once. nil when there is nothing, its time is over, or the
// app is let in no more.
func (s *Service) Pushed(ctx context.Context, key string) (*Request, error) {
	var sealed []byte
	err := s.Store.QueryRow(ctx, `DELETE FROM oidc_requests WHERE token_hash = $1 AND pushed AND expires_at > $2 RETURNING state`,
		secret.HashToken(key), s.Clock.Now()).Scan(&sealed)
	if isNoRow(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.open(ctx, key, sealed)
}

// Find is the request that a page's key names in the browser with the cookies; nil when there is
// none, it is another browser's, its time is over, or its app is let in no more.
func (s *Service) Find(ctx context.Context, browsers []string, key string) (*Request, error) {
	r, _, err := s.kept(ctx, actor.Actor{AppBrowsers: browsers}, key, `SELECT `+keptColumns+` FROM oidc_requests r WHERE `+isKept)
	return r, err
}

// FindAsked is Find in the actor's browser, with what the actor has said to the scopes that are
// asked for. It costs one statement.
func (s *Service) FindAsked(ctx context.Context, a actor.Actor, key string) (*Request, AskedScopes, error) {
	r, agreed, err := s.kept(ctx, a, key, `SELECT `+keptColumns+` FROM oidc_requests r WHERE `+isKept)
	if err != nil || r == nil {
		return nil, nil, err
	}
	asked, err := s.compareScopes(ctx, agreed, r)
	return r, asked, err
}

// isKept holds for the request r whose page has the key $1, at $2. keptColumns are what is read of
// it: what the account $3 has agreed to is what its app may do already.
const (
	isKept      = `r.token_hash = $1 AND NOT r.pushed AND r.expires_at > $2`
	keptColumns = `r.state, (SELECT g.scopes FROM oidc_grants g WHERE g.account_id = $3 AND g.client_id = r.client_id)`
)

// kept is a request that a statement finds by isKept, and what the actor has agreed to; nil where
// it finds none for the actor's browser, or its app is let in no more.
func (s *Service) kept(ctx context.Context, a actor.Actor, key, statement string) (*Request, Agreed, error) {
	var sealed, scopes []byte
	err := s.Store.QueryRow(ctx, statement, secret.HashToken(key), s.Clock.Now(), a.AccountID).Scan(&sealed, &scopes)
	if isNoRow(err) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	r, err := s.open(ctx, key, sealed)
	if err != nil || r == nil || !r.isOf(a.AppBrowsers) {
		return nil, nil, err
	}
	agreed, err := readAgreed(scopes)
	return r, agreed, err
}

func (s *Service) unseal(key string, sealed []byte) (*Request, error) {
	plain, err := s.Secrets.Open(sealOf(key), sealed)
	if err != nil {
		return nil, err
	}
	r := new(Request)
	return r, json.Unmarshal(plain, r)
}

// change keeps what has become of a request.
func (s *Service) change(ctx context.Context, key string, r *Request) error {
	plain, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return s.Store.Client(ctx).OidcRequest.Update().Where(oidcrequest.TokenHash(secret.HashToken(key)), oidcrequest.Pushed(false)).
		SetState(s.Secrets.Seal(sealOf(key), plain)).Exec(ctx)
}
