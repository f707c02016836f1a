package login_test

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"testing"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/signup"
	"kaiin/server/transport/paths"
)

// fakeProvider vouches for whomever the code names.
type fakeProvider struct {
	mu       sync.Mutex
	people   map[string]login.Identity // by code
	err      error
	started  login.ProviderStart
	finished []login.ProviderFinish
	formPost bool
}

func (p *fakeProvider) Start(_ context.Context, in login.ProviderStart) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.started = in
	return "https://idp.example/authorize?" + url.Values{"state": {in.State}}.Encode(), p.err
}

func (p *fakeProvider) Finish(_ context.Context, in login.ProviderFinish) (login.Identity, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finished = append(p.finished, in)
	who, ok := p.people[in.Code]
	if p.err != nil || !ok {
		return login.Identity{}, errors.Join(p.err, login.ErrProviderRefused)
	}
	return who, nil
}

func (p *fakeProvider) FormPost() bool { return p.formPost }

// external is a login service with LINE and Google, as one provider that knows some people.
func external(t *testing.T) (*login.Service, *fakeProvider) {
	t.Helper()
	s := setup(t, func(st *settings.Settings) {
		st.ExternalAccounts = []settings.ExternalAccount{
			{Name: "LINE", Type: "LINE", Method: "oidc"}, {Name: "Google", Type: "Google", Method: "oidc"}, {Name: "Facebook", Type: "Facebook", Method: "oauth"},
		}
	})
	p := &fakeProvider{people: map[string]login.Identity{
		"taro":     {Subject: "taro", Email: "taro@example.com", EmailVerified: true, FamilyName: "灯台", GivenName: "太郎"},
		"hanako":   {Subject: "hanako", Email: "hanako@example.com"},
		"nameless": {Subject: "nameless"},
	}}
	s.Providers = map[string]login.Provider{"LINE": p, "Google": p}
	s.Callback, s.CallbackForm = "https://store.example/auth/callback", "https://store.example/auth/callback/form"
	return s, p
}

// visited takes the actor to the provider and back with the code.
func visited(t *testing.T, s *login.Service, p *fakeProvider, a actor.Actor, action, kind, code string) (login.Entered, error) {
	t.Helper()
	left, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: kind, Action: action, ReturnTo: "/plans"})
	if err != nil {
		t.Fatal(err)
	}
	return s.ReturnFromProvider(t.Context(), a, login.ExternalAnswer{State: p.started.State, Code: code, Browser: left.Browser})
}

func links(t *testing.T, s *login.Service, id ent.Account) []string {
	t.Helper()
	types, err := s.Account.LinkedTypes(t.Context(), id.ID)
	if err != nil {
		t.Fatal(err)
	}
	return types
}

func TestLoginWithAnExternalAccount(t *testing.T) { // C-055
	s, p := external(t)
	taro := accounttest.Member(t, s.Account, accounttest.NoPassword)
	a, _ := logintest.Member(t, s, taro.ID)
	if _, err := visited(t, s, p, a, login.ActionLink, "LINE", "nameless"); err != nil {
		t.Fatal(err)
	}
	for _, action := range []string{login.ActionLogin, login.ActionSignup} {
		signed, err := visited(t, s, p, at("192.0.2.1"), action, "LINE", "nameless")
		if err != nil || signed.AccountID != taro.ID || paths.Of(signed.Next) != "/plans" {
			t.Fatalf("%s: %+v, %v", action, signed, err)
		}
		if row := logintest.Resumed(t, s, signed.Token); row == nil || *row.LoginMethod != "LINE" {
			t.Errorf("session %+v", row)
		}
	}
	if signed, err := visited(t, s, p, at("192.0.2.1"), login.ActionLogin, "Google", "nameless"); err != nil || signed.AccountID == taro.ID {
		t.Errorf("the same subject of another provider: %+v, %v", signed, err)
	}
	taro.Update().SetStatus(entaccount.StatusSuspended).ExecX(t.Context())
	if _, err := visited(t, s, p, at("192.0.2.1"), login.ActionLogin, "LINE", "nameless"); said(err) != "LOGIN_PROHIBITED" {
		t.Errorf("suspended: %v", err)
	}
}

