package login_test

import (
	"testing"

	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/paths"
)

// P-02: a visit that is broken off, and one that turns out to be a sign-up, go on for what they
// were begun for. Two visits of one browser, for two plans, do not mix.
func TestAVisitToAProviderKeepsWhatItIsFor(t *testing.T) {
	s, p := external(t)
	a, _ := logintest.Visitor(t, s)
	leave := func(action, returnTo string) login.ExternalAnswer {
		t.Helper()
		left, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "LINE", Action: action, ReturnTo: returnTo})
		if err != nil {
			t.Fatal(err)
		}
		return login.ExternalAnswer{State: p.started.State, Browser: left.Browser}
	}
	for action, start := range map[string]string{login.ActionLogin: "/login", login.ActionSignup: "/signup/auth"} {
		one, other, bad := leave(action, "/plans/standard"), leave(action, "/plans/film"), leave(action, "//evil.example")
		for want, answer := range map[string]login.ExternalAnswer{
			start + "?returnTo=%2Fplans%2Fstandard": one, start + "?returnTo=%2Fplans%2Ffilm": other, start: bad,
		} {
			answer.Error = "access_denied"
			if got, err := s.ReturnFromProvider(t.Context(), a, answer); err != nil || paths.Of(got.Next) != want {
				t.Errorf("%s broken off: %s, %v, want %s", action, paths.Of(got.Next), err, want)
			}
		}
	}
	joins := leave(login.ActionLogin, "/plans/standard")
	joins.Code = "hanako"
	got, err := s.ReturnFromProvider(t.Context(), a, joins)
	if err != nil || paths.Of(got.Next) != "/signup/email" {
		t.Fatalf("%+v, %v", got, err)
	}
	a.SessionID = got.SessionID
	s.Store.Client(t.Context()).StorePolicy.Delete().ExecX(t.Context())
	if page, err := s.Signup.Page(t.Context(), a, signup.StageEmail, ""); err != nil || page.ReturnTo != "/plans/standard" {
		t.Errorf("the sign-up: %+v, %v", page, err)
	}
}

func TestOneOfManyCallbacks(t *testing.T) {
	s, p := external(t)
	a, _ := logintest.Visitor(t, s)
	taro := accounttest.Member(t, s.Account)
	m, _ := logintest.Member(t, s, taro.ID)
	if _, err := visited(t, s, p, m, login.ActionLink, "LINE", "taro"); err != nil {
		t.Fatal(err)
	}
	left, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "LINE", Action: login.ActionLogin})
	if err != nil {
		t.Fatal(err)
	}
	state, won := p.started.State, make(chan bool, 50)
	for range 50 {
		go func() {
			signed, err := s.ReturnFromProvider(t.Context(), a, login.ExternalAnswer{State: state, Code: "taro", Browser: left.Browser})
			won <- err == nil && signed.Token != ""
		}()
	}
	winners := 0
	for range 50 {
		if <-won {
			winners++
		}
	}
	if winners != 1 {
		t.Errorf("%d of 50 callbacks signed in", winners)
	}
}
