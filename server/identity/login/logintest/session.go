// Package logintest gives tests everything that says who the members are, sessions, and browsers.
package logintest

import (
	"bytes"
	"net/url"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/session"
	"kaiin/server/identity/signup"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/transport/paths"
)

// New is a login service, and with its fields everything that says who the members are, with a
// clock of its own on a fresh database that holds the test store. change, when not nil, alters the
// store's settings first.
func New(t testing.TB, change func(*settings.Settings)) *login.Service {
	t.Helper()
	st := storetest.Open(t)
	return On(t, st, catalogtest.Seed(t, st, change))
}

// On is a login service on the store, whose clock is the catalog's.
func On(t testing.TB, st *store.Store, c *catalog.Service) *login.Service {
	t.Helper()
	if c.Clock == nil {
		c.Clock = clock.New()
	}
	box, err := secret.NewBox(bytes.Repeat([]byte("s"), 32))
	if err != nil {
		t.Fatal(err)
	}
	n := &notify.Service{Store: st, Clock: c.Clock, Secrets: box}
	th := &throttle.Service{Store: st, Clock: c.Clock, Secrets: box}
	f := &flow.Service{Store: st, Clock: c.Clock, Secrets: box}
	p := &passcode.Service{Store: st, Clock: c.Clock, Secrets: box, Settings: c.Settings, Notify: n, Throttle: th}
	s := &session.Service{Store: st, Clock: c.Clock, Settings: c.Settings, Throttle: th, Passcode: p, Listeners: []session.Listener{}}
	a := &account.Service{Store: st, Clock: c.Clock, Catalog: c, Settings: c.Settings, Notify: n, Session: s, Flow: f}
	pk := &passkey.Service{
		Store: st, Clock: c.Clock, Settings: c.Settings, Notify: n, Throttle: th, Flow: f, Session: s, Account: a, Origin: &url.URL{Scheme: "https", Host: "store.example"},
	}
	cr := &credential.Service{
		Store: st, Clock: c.Clock, Secrets: box, Settings: c.Settings, Notify: n, Throttle: th, Flow: f, Passcode: p, Session: s, Account: a, Passkey: pk,
		Passwords: credential.PasswordPool{Cost: accounttest.CheapHash},
	}
	su := &signup.Service{
		PlanOf: paths.PlanOf,
		Store:  st, Clock: c.Clock, Catalog: c, Settings: c.Settings, Notify: n, Throttle: th, Flow: f, Passcode: p, Session: s, Account: a, Credential: cr,
	}
	return &login.Service{
		Store: st, Clock: c.Clock, Secrets: box, Settings: c.Settings, Notify: n, Throttle: th, Flow: f, Passcode: p, Session: s, Account: a,
		Credential: cr, Passkey: pk, Signup: su,
	}
}

// Member is the actor of a fresh session of the account, and its token.
func Member(t testing.TB, s *login.Service, accountID uuid.UUID) (actor.Actor, string) {
	t.Helper()
	a := browser()
	row, err := s.Account.Find(t.Context(), accountID)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := s.Session.SignIn(t.Context(), a, row, actor.MethodPassword)
	if err != nil {
		t.Fatal(err)
	}
	a.AccountID, a.SessionID, a.AuthenticatedAt = accountID, signed.SessionID, s.Clock.Now()
	if row.Email != nil {
		a.Email = *row.Email
	}
	return a, signed.Token
}

// browser is the actor of one with a cookie of its own, by which it may ask for passkeys.
func browser() actor.Actor {
	return actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "test", PasskeyBrowser: secret.Token()}
}

// Visitor is the actor of a fresh session without an account, and its token.
func Visitor(t testing.TB, s *login.Service) (actor.Actor, string) {
	t.Helper()
	a := browser()
	token, id, err := s.Session.Begin(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	a.SessionID = id
	return a, token
}

// Resumed is the session behind the token, or nil.
func Resumed(t testing.TB, s *login.Service, token string) *ent.Session {
	t.Helper()
	row, _, err := s.Session.Resume(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return row
}
