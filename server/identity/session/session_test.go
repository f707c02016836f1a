package session_test

import (
	"strings"
	"testing"
	"time"

	entaccount "kaiin/ent/account"
	entsession "kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/session"
)

func TestSessionOfAVisitor(t *testing.T) {
	s := setup(t, nil)
	token, id, err := s.Session.Begin(t.Context(), actor.Actor{IP: "192.0.2.1", UserAgent: "ü\xff" + strings.Repeat("a", 600)})
	if err != nil || len(token) != 43 { // 256 bits
		t.Fatalf("token of %d characters, %v", len(token), err)
	}
	row := logintest.Resumed(t, s, token)
	if row == nil || row.ID != id || row.AccountID != nil || row.IP != "192.0.2.1" || len([]rune(row.UserAgent)) != 500 { // K-001
		t.Errorf("session = %+v", row)
	}
	if strings.Contains(string(row.TokenHash), token) {
		t.Error("the token is stored")
	}
	s.Store.Client(t.Context()).Throttle.Update().SetCount(5000).ExecX(t.Context())
	if _, _, err := s.Session.Begin(t.Context(), at("192.0.2.1")); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("the 5001st session of a network in a day: %v", err)
	}
	for _, other := range []string{"", "x", strings.Repeat("A", 43), token + "A", token[:42]} {
		if logintest.Resumed(t, s, other) != nil {
			t.Errorf("token %q resumes a session", other)
		}
	}
}

func TestSignInRotates(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	visitor, before := logintest.Visitor(t, s)
	signed, err := s.Session.SignIn(t.Context(), visitor, row, actor.MethodPassword)
	if err != nil || signed.Token == before {
		t.Fatal(err)
	}
	if logintest.Resumed(t, s, before) != nil {
		t.Error("the token from before the login still works")
	}
	member := logintest.Resumed(t, s, signed.Token)
	if member == nil || *member.AccountID != row.ID || member.AuthenticatedAt == nil || *member.LoginMethod != "Password" {
		t.Fatalf("session = %+v", member)
	}
	if err := s.Session.Logout(t.Context(), actor.Actor{AccountID: row.ID, SessionID: signed.SessionID}); err != nil {
		t.Fatal(err)
	}
	if logintest.Resumed(t, s, signed.Token) != nil {
		t.Error("the token still works after the logout")
	}
	if err := s.Session.Logout(t.Context(), actor.Actor{}); err != nil {
		t.Errorf("logging out without a session: %v", err)
	}
}

func TestSessionLifetimes(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	start := s.Clock.Now()
	_, idle := logintest.Member(t, s, row.ID)
	_, busy := logintest.Member(t, s, row.ID)
	_, visitor := logintest.Visitor(t, s)
	works := func(token string) bool { return logintest.Resumed(t, s, token) != nil }
	for s.Clock.Now().Sub(start) < session.MemberLife-6*24*time.Hour {
		s.Clock.Advance(5 * 24 * time.Hour)
		if !works(busy) {
			t.Fatalf("a session in use died after %v", s.Clock.Now().Sub(start))
		}
		if days := s.Clock.Now().Sub(start) / (24 * time.Hour); works(visitor) || days > 7 && works(idle) {
			t.Fatalf("an unused session lived for %d days", days)
		}
	}
	s.Clock.Advance(6 * 24 * time.Hour)
	if works(busy) {
		t.Error("a session lived for more than 30 days")
	}
}

func TestIdleSessionDiesAfterSevenDays(t *testing.T) {
	s := setup(t, nil)
	_, token := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	s.Clock.Advance(session.Idle - time.Second)
	if logintest.Resumed(t, s, token) == nil {
		t.Fatal("it died before")
	}
	s.Clock.Advance(session.Idle + time.Second)
	if logintest.Resumed(t, s, token) != nil {
		t.Error("it goes on")
	}
}

func TestSessionsOfASuspendedAccountAreDead(t *testing.T) {
	s := setup(t, nil)
	for _, status := range []entaccount.Status{entaccount.StatusSuspended, entaccount.StatusWithdrawn} {
		row := accounttest.Member(t, s.Account)
		_, token := logintest.Member(t, s, row.ID)
		if logintest.Resumed(t, s, token) == nil {
			t.Fatal("no session")
		}
		row.Update().SetStatus(status).ExecX(t.Context())
		if logintest.Resumed(t, s, token) != nil {
			t.Errorf("the session of a %s account is alive", status)
		}
	}
}

func TestResumeCostsOneStatement(t *testing.T) {
	s := setup(t, nil)
	_, token := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	for _, c := range []struct {
		after time.Duration
		want  int64
	}{{0, 1}, {30 * time.Second, 1}, {31 * time.Second, 2}, {time.Second, 1}} {
		s.Clock.Advance(c.after)
		ctx, n := store.CountStatements(t.Context())
		if row, _, err := s.Session.Resume(ctx, token); err != nil || row == nil || n.Load() != c.want {
			t.Errorf("%v later: %d statements, want %d (%v)", c.after, n.Load(), c.want, err)
		}
	}
}

func TestPurge(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	ended, _ := logintest.Member(t, s, row.ID)
	if err := s.Session.Logout(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	logintest.Visitor(t, s)
	logintest.Member(t, s, row.ID)
	s.Clock.Advance(25 * time.Hour)
	if err := s.Session.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.Store.Client(t.Context()).Session.Query().Where(entsession.EndedAtIsNil()).CountX(t.Context()); n != 1 {
		t.Errorf("%d living sessions", n)
	}
	if n := s.Store.Client(t.Context()).Session.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d sessions", n)
	}
}