// A provider that answers with a post from its own site makes the browser leave its cookies behind;
// the account knows it still.
func TestAProvidersPostComesFromTheBrowserThatLeft(t *testing.T) {
	s, p := external(t)
	p.formPost = true
	row := protected(t, s, factor.TypeEmail)
	a, _ := logintest.Member(t, s, row.ID)
	if _, err := visited(t, s, p, a, login.ActionLink, "Google", "nameless"); err != nil {
		t.Fatal(err)
	}
	post := func(leaving, back actor.Actor) login.Entered {
		t.Helper()
		left, err := s.LeaveForProvider(t.Context(), leaving, login.ExternalStart{Type: "Google", Action: login.ActionLogin})
		if err != nil {
			t.Fatal(err)
		}
		signed, err := s.ReturnFromProvider(t.Context(), back, login.ExternalAnswer{State: p.started.State, Code: "nameless", Browser: left.Browser})
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	bare := at("192.0.2.1")
	if signed := post(bare, bare); paths.Of(signed.Next) != "/login/multi-factor/Email" {
		t.Errorf("a strange browser goes to %s", paths.Of(signed.Next))
	}
	browser := bare
	browser.TrustedDevice = logintest.Trusted(t, s, row.ID)
	first := post(browser, bare)
	if paths.Of(first.Next) != "/mypage" || first.KnownBrowser == "" || alerts(t, s, row) != 1 {
		t.Fatalf("from a trusted device: %+v, %d alerts", first, alerts(t, s, row))
	}
	browser.KnownBrowser = first.KnownBrowser
	if again := post(browser, bare); paths.Of(again.Next) != "/mypage" || again.KnownBrowser != "" || alerts(t, s, row) != 1 {
		t.Errorf("from a browser that is known: %+v, %d alerts", again, alerts(t, s, row))
	}
	left := bare // and has got its cookies since, in another tab
	left.KnownBrowser, left.TrustedDevice = logintest.Token(), logintest.Token()
	if again := post(left, browser); paths.Of(again.Next) != "/mypage" || again.KnownBrowser != "" || alerts(t, s, row) != 1 {
		t.Errorf("with cookies that came along: %+v, %d alerts", again, alerts(t, s, row))
	}
}

// A provider's word for an address links nothing by itself (security 64).
func TestAnAddressNeverLinks(t *testing.T) {
	s, p := external(t)
	taro := accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	hanako := accounttest.Member(t, s.Account, accounttest.Email("hanako@example.com"))
	a, _ := logintest.Visitor(t, s)
	if _, err := visited(t, s, p, a, login.ActionLogin, "LINE", "taro"); said(err) != "SOCIAL_EMAIL_ALREADY_EXISTS" { // E-025
		t.Errorf("a verified address that has an account: %v", err)
	}
	signed, err := visited(t, s, p, a, login.ActionSignup, "LINE", "hanako")
	if err != nil || signed.AccountID == hanako.ID || paths.Of(signed.Next) != "/signup/email" {
		t.Errorf("an unverified address that has an account: %+v, %v", signed, err)
	}
	if len(links(t, s, *taro)) != 0 || len(links(t, s, *hanako)) != 0 {
		t.Error("something was linked")
	}
}

func TestSignupWithAnExternalAccount(t *testing.T) { // C-056 S-030 X-054
	s, p := external(t)
	a, _ := logintest.Visitor(t, s)
	signed, err := visited(t, s, p, a, login.ActionSignup, "LINE", "taro")
	if err != nil || paths.Of(signed.Next) != "/signup/form" || signed.AccountID != (actor.Actor{}).AccountID {
		t.Fatalf("%+v, %v", signed, err)
	}
	a.SessionID = signed.SessionID
	page, err := s.Signup.Page(t.Context(), a, signup.StageForm, "")
	if err != nil || page.Email != "taro@example.com" || page.Profile.FamilyName != "灯台" || page.Linking.Type != "LINE" || page.Registration.Rule("password") != settings.NotUse {
		t.Fatalf("%+v, %v", page, err)
	}
	policies, err := s.Account.Catalog.Policies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var consents []account.Consent
	for _, p := range policies {
		consents = append(consents, account.Consent{PolicyID: p.ID, Revision: p.Revision, Key: p.Key})
	}
	form := signup.Form{Consents: consents, Profile: account.Personal{FamilyName: "灯台", GivenName: "太郎", Birthday: "19900131", Custom: map[string]string{"adult": "true"}}}
	changed := form
	changed.Email = "other@example.com"
	if _, err := s.Signup.Confirm(t.Context(), a, changed); said(err) != "pinCode:REQUIRED" { // V-035
		t.Errorf("a changed address without a code: %v", err)
	}
	if _, err := s.Signup.Confirm(t.Context(), a, form); err != nil {
		t.Fatal(err)
	}
	_, joined, err := s.Signup.Complete(t.Context(), a, nil)
	if err != nil {
		t.Fatal(err)
	}
	row, err := s.Account.Find(t.Context(), joined.AccountID)
	if err != nil || row.PasswordHash != nil || *row.Email != "taro@example.com" || row.EmailVerifiedAt == nil {
		t.Fatalf("%+v, %v", row, err)
	}
	if session := logintest.Resumed(t, s, joined.Token); session == nil || *session.LoginMethod != "LINE" {
		t.Errorf("session %+v", session)
	}
	again, err := visited(t, s, p, at("192.0.2.9"), login.ActionLogin, "LINE", "taro")
	if err != nil || again.AccountID != row.ID {
		t.Errorf("logging in again: %+v, %v", again, err)
	}
}

func TestWhatComesBackFromAProvider(t *testing.T) { // security 43
	s, p := external(t)
	taro := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, taro.ID)
	leave := func(action string) (state, browser string) {
		left, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "LINE", Action: action})
		if err != nil {
			t.Fatal(err)
		}
		return p.started.State, left.Browser
	}
	state, browser := leave(login.ActionLink)
	_, elsewhere := leave(login.ActionLink)
	if browser == elsewhere { // D-13
		t.Error("two visits are bound by one secret")
	}
	for _, c := range []struct {
		name string
		in   login.ExternalAnswer
		want string
	}{
		{"no state", login.ExternalAnswer{Code: "taro", Browser: browser}, "INVALID_SESSION_FLOW"},
		{"an invented state", login.ExternalAnswer{State: "x", Code: "taro", Browser: browser}, "INVALID_SESSION_FLOW"},
		{"without the cookie", login.ExternalAnswer{State: state, Code: "taro"}, "INVALID_SESSION_FLOW"},
		{"another browser's state", login.ExternalAnswer{State: state, Code: "taro", Browser: elsewhere}, "INVALID_SESSION_FLOW"},
		{"a code the provider does not know", login.ExternalAnswer{State: state, Code: "unknown", Browser: browser}, "EXTERNAL_FAILED"},
		{"the state again", login.ExternalAnswer{State: state, Code: "taro", Browser: browser}, "INVALID_SESSION_FLOW"},
	} {
		if _, err := s.ReturnFromProvider(t.Context(), a, c.in); said(err) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	state, browser = leave(login.ActionLink)
	if signed, err := s.ReturnFromProvider(t.Context(), a, login.ExternalAnswer{State: state, Error: "access_denied", Browser: browser}); err != nil || paths.Of(signed.Next) != "/mypage" {
		t.Errorf("declined: %+v, %v", signed, err)
	}
	state, browser = leave(login.ActionLogin)
	if _, err := s.ReturnFromProvider(t.Context(), a, login.ExternalAnswer{State: state, Code: "taro", Browser: browser}); said(err) != "EXTERNAL_OF_ANOTHER" {
		t.Errorf("proving it once more with somebody else's: %v", err)
	}
	state, browser = leave(login.ActionLink)
	s.Clock.Advance(11 * time.Minute)
	if _, err := s.ReturnFromProvider(t.Context(), a, login.ExternalAnswer{State: state, Code: "taro", Browser: browser}); said(err) != "INVALID_SESSION_FLOW" {
		t.Errorf("late: %v", err)
	}
	fresh, _ := logintest.Member(t, s, taro.ID)
	a = fresh
	state, browser = leave(login.ActionLink)
	if err := s.Session.Logout(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ReturnFromProvider(t.Context(), a, login.ExternalAnswer{State: state, Code: "taro", Browser: browser}); said(err) != "UNAUTHENTICATED" {
		t.Errorf("logged out meanwhile: %v", err)
	}
	if len(links(t, s, *taro)) != 0 {
		t.Error("something was linked")
	}
	for _, in := range []login.ExternalStart{{Type: "Facebook", Action: login.ActionLogin}, {Type: "Yahoo! JAPAN", Action: login.ActionLogin}, {Type: "LINE", Action: "unlink"}} {
		if _, err := s.LeaveForProvider(t.Context(), at("192.0.2.1"), in); said(err) != "NOT_FOUND" {
			t.Errorf("%+v: %v", in, err)
		}
	}
}
