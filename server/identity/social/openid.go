package social

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/identity/login"
)

const (
	skew       = time.Minute // clocks may differ
	maxSubject = 255         // bytes; OpenID Connect Core, 2
)

// errSignature has no cause beneath, unlike keys that could not be fetched.
var errSignature = errors.New("the signature does not fit")

// openID is what the three OpenID providers have in common.
type openID struct {
	name      string // in errors
	client    config.OIDCClient
	http      *http.Client
	clock     *clock.Clock
	authStyle oauth2.AuthStyle
	scopes    []string
	algorithm string
	keys      oidc.KeySet // nil: those the provider publishes

	asking    singleflight.Group
	mu        sync.Mutex
	published *published // nil until the first sign-in
}

// published is what the provider says about itself.
type published struct {
	endpoint oauth2.Endpoint
	userinfo string
	keys     oidc.KeySet
}

// discover asks the provider about itself, until it has answered once. Callers at the same time
// share one question.
func (p *openID) discover(ctx context.Context) (*published, error) {
	p.mu.Lock()
	known := p.published
	p.mu.Unlock()
	if known != nil {
		return known, nil
	}
	asked := p.asking.DoChan("", func() (any, error) {
		ctx := oidc.ClientContext(context.WithoutCancel(ctx), p.http)
		provider, err := oidc.NewProvider(ctx, p.client.Issuer)
		if err != nil {
			return nil, brief(err)
		}
		var more struct {
			Keys    string   `json:"jwks_uri"`
			Methods []string `json:"token_endpoint_auth_methods_supported"`
		}
		if err := provider.Claims(&more); err != nil {
			return nil, err
		}
		found := &published{endpoint: provider.Endpoint(), userinfo: provider.UserInfoEndpoint(), keys: p.keys}
		found.endpoint.AuthStyle = styleOf(p.authStyle, more.Methods)
		if found.keys == nil {
			found.keys = oidc.NewRemoteKeySet(ctx, more.Keys)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.published = found
		return found, nil
	})
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: discovery: %w", p.name, unreachable(ctx.Err()))
	case result := <-asked:
		if result.Err != nil {
			return nil, fmt.Errorf("%s: discovery: %w", p.name, unreachable(result.Err))
		}
		return result.Val.(*published), nil
	}
}

// styleOf is how the client proves itself. Where that is left to the provider, it is by what every
// one takes (OpenID Connect Discovery, 3), unless it says that it takes form fields alone: a code
// is sent once, so none is spent on finding out.
func styleOf(own oauth2.AuthStyle, methods []string) oauth2.AuthStyle {
	switch {
	case own != oauth2.AuthStyleAutoDetect:
		return own
	case slices.Contains(methods, "client_secret_post") && !slices.Contains(methods, "client_secret_basic"):
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader
}

func (p *openID) oauth(found *published, redirectURL string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.client.ClientID, ClientSecret: p.client.ClientSecret, Endpoint: found.endpoint, RedirectURL: redirectURL, Scopes: p.scopes,
	}
}

// FormPost tells how the browser comes back.
func (p *openID) FormPost() bool { return p.client.FormPost }

// start is Start with the provider's own parameters.
func (p *openID) start(ctx context.Context, in login.ProviderStart, own ...oauth2.AuthCodeOption) (string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	options := append([]oauth2.AuthCodeOption{oidc.Nonce(in.Nonce), oauth2.S256ChallengeOption(in.Verifier)}, own...)
	if p.FormPost() {
		options = append(options, oauth2.SetAuthURLParam("response_mode", "form_post"))
	}
	return p.oauth(found, in.RedirectURL).AuthCodeURL(in.State, options...), nil
}

// signedIn is what a verified ID token and the access token beside it are.
type signedIn struct {
	*oidc.IDToken
	accessToken string
	userinfo    string // the address to ask more at
}

// finish exchanges the code and verifies the ID token.
func (p *openID) finish(ctx context.Context, in login.ProviderFinish) (signedIn, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return signedIn{}, err
	}
	tokens, err := exchange(ctx, p.http, p.oauth(found, in.RedirectURL), in)
	if err != nil {
		return signedIn{}, fmt.Errorf("%s: %w", p.name, err)
	}
	raw, ok := tokens.Extra("id_token").(string)
	if !ok {
		return signedIn{}, fmt.Errorf("%s: %w", p.name, refused(errors.New("no ID token")))
	}
	token, err := p.verify(ctx, found.keys, raw, in.Nonce)
	if err == nil {
		err = loggedInSince(token, in.Since)
	}
	if err == nil && token.AccessTokenHash != "" && p.keys == nil { // LINE documents none for its HS256
		if err = token.VerifyAccessToken(tokens.AccessToken); err != nil {
			err = refused(err)
		}
	}
	if err != nil {
		return signedIn{}, fmt.Errorf("%s: ID token: %w", p.name, err)
	}
	return signedIn{token, tokens.AccessToken, found.userinfo}, nil
}

// loggedInSince checks when the person logged in at the provider, where the ID token says so.
func loggedInSince(token *oidc.IDToken, since time.Time) error {
	var claims struct {
		AuthTime *float64 `json:"auth_time"`
	}
	if err := token.Claims(&claims); err != nil {
		return refused(err)
	}
	if claims.AuthTime != nil && time.Unix(int64(*claims.AuthTime), 0).Before(since.Add(-skew)) {
		return refused(errors.New("the login is older than asked for"))
	}
	return nil
}

// verify checks all of an ID token but at_hash (OpenID Connect Core, 3.1.3.7).
func (p *openID) verify(ctx context.Context, keys oidc.KeySet, raw, nonce string) (*oidc.IDToken, error) {
	watched := &watchedKeys{KeySet: keys}
	now := p.clock.Now()
	token, err := oidc.NewVerifier(p.client.Issuer, watched, &oidc.Config{
		ClientID: p.client.ClientID, SupportedSigningAlgs: []string{p.algorithm}, Now: func() time.Time { return now },
	}).Verify(ctx, raw)
	if watched.unfetched != nil {
		return nil, unreachable(watched.unfetched)
	}
	if err != nil {
		return nil, refused(err)
	}
	var claims struct {
		Party string `json:"azp"`
	}
	if err := token.Claims(&claims); err != nil {
		return nil, refused(err)
	}
	switch {
	case len(token.Audience) != 1 || claims.Party != "" && claims.Party != p.client.ClientID:
		return nil, refused(errors.New("it is not for us alone"))
	case nonce == "" || subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1:
		return nil, refused(errors.New("the nonce is another one"))
	case token.IssuedAt.After(now.Add(skew)):
		return nil, refused(errors.New("it was issued in the future"))
	case token.Subject == "" || len(token.Subject) > maxSubject:
		return nil, refused(errors.New("the subject is empty or too long"))
	}
	return token, nil
}

// watchedKeys remembers that keys could not be fetched, which the verifier tells only as a text.
type watchedKeys struct {
	oidc.KeySet
	unfetched error
}

func (k *watchedKeys) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := k.KeySet.VerifySignature(ctx, jwt)
	if cause := errors.Unwrap(err); cause != nil { // a signature that does not fit has no cause beneath
		k.unfetched = brief(cause)
	}
	return payload, err
}
