package login_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

// people takes the token "person" for one; without an answer it cannot tell.
type people struct{ down bool }

func (p people) Human(_ context.Context, token, _ string) (bool, error) {
	if p.down {
		return false, errors.New("no answer")
	}
	return token == "person", nil
}
func (people) Provider() string { return "turnstile" }
func (people) ScriptURL(siteKey string) string {
	return "https://bots.example/api.js?render=" + siteKey
}

func TestBotCheck(t *testing.T) { // C-018 A-040
	s := setup(t, func(st *settings.Settings) { st.Flags.Recaptcha, st.ReCaptchaKey = true, "site" })
	taro := accounttest.Member(t, s.Account)
	for _, c := range []struct {
		name   string
		humans login.HumanCheck
		token  string
		want   string
	}{
		{"a person", people{}, "person", ""},
		{"a program", people{}, "program", "BOT_CHECK_FAILED"},
		{"no token", people{}, "", "BOT_CHECK_FAILED"},
		{"the check does not answer", people{down: true}, "person", "UNAVAILABLE"},
		{"none is configured", nil, "person", "UNAVAILABLE"},
	} {
		s.Humans = c.humans
		in := input(*taro.Email, accounttest.Password)
		in.Token = c.token
		if _, err := s.Login(t.Context(), at("192.0.2.1"), in); said(err) != c.want {
			t.Errorf("%s, password: %v", c.name, err)
		}
		a, _ := logintest.Visitor(t, s)
		if _, err := s.RequestCode(t.Context(), a, login.CodeRequest{Identifier: *taro.Email, Token: c.token}); said(err) != c.want {
			t.Errorf("%s, code: %v", c.name, err)
		}
	}
	s.Humans = people{}
	screen, err := s.Screen(t.Context(), at("192.0.2.1"), "", "")
	if err != nil || screen.BotCheck == nil || *screen.BotCheck != (login.BotCheck{Provider: "turnstile", SiteKey: "site", ScriptURL: "https://bots.example/api.js?render=site"}) {
		t.Errorf("%+v, %v", screen, err)
	}
}

// counted counts what is asked of the service behind the check.
type counted struct {
	people
	calls *int
}

func (c counted) Human(ctx context.Context, token, ip string) (bool, error) {
	*c.calls++
	return c.people.Human(ctx, token, ip)
}

// A stranger with made-up tokens does not use up what the service allows the store: it is asked 100
// times for one network. Browsers that the account knows, and other networks, go on.
func TestMadeUpTokensAskTheServiceNoMore(t *testing.T) {
	s := setup(t, func(st *settings.Settings) { st.Flags.Recaptcha, st.ReCaptchaKey = true, "site" })
	taro := accounttest.Member(t, s.Account)
	calls := 0
	s.Humans = counted{calls: &calls}
	try := func(a actor.Actor, token string) string {
		in := input(*taro.Email, accounttest.Password)
		in.Token = token
		_, err := s.Login(t.Context(), a, in)
		return said(err)
	}
	visitor, _ := logintest.Visitor(t, s)
	for i := range 150 {
		got, want := try(at(visitor.IP), "program"), "BOT_CHECK_FAILED"
		if i >= 100 {
			want = "TOO_MANY_REQUESTS"
		}
		if got != want {
			t.Fatalf("try %d: %q", i+1, got)
		}
	}
	if calls != 100 {
		t.Errorf("the service was asked %d times", calls)
	}
	if _, err := s.RequestCode(t.Context(), visitor, login.CodeRequest{Identifier: *taro.Email, Token: "person"}); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("a code: %v", err)
	}
	known := at(visitor.IP)
	signed, err := s.Session.SignIn(t.Context(), known, taro, actor.MethodPassword)
	if err != nil {
		t.Fatal(err)
	}
	known.KnownBrowser = signed.KnownBrowser
	if got := try(known, "person"); got != "" {
		t.Errorf("a browser that the account knows: %q", got)
	}
	for range 100 {
		_ = try(known, "program")
	}
	if got := try(known, "program"); got != "TOO_MANY_REQUESTS" {
		t.Errorf("a known browser with made-up tokens: %q", got)
	}
	if got := try(at("198.51.100.7"), "person"); got != "" {
		t.Errorf("another network: %q", got)
	}
	s.Clock.Advance(31 * time.Second)
	if got := try(at(visitor.IP), "person"); got != "" {
		t.Errorf("half a minute later: %q", got)
	}
}
