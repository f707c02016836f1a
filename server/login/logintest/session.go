// Package logintest gives other packages' tests a login service and sessions.
package logintest

import (
	"testing"

	"github.com/google/uuid"

	"kaiin/server/account/accounttest"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/login"
)

// New is a login service on accounttest.New.
func New(t testing.TB, change func(*catalog.Settings)) *login.Service {
	t.Helper()
	a := accounttest.New(t, change)
	s := &login.Service{Store: a.Store, Clock: a.Clock, Catalog: a.Catalog, Account: a, Notify: a.Notify, Secrets: a.Secrets}
	a.Access = s
	return s
}

// Member is the actor of a fresh session of the account, and its token.
func Member(t testing.TB, s *login.Service, accountID uuid.UUID) (actor.Actor, string) {
	t.Helper()
	a := actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "test"}
	signed, err := s.SignIn(t.Context(), a, accountID, login.MethodPassword)
	if err != nil {
		t.Fatal(err)
	}
	a.AccountID, a.SessionID, a.AuthenticatedAt = accountID, signed.SessionID, s.Clock.Now()
	if row, err := s.Account.Find(t.Context(), accountID); err == nil && row.Email != nil {
		a.Email = *row.Email
	}
	return a, signed.Token
}

// Visitor is the actor of a fresh session without an account, and its token.
func Visitor(t testing.TB, s *login.Service) (actor.Actor, string) {
	t.Helper()
	a := actor.Actor{Locale: "ja", IP: "192.0.2.1", UserAgent: "test"}
	token, id, err := s.Begin(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	a.SessionID = id
	return a, token
}
