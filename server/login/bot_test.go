package login_test

import (
	"context"
	"errors"
	"testing"

	"kaiin/server/account/accounttest"
	"kaiin/server/catalog"
	"kaiin/server/login"
	"kaiin/server/login/logintest"
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

func TestBotCheck(t *testing.T) { // C-018
	s := setup(t, func(st *catalog.Settings) { st.Flags.Recaptcha, st.ReCaptchaKey = true, "site" })
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
