package login_test

import (
	"testing"

	"kaiin/server/login"
	"kaiin/server/login/logintest"
	"kaiin/server/paths"
	"kaiin/server/signup"
)

// P-02: a visit that is broken off, and one that turns out to be a sign-up, go on for what they were begun for. Two visits of one
// browser, for two plans, do not mix.
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
	s.Catalog.Store.Client(t.Context()).StorePolicy.Delete().ExecX(t.Context())
	if page, err := s.Signup.Page(t.Context(), a, signup.StageEmail, ""); err != nil || page.ReturnTo != "/plans/standard" {
		t.Errorf("the sign-up: %+v, %v", page, err)
	}
}
