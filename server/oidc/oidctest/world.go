// Package oidctest has the provider and some apps ready, for tests.
package oidctest

import (
	"testing"

	"github.com/go-jose/go-jose/v4"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
)

// Issuer is what the service of a World is called.
const Issuer = "https://store.example"

// Browser is the cookie of the browser of every member and visitor of a World.
const Browser = "the-one-browser-of-everybody-in-this-world-"

// World is the provider with a confidential client, a native one and one of a device, on a
// fresh database.
type World struct {
	*oidc.Service
	Login  *login.Service
	Web    *oidc.Client // confidential
	Secret string       // of Web
	App    *oidc.Client // native
}

// New is a world. change, when not nil, alters the store's settings first.
func New(t testing.TB, change func(*settings.Settings)) *World {
	t.Helper()
	l := logintest.New(t, change)
	w := &World{Login: l, Service: &oidc.Service{
		Store: l.Store, Clock: l.Clock, Secrets: l.Secrets, Settings: l.Settings, Throttle: l.Throttle, Session: l.Session, Account: l.Account, Notify: l.Notify,
		Acts: &acts.Service{Store: l.Store, Clock: l.Clock, Secrets: l.Secrets}, Issuer: Issuer,
	}}
	l.Session.Listeners = append(l.Session.Listeners, w.Service)
	w.Web, w.Secret = w.Client(t, Web())
	w.App, _ = w.Client(t, App())
	return w
}

// Web is the registration of an app on a server.
func Web() clientfile.File {
	return clientfile.File{
		ID: "cinema", Type: clientfile.ClientConfidential, Authentication: clientfile.ProofBasic, Name: words.Text{"ja": "シネマ手帖", "en": "Cinema Diary"},
		Provider: words.Text{"ja": "株式会社シネマ手帖"}, Grants: []clientfile.GrantType{clientfile.GrantCode, clientfile.GrantRefresh, clientfile.GrantClientCredentials},
		Redirects: []string{"https://cinema.example/back"}, LogoutRedirects: []string{"https://cinema.example/"},
		BackChannel: "https://cinema.example/logout", Events: "https://cinema.example/events",
		Scopes: []string{"openid", "profile", "email", "phone", "address", "offline_access", "entitlements"},
	}
}

// Elliptic is a registration like Web's whose ID tokens are signed by ES256.
func Elliptic() clientfile.File {
	r := Web()
	r.ID, r.SigningAlg = "elliptic", string(jose.ES256)
	return r
}

// App is the registration of an app on phones and televisions.
func App() clientfile.File {
	return clientfile.File{
		ID: "tv-app", Type: clientfile.ClientNative, Authentication: clientfile.ProofNone, Name: words.Text{"ja": "テレビ"},
		Grants:    []clientfile.GrantType{clientfile.GrantCode, clientfile.GrantRefresh, clientfile.GrantDevice},
		Redirects: []string{"http://127.0.0.1/back", "com.example.tv:/back"}, Scopes: []string{"openid", "entitlements", "offline_access"},
	}
}

// Client registers an app.
func (w *World) Client(t testing.TB, r clientfile.File) (*oidc.Client, string) {
	t.Helper()
	text, err := w.AddClient(t.Context(), actstest.By(w.Store), r)
	if err != nil {
		t.Fatal(err)
	}
	c, err := w.Service.Client(t.Context(), r.ID)
	if err != nil || c == nil {
		t.Fatalf("%s: %v, %v", r.ID, c, err)
	}
	return c, text
}

// Member is a member who has just logged in.
func (w *World) Member(t testing.TB, options ...accounttest.Option) actor.Actor {
	t.Helper()
	a, _ := logintest.Member(t, w.Login, accounttest.Member(t, w.Account, options...).ID)
	a.LoginMethod, a.AppBrowsers = actor.MethodPassword, []string{Browser}
	return a
}

// Asks is a request of the client for the scopes.
func (w *World) Asks(c *oidc.Client, scopes ...string) *oidc.Request {
	return &oidc.Request{ClientID: c.ID, RedirectURI: c.Redirects[0], Scopes: scopes, Challenge: challenge, AskedAt: w.Clock.Now()}
}

// Code is what the client gets when the member allows all it asks for.
func (w *World) Code(t testing.TB, a actor.Actor, r *oidc.Request) string {
	t.Helper()
	key, err := w.Keep(t.Context(), a, r)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := w.ScopeStates(t.Context(), a.AccountID, r)
	if err != nil {
		t.Fatal(err)
	}
	_, code, err := w.Allow(t.Context(), a, key, asked.Keys(oidc.Unauthorized, oidc.Updated), nil)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// Tokens are what the client gets for a code.
func (w *World) Tokens(t testing.TB, a actor.Actor, r *oidc.Request) *oidc.Tokens {
	t.Helper()
	c, err := w.Service.Client(t.Context(), r.ClientID)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := w.Redeem(t.Context(), c, w.Code(t, a, r), Fits(c))
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// challenge is that of every request of Asks.
const challenge = "the challenge of a verifier"

// Fits is what the client's codes for Asks are bound to.
func Fits(c *oidc.Client) oidc.Binding {
	return oidc.Binding{RedirectURI: c.Redirects[0], Challenge: challenge}
}

// Typed is a device's code as the service reads what a member types.
func Typed(t testing.TB, code string) string {
	t.Helper()
	typed := oidc.TypedCode(code)
	if typed == "" {
		t.Fatalf("%s is no code", code)
	}
	return typed
}
