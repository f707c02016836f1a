package login_test

import (
	"slices"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/transport/paths"
)

func TestLoginCodePages(t *testing.T) { // R-005 R-006
	s := setup(t, nil)
	visitor, _ := logintest.Visitor(t, s)
	member := actor.Actor{AccountID: accounttest.Member(t, s.Account).ID}
	for _, c := range []struct {
		name   string
		actor  actor.Actor
		errand step.Errand
		want   string
	}{
		{"without a session", at("192.0.2.1"), step.Plain, "/login"},
		{"without a code", visitor, step.Plain, "/login"},
		{"without a code, for another app", visitor, step.RelyingParty, "/oidc/login"},
		{"signed in", member, step.Plain, "/mypage"},
	} {
		if page, err := s.CodePage(t.Context(), c.actor, c.errand); err != nil || paths.Of(page.Next) != c.want {
			t.Errorf("%s: %+v, %v", c.name, page, err)
		}
	}
	if next, err := s.RequestCode(t.Context(), visitor, login.CodeRequest{Identifier: "taro01", Errand: step.RelyingParty}); err != nil || paths.Of(next) != "/oidc/login/code" {
		t.Errorf("for another app: %s, %v", next, err)
	}
}

func TestAskingForALoginCodeIsOverAfterAnHour(t *testing.T) {
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	a := asked(t, s, "taro@example.com")
	for _, c := range []struct {
		wait time.Duration
		want string
	}{{59 * time.Minute, ""}, {time.Minute, "/login"}} {
		s.Clock.Advance(c.wait)
		page, err := s.CodePage(t.Context(), a, step.Plain)
		if err != nil || paths.Of(page.Next) != c.want {
			t.Errorf("%v later the page leads to %q, %v", c.wait, paths.Of(page.Next), err)
		}
	}
}

func TestLoginCodeKeepsTheTarget(t *testing.T) {
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	a, _ := logintest.Visitor(t, s)
	request := login.CodeRequest{Identifier: "taro@example.com", ReturnTo: "/plans"}
	for range 2 { // a resend does not know the target any more
		if _, err := s.RequestCode(t.Context(), a, request); err != nil {
			t.Fatal(err)
		}
		logintest.MailCodes(t, s)
		request.ReturnTo = ""
		s.Clock.Advance(time.Minute)
	}
	code := accounttest.PinCode(t, s.Account, "taro@example.com")
	if signed, err := s.Login(t.Context(), a, byCode("taro@example.com", code)); err != nil || paths.Of(signed.Next) != "/plans" {
		t.Errorf("%+v, %v", signed, err)
	}
}

func TestLoginCodesAreOff(t *testing.T) {
	s := setup(t, func(st *settings.Settings) { st.Flags.AuthCode = false })
	a, _ := logintest.Visitor(t, s)
	if _, err := s.RequestCode(t.Context(), a, login.CodeRequest{Identifier: "taro01"}); said(err) != "NOT_FOUND" {
		t.Errorf("sending: %v", err)
	}
	if _, err := s.CodePage(t.Context(), a, step.Plain); said(err) != "NOT_FOUND" {
		t.Errorf("page: %v", err)
	}
	if _, err := s.Login(t.Context(), a, byCode("taro01", "123456")); said(err) != "LOGIN_FAILED" {
		t.Errorf("login: %v", err)
	}
}

// A right guess of a code, where no account may have one, does not tell of an account.
func TestSecretCodeOpensNothing(t *testing.T) {
	s := setup(t, nil)
	a := asked(t, s, "unknown@example.com")
	codes := s.Store.Client(t.Context()).AuthCode.Query().Where(authcode.SessionID(a.SessionID)).AllX(t.Context())
	if len(codes) != 1 {
		t.Fatalf("%d codes", len(codes))
	}
	if mails := s.Store.Client(t.Context()).Message.Query().AllX(t.Context()); slices.ContainsFunc(mails, func(m *ent.Message) bool { return m.Template == "pin-code" }) {
		t.Error("somebody was told the code")
	}
}

// P-02: a code that was waited for too long is asked for again for the same.
func TestACodeLoginIsBegunAgainForTheSame(t *testing.T) {
	s := setup(t, nil)
	a, _ := logintest.Visitor(t, s)
	if _, err := s.RequestCode(t.Context(), a, login.CodeRequest{Identifier: "taro@example.com", ReturnTo: "/plans/standard"}); err != nil {
		t.Fatal(err)
	}
	if page, err := s.CodePage(t.Context(), a, step.Plain); err != nil || page.ReturnTo != "/plans/standard" {
		t.Errorf("%+v, %v", page, err)
	}
	s.Clock.Advance(61 * time.Minute)
	if page, err := s.CodePage(t.Context(), a, step.Plain); err != nil || paths.Of(page.Next) != "/login?returnTo=%2Fplans%2Fstandard" {
		t.Errorf("an hour later: %+v, %v", page, err)
	}
}
