package session_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	entsession "kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/session"
)

// the purge tells of every session of a member that ran out of time, once, and of no
// other one.
func TestX04ListenersHearOfSessionsThatRanOut(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	g := &grants{s: s, account: row.ID}
	s.Session.Listeners = []session.Listener{g}
	idle, _ := logintest.Member(t, s, row.ID)
	old, _ := logintest.Member(t, s, row.ID)
	ended, _ := logintest.Member(t, s, row.ID)
	logintest.Visitor(t, s)
	if err := s.Session.Logout(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	g.told = nil
	purge := func(what string, want ...uuid.UUID) {
		t.Helper()
		if err := s.Session.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(g.told, want) {
			t.Errorf("%s: told of %v, want %v", what, g.told, want)
		}
		g.told = nil
	}
	seen := func(a actor.Actor) {
		t.Helper()
		s.Store.Client(t.Context()).Session.Update().Where(entsession.ID(a.SessionID)).SetLastSeenAt(s.Clock.Now()).ExecX(t.Context())
	}
	s.Clock.Advance(session.Idle - time.Minute)
	purge("a minute before a week is over")
	seen(old)
	s.Clock.Advance(2 * time.Minute)
	if found, _, err := s.Session.Living(t.Context(), idle.SessionID); err != nil || found != nil {
		t.Errorf("a session that ran out is alive: %+v, %v", found, err)
	}
	purge("after a week", idle.SessionID)
	purge("once more")
	for range 4 {
		seen(old)
		s.Clock.Advance(5 * 24 * time.Hour)
	}
	seen(old)
	purge("while it is used")
	fresh, _ := logintest.Member(t, s, row.ID)
	s.Clock.Advance(5 * 24 * time.Hour)
	purge("after a month", old.SessionID)
	if n := s.Store.Client(t.Context()).Session.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d sessions are left, where one is alive: %v", n, fresh.SessionID)
	}
}

// a service that was put together without the listeners ends no session behind their backs.
func TestX03NoSessionEndsWithoutListeners(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	a, token := logintest.Member(t, s, row.ID)
	whole := s.Session.Listeners
	s.Session.Listeners = nil
	for name, err := range map[string]error{
		"logout": s.Session.Logout(t.Context(), a), "all": s.Session.EndAll(t.Context(), row.ID, uuid.Nil), "leaving": s.Session.Leave(t.Context(), row.ID),
		"others": s.Session.EndOthers(t.Context(), a), "one": s.Session.EndOne(t.Context(), a, a.SessionID),
	} {
		if err == nil {
			t.Errorf("%s: a session ended without a notice", name)
		}
	}
	if _, err := s.Session.SignIn(t.Context(), a, row, actor.MethodPassword); err == nil {
		t.Error("a login: a session ended without a notice")
	}
	s.Session.Listeners = whole
	if logintest.Resumed(t, s, token) == nil {
		t.Error("it has ended")
	}
}
