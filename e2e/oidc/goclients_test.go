package oidc

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	coreos "github.com/coreos/go-oidc/v3/oidc"
	"github.com/zitadel/oidc/v3/pkg/client/rp"
	"github.com/zitadel/oidc/v3/pkg/client/rs"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"golang.org/x/oauth2"
)

// An app in Go, by coreos/go-oidc and x/oauth2.
func TestGoOIDC(t *testing.T) {
	w := inTurn(t)
	p, ctx := w.member(), t.Context()
	provider, err := coreos.NewProvider(ctx, w.Origin)
	must(t, err)
	app := oauth2.Config{
		ClientID: "web", ClientSecret: w.secrets["web"], Endpoint: provider.Endpoint(), RedirectURL: back,
		Scopes: []string{coreos.ScopeOpenID, "profile", "email", coreos.ScopeOfflineAccess},
	}
	verifierOf := provider.Verifier(&coreos.Config{ClientID: "web"})
	pkce := oauth2.GenerateVerifier()
	to, err := p.Allow(app.AuthCodeURL("a state", coreos.Nonce("a nonce"), oauth2.S256ChallengeOption(pkce)))
	must(t, err)
	if to.Query().Get("state") != "a state" || to.Query().Get("iss") != w.Origin {
		t.Errorf("%s", to)
	}
	tokens, err := app.Exchange(ctx, to.Query().Get("code"), oauth2.VerifierOption(pkce))
	must(t, err)
	raw, _ := tokens.Extra("id_token").(string)
	id, err := verifierOf.Verify(ctx, raw)
	must(t, err)
	must(t, id.VerifyAccessToken(tokens.AccessToken))
	if id.Nonce != "a nonce" {
		t.Errorf("nonce %q", id.Nonce)
	}
	about, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
	must(t, err)
	if about.Subject != id.Subject || about.Email != p.Email || !about.EmailVerified {
		t.Errorf("%+v", about)
	}
	// x/oauth2 refreshes by itself once a token is over.
	tokens.Expiry = time.Now().Add(-time.Minute)
	fresh, err := app.TokenSource(ctx, tokens).Token()
	must(t, err)
	if fresh.AccessToken == tokens.AccessToken || fresh.RefreshToken == tokens.RefreshToken {
		t.Error("nothing was refreshed")
	}
	if _, err = verifierOf.Verify(ctx, fresh.Extra("id_token").(string)); err != nil {
		t.Error(err)
	}
	// The member logs out there: the app is told, in a token that the library takes.
	_, err = p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {raw}, "post_logout_redirect_uri": {bye}}.Encode())
	must(t, err)
	logout, err := verifierOf.VerifyLogout(ctx, w.told.next(t))
	must(t, err)
	if logout.Subject != id.Subject || logout.SessionID != claims(t, raw)["sid"] {
		t.Errorf("%+v", logout)
	}

	television := &oauth2.Config{ClientID: "tv-app", Endpoint: provider.Endpoint(), Scopes: []string{"openid", "entitlements"}}
	waiting, err := television.DeviceAuth(ctx)
	must(t, err)
	must(t, p.enter())
	must(t, p.device(waiting.UserCode, "allow"))
	given, err := television.DeviceAccessToken(ctx, waiting)
	must(t, err)
	if onDevice, err := provider.Verifier(&coreos.Config{ClientID: "tv-app"}).Verify(ctx, given.Extra("id_token").(string)); err != nil || onDevice.Subject != id.Subject {
		t.Errorf("%+v, %v", onDevice, err)
	}
}

// An app in Go, by the relying party of zitadel/oidc, which proves itself in the body; and a
// resource server by its other half.
func TestZitadel(t *testing.T) {
	w := together(t)
	p, ctx := w.member(), t.Context()
	nonce := "a nonce"
	party, err := rp.NewRelyingPartyOIDC(ctx, w.Origin, "post", w.secrets["post"], back, []string{"openid", "email", "offline_access"},
		rp.WithAuthStyle(oauth2.AuthStyleInParams), rp.WithSigningAlgsFromDiscovery(), rp.WithVerifierOpts(rp.WithNonce(func(context.Context) string { return nonce })))
	must(t, err)
	to, err := p.Allow(rp.AuthURL("a state", party, rp.WithCodeChallenge(challenge()), rp.AuthURLOpt(rp.WithURLParam("nonce", nonce))))
	must(t, err)
	tokens, err := rp.CodeExchange[*oidc.IDTokenClaims](ctx, to.Query().Get("code"), party, rp.WithCodeVerifier(verifier))
	must(t, err)
	about, err := rp.Userinfo[*oidc.UserInfo](ctx, tokens.AccessToken, tokens.TokenType, tokens.IDTokenClaims.Subject, party)
	must(t, err)
	if about.Email != p.Email {
		t.Errorf("%+v", about)
	}
	nonce = "" // a refreshed ID token has none (OpenID Connect Core 12.2)
	fresh, err := rp.RefreshTokens[*oidc.IDTokenClaims](ctx, party, tokens.RefreshToken, "", "")
	must(t, err)
	if fresh.IDTokenClaims.Subject != tokens.IDTokenClaims.Subject || !fresh.IDTokenClaims.GetAuthTime().Equal(tokens.IDTokenClaims.GetAuthTime()) {
		t.Errorf("%+v", fresh.IDTokenClaims)
	}

	guard, err := rs.NewResourceServerClientCredentials(ctx, w.Origin, "guard", w.secrets["guard"])
	must(t, err)
	known, err := rs.Introspect[*oidc.IntrospectionResponse](ctx, guard, fresh.AccessToken)
	must(t, err)
	if !known.Active || known.ClientID != "post" || known.Subject != about.Subject || !slices.Contains([]string(known.Scope), "email") {
		t.Errorf("%+v", known)
	}
	must(t, rp.RevokeToken(ctx, party, fresh.RefreshToken, "refresh_token"))
	for _, token := range []string{fresh.AccessToken, fresh.RefreshToken} {
		if known, err := rs.Introspect[*oidc.IntrospectionResponse](ctx, guard, token); err != nil || known.Active {
			t.Errorf("revoked: %+v, %v", known, err)
		}
	}
	// With a secret the library proves itself in two ways at once, which RFC 6749 2.3 forbids: so a
	// device that has none.
	device, err := rp.NewRelyingPartyOIDC(ctx, w.Origin, "tv-app", "", "http://127.0.0.1/back", []string{"openid"})
	must(t, err)
	waiting, err := rp.DeviceAuthorization(ctx, []string{"openid"}, device, nil)
	must(t, err)
	must(t, p.device(waiting.UserCode, "allow"))
	onDevice, err := rp.DeviceAccessToken(ctx, waiting.DeviceCode, time.Duration(waiting.Interval)*time.Second, device)
	must(t, err)
	if onDevice.AccessToken == "" || onDevice.IDToken == "" {
		t.Errorf("%+v", onDevice)
	}
	must(t, p.LogIn())
	away, err := rp.EndSession(ctx, party, tokens.IDToken, bye, "a state", "", nil)
	must(t, err)
	if away == nil { // the library sends the request without the member's cookies: they are not logged in there
		t.Error("the library does not know where to go after a logout")
	}
	a, err := p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {tokens.IDToken}, "post_logout_redirect_uri": {bye}, "state": {"a state"}}.Encode())
	must(t, err)
	if a.Status != http.StatusSeeOther || a.Header.Get("Location") != bye+"?state=a+state" {
		t.Errorf("%d %s", a.Status, a.Header.Get("Location"))
	}
}
