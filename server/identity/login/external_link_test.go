package login_test

import (
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/step"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	domain "kaiin/server/identity/session"
	"kaiin/server/transport/paths"
)

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
	child := a
	child.SwitchTo = []string{"太郎"}
	if _, err := s.LeaveForProvider(t.Context(), child, login.ExternalStart{Type: "LINE", Action: login.ActionLink}); said(err) != "PROFILE_FORBIDDEN" {
		t.Errorf("a restricted profile links: %v", err)
	}
	s.Clock.Advance(16 * time.Minute)
	if _, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "LINE", Action: login.ActionLink}); said(err) != "REAUTHENTICATION_REQUIRED" {
		t.Errorf("a stale session links: %v", err)
	}
}

// The duty to change a password that everybody tries first is lifted by a new password and by
// nothing else: not by an external account, linked before or after, a mailed code, a second factor,
// or by proving once more who one is (D-07).
func TestOnlyANewPasswordLiftsTheDutyToChangeIt(t *testing.T) {
	s, p := external(t)
	hash, err := s.Credential.Passwords.Hash(t.Context(), "", "Password1")
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
	acting("LINE after the change", in, err, false)
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
