package login_test

import (
	"testing"
	"time"

	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

// Whatever a member proves once more with, the session stays the same one under a new token.
func TestAProofOnceMoreRenewsTheSession(t *testing.T) { // security 36
	for name, prove := range map[string]func(*login.Service, *fakeProvider, actor.Actor) (login.Entered, error){
		"a password": func(s *login.Service, _ *fakeProvider, a actor.Actor) (login.Entered, error) {
			return s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password})
		},
		"an external account": func(s *login.Service, p *fakeProvider, a actor.Actor) (login.Entered, error) {
			return visited(t, s, p, a, login.ActionLogin, "LINE", "taro")
		},
		"a password and a second factor": func(s *login.Service, _ *fakeProvider, a actor.Actor) (login.Entered, error) {
			s.Store.Client(t.Context()).Factor.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(a.AccountID).SetType(factor.TypeEmail).ExecX(t.Context())
			waits, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password})
			if err != nil || waits.Token != "" {
				t.Fatalf("%+v, %v", waits, err)
			}
			row, err := s.Account.Find(t.Context(), a.AccountID)
			if err != nil {
				return waits, err
			}
			return s.GiveFactor(t.Context(), a, give(mailed(t, s, a, row)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, p := external(t)
			a, before := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
			if _, err := visited(t, s, p, a, login.ActionLink, "LINE", "taro"); err != nil {
				t.Fatal(err)
			}
			s.Clock.Advance(16 * time.Minute)
			if err := s.SendConfirmCode(t.Context(), a); err != nil {
				t.Fatal(err)
			}
			in, err := prove(s, p, a)
			if err != nil || in.SessionID != a.SessionID || logintest.Resumed(t, s, before) != nil {
				t.Fatalf("%+v, %v", in, err)
			}
			if row := logintest.Resumed(t, s, in.Token); row == nil || row.ID != a.SessionID || s.Clock.Now().Sub(*row.AuthenticatedAt) > time.Minute {
				t.Errorf("%+v", row)
			}
			var sent any
			if found, _, err := s.Flow.Load(t.Context(), a.SessionID, "confirmLogin", &sent, false); err != nil || found {
				t.Errorf("a code that was sent waits after the proof: %v", err)
			}
			s.Clock.Advance(16 * time.Minute)
			if page, err := s.ConfirmPage(t.Context(), a, "", time.Time{}); err != nil || page.ResendAt != nil {
				t.Errorf("the next page takes a code for sent: %+v, %v", page, err)
			}
		})
	}
}

// Another account that logs in on top ends the session, as ever.
func TestAnotherAccountEndsTheSession(t *testing.T) {
	s := setup(t, nil)
	taro, hanako := accounttest.Member(t, s.Account), accounttest.Member(t, s.Account)
	a, before := logintest.Member(t, s, taro.ID)
	in, err := s.Login(t.Context(), a, input(*hanako.Email, accounttest.Password))
	if err != nil || in.SessionID == a.SessionID || logintest.Resumed(t, s, before) != nil {
		t.Fatalf("%+v, %v", in, err)
	}
	if s.Store.Client(t.Context()).Session.GetX(t.Context(), a.SessionID).EndedAt == nil {
		t.Error("the former session goes on")
	}
}

// A visit to a provider that began with a cookie which a proof has made worthless ends nowhere: a
// thief's account is not linked.
func TestAVisitFromBeforeAProofIsOver(t *testing.T) {
	s, p := external(t)
	taro := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, taro.ID)
	visit, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "LINE", Action: login.ActionLink})
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Minute)
	if _, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password}); err != nil {
		t.Fatal(err)
	}
	back := login.ExternalAnswer{State: p.started.State, Code: "hanako", Browser: visit.Browser}
	if _, err := s.ReturnFromProvider(t.Context(), at("192.0.2.1"), back); said(err) != "UNAUTHENTICATED" || len(links(t, s, *taro)) > 0 {
		t.Errorf("%v, %v", err, links(t, s, *taro))
	}
}

// A member who proves once more who they are by an external account has to log in there anew: the
// browser may still be logged in there.
func TestAProofByAnExternalAccountIsAskedForAgain(t *testing.T) {
	s, p := external(t)
	a, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	for name, c := range map[string]struct {
		a      actor.Actor
		action string
		again  bool
	}{
		"linking": {a, login.ActionLink, false}, "once more": {a, login.ActionLogin, true}, "a visitor": {at("192.0.2.1"), login.ActionLogin, false},
	} {
		before := s.Clock.Now()
		_, _ = visited(t, s, p, c.a, c.action, "LINE", "taro") // what comes of it depends on what was linked before
		since := p.finished[len(p.finished)-1].Since
		if p.started.Again != c.again || since.IsZero() == c.again || c.again && since.Before(before) {
			t.Errorf("%s: again %v, since %v", name, p.started.Again, since)
		}
	}
}
