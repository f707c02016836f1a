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
	"kaiin/server/account"
	"kaiin/server/account/accounttest"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/login"
	"kaiin/server/login/logintest"
	"kaiin/server/paths"
	domain "kaiin/server/session"
	"kaiin/server/signup"
	"kaiin/server/step"
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
	s := setup(t, func(st *catalog.Settings) {
		st.ExternalAccounts = []catalog.ExternalAccount{
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

func TestLinkingAnExternalAccount(t *testing.T) { // C-054 S-033 E-030
	s, p := external(t)
	taro, hanako := accounttest.Member(t, s.Account), accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, taro.ID)
	other, _ := logintest.Member(t, s, hanako.ID)
	if signed, err := visited(t, s, p, a, login.ActionLink, "LINE", "taro"); err != nil || paths.Of(signed.Next) != "/mypage/social/enable/complete" || signed.Token != "" {
		t.Fatalf("%+v, %v", signed, err)
	}
	for _, c := range []struct {
		name string
		who  actor.Actor
		code string
		want string
	}{
		{"the same again", a, "taro", ""},
		{"another one of the provider", a, "hanako", "ACCOUNT_ALREADY_EXISTS"},
		{"linked to another account", other, "taro", "ACCOUNT_ALREADY_EXISTS"},
	} {
		if _, err := visited(t, s, p, c.who, login.ActionLink, "LINE", c.code); said(err) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if got := links(t, s, *taro); len(got) != 1 || got[0] != "LINE" || len(links(t, s, *hanako)) != 0 {
		t.Errorf("linked: %v", got)
	}
	if got := accounttest.Mails(t, s.Account, *taro.Email); len(got) != 1 || got[0] != "external-changed" {
		t.Errorf("mails: %v", got)
	}
	_, err := s.LeaveForProvider(t.Context(), actor.Actor{SessionID: a.SessionID}, login.ExternalStart{Type: "LINE", Action: login.ActionLink})
	if said(err) != "UNAUTHENTICATED" {
		t.Errorf("a visitor links: %v", err)
	}
	s.Clock.Advance(16 * time.Minute)
	if _, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "LINE", Action: login.ActionLink}); said(err) != "REAUTHENTICATION_REQUIRED" {
		t.Errorf("a stale session links: %v", err)
	}
}

// The duty to change a password that everybody tries first is lifted by a new password and by nothing else: not by an external
// account, linked before or after, a mailed code, a second factor, or by proving once more who one is (D-07).
func TestOnlyANewPasswordLiftsTheDutyToChangeIt(t *testing.T) {
	s, p := external(t)
	hash, err := s.Credential.Passwords.Hash(t.Context(), "Password1")
	if err != nil {
		t.Fatal(err)
	}
	row := accounttest.Member(t, s.Account, accounttest.With(func(c *ent.AccountCreate) { c.SetPasswordHash(hash) }))
	owner, _ := logintest.Member(t, s, row.ID)
	if _, err := visited(t, s, p, owner, login.ActionLink, "LINE", "taro"); err != nil {
		t.Fatal(err)
	}
	// acting is the member in the session that a way in has opened, and whether the duty is in it.
	acting := func(way string, in login.Entered, err error, want bool) actor.Actor {
		t.Helper()
		session, account, failed := s.Session.Resume(t.Context(), in.Token)
		if err != nil || failed != nil || session == nil || session.AccountID == nil || session.MustChangePassword != want {
			t.Fatalf("%s: %+v, %v, %v", way, session, err, failed)
		}
		return domain.Bind(at("192.0.2.1"), session, account)
	}
	outside := func(a actor.Actor) (login.Entered, error) {
		return visited(t, s, p, a, login.ActionLogin, "LINE", "taro")
	}
	in, err := outside(at("192.0.2.1"))
	acting("LINE before any login has shown the password", in, err, false)
	in, err = s.Login(t.Context(), at("192.0.2.1"), input(*row.Email, "Password1"))
	a := acting("the password", in, err, true)

	if _, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "Google", Action: login.ActionLink}); said(err) != "PASSWORD_CHANGE_REQUIRED" {
		t.Errorf("linking: %v", err)
	}
	visit, err := s.LeaveForProvider(t.Context(), owner, login.ExternalStart{Type: "Google", Action: login.ActionLink})
	if err != nil {
		t.Fatal(err)
	}
	state := p.started.State
	s.Store.Client(t.Context()).Session.UpdateOneID(owner.SessionID).SetMustChangePassword(true).ExecX(t.Context())
	back := login.ExternalAnswer{State: state, Code: "hanako", Browser: visit.Browser}
	if _, err := s.ReturnFromProvider(t.Context(), owner, back); said(err) != "PASSWORD_CHANGE_REQUIRED" || len(links(t, s, *row)) != 1 {
		t.Errorf("linking, shown meanwhile: %v", err)
	}
	in, err = outside(at("192.0.2.1"))
	acting("LINE", in, err, true)
	in, err = outside(a)
	a = acting("LINE, to prove it once more", in, err, true)
	in, err = s.Confirm(t.Context(), a, login.ConfirmInput{Password: "Password1"})
	a = acting("the password, to prove it once more", in, err, true)
	if err := s.SendConfirmCode(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	in, err = s.Confirm(t.Context(), a, login.ConfirmInput{AuthCode: accounttest.PinCode(t, s.Account, *row.Email)})
	acting("a mailed code, to prove it once more", in, err, true)
	s.Clock.Advance(time.Minute)
	b := asked(t, s, *row.Email)
	in, err = s.Login(t.Context(), b, byCode(*row.Email, accounttest.PinCode(t, s.Account, *row.Email)))
	acting("a mailed code", in, err, true)
	s.Store.Client(t.Context()).Factor.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(row.ID).SetType(factor.TypeEmail).ExecX(t.Context())
	s.Clock.Advance(time.Minute)
	if in, err = outside(at("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	b = at("192.0.2.1")
	b.SessionID = in.SessionID
	if _, err := s.FactorEntry(t.Context(), b, "Email", step.Plain); err != nil {
		t.Fatal(err)
	}
	in, err = s.GiveFactor(t.Context(), b, login.FactorInput{Type: "Email", Value: accounttest.PinCode(t, s.Account, *row.Email)})
	a = acting("LINE and a second factor", in, err, true)

	if err := s.Credential.ChangePassword(t.Context(), a, "Password1", "open9sesame"); err != nil {
		t.Fatal(err)
	}
	acting("the session that changed it", in, nil, false)
	s.Store.Client(t.Context()).Factor.Delete().Where(factor.AccountID(row.ID)).ExecX(t.Context())
	in, err = outside(at("192.0.2.1"))
	acting("LINE afterwards", in, err, false)
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

// A provider that answers with a post from its own site makes the browser leave its cookies behind; the account knows it still.
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
	if signed := post(bare, bare); paths.Of(signed.Next) != "/login/multi-factor" {
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
	page, err := s.Signup.Page(t.Context(), a, signup.StageForm)
	if err != nil || page.Email != "taro@example.com" || page.Profile.FamilyName != "灯台" || page.Linking.Type != "LINE" || page.Registration.Rule("password") != catalog.NotUse {
		t.Fatalf("%+v, %v", page, err)
	}
	policies, err := s.Catalog.Policies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var consents []account.Consent
	for _, p := range policies {
		consents = append(consents, account.Consent{PolicyID: p.ID, Revision: p.Revision, Key: p.Key})
	}
	form := signup.Form{Consents: consents, Profile: account.Profile{FamilyName: "灯台", GivenName: "太郎", Birthday: "19900131", Custom: map[string]string{"adult": "true"}}}
	changed := form
	changed.Email = "other@example.com"
	if _, err := s.Signup.Confirm(t.Context(), a, changed); said(err) != "pinCode:REQUIRED" { // V-035
		t.Errorf("a changed address without a code: %v", err)
	}
	if _, err := s.Signup.Confirm(t.Context(), a, form); err != nil {
		t.Fatal(err)
	}
	joined, err := s.Signup.Complete(t.Context(), a, nil)
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
		t.Errorf("logging in afterwards: %+v, %v", again, err)
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
		{"a code the provider does not know", login.ExternalAnswer{State: state, Code: "nobody", Browser: browser}, "EXTERNAL_FAILED"},
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

func TestUnlinking(t *testing.T) { // S-034
	s, p := external(t)
	taro := accounttest.Member(t, s.Account, accounttest.NoPassword)
	a, _ := logintest.Member(t, s, taro.ID)
	for _, kind := range []string{"LINE", "Google"} {
		if _, err := visited(t, s, p, a, login.ActionLink, kind, "taro"); err != nil {
			t.Fatal(err)
		}
	}
	byLINE := a
	byLINE.LoginMethod = "LINE"
	for _, c := range []struct {
		name, kind, want string
		a                actor.Actor
	}{
		{"not linked", "Facebook", "NOT_FOUND", a},
		{"A-086 of this login", "LINE", "LOGGED_IN_WITH_IT", byLINE},
		{"one of two", "Google", "", byLINE},
		{"again", "Google", "NOT_FOUND", byLINE},
		{"A-084 the last one", "LINE", "LAST_LOGIN_METHOD", a},
	} {
		if err := s.Account.UnlinkExternal(t.Context(), c.a, c.kind); said(err) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	s.Clock.Advance(16 * time.Minute)
	if err := s.Account.UnlinkExternal(t.Context(), a, "LINE"); said(err) != "REAUTHENTICATION_REQUIRED" {
		t.Errorf("in a stale session: %v", err)
	}
}
