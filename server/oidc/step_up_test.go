package oidc_test

import (
	"testing"
	"time"

	entsession "kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
)

// A member who proves once more who they are stays logged in to the apps of the session: their
// tokens work on, without offline access, too, and no app hears of a logout. The old cookie is dead
// all the same.
func TestAProofOnceMoreEndsNothingOfTheApps(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a, before := logintest.Member(t, w.Login, accounttest.Member(t, w.Account).ID)
	a.LoginMethod, a.AppBrowsers = actor.MethodPassword, []string{oidctest.Browser}
	plain := w.Tokens(t, a, w.Asks(w.Web, "openid"))
	w.Clock.Advance(16 * time.Minute)
	live := w.Tokens(t, a, w.Asks(w.Web, "openid"))
	entered, err := w.Login.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password})
	if err != nil {
		t.Fatal(err)
	}
	if logintest.Resumed(t, w.Login, before) != nil {
		t.Error("the old cookie works")
	}
	row := logintest.Resumed(t, w.Login, entered.Token)
	if row == nil || row.ID != a.SessionID || entered.SessionID != a.SessionID || w.Clock.Now().Sub(*row.AuthenticatedAt) > time.Minute {
		t.Fatalf("the new one: %+v", row)
	}
	if !alive(t, w, live.Access) || !alive(t, w, live.Refresh) {
		t.Error("the tokens of an app are dead")
	}
	if _, err := w.Refresh(t.Context(), w.Web, plain.Refresh, nil); err != nil {
		t.Errorf("a refresh token: %v", err)
	}
	if jobs := waiting[oidc.LogoutArgs](t, w, oidc.LogoutArgs{}.Kind()); len(jobs) > 0 {
		t.Errorf("apps are told of a logout: %+v", jobs)
	}
	if n := w.Store.Client(t.Context()).Session.Query().Where(entsession.AccountID(a.AccountID)).CountX(t.Context()); n != 1 {
		t.Errorf("%d sessions", n)
	}
	if err := w.Session.Logout(t.Context(), a); err != nil || alive(t, w, live.Access) {
		t.Errorf("the tokens outlive the session (%v)", err)
	}
	if jobs := waiting[oidc.LogoutArgs](t, w, oidc.LogoutArgs{}.Kind()); len(jobs) != 1 || jobs[0].SessionID != a.SessionID {
		t.Errorf("at the logout apps are told %+v", jobs)
	}
}
