package signup_test

import (
	"testing"

	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/session"
	"kaiin/server/identity/signup"
)

// An attacker who has planted a session id in the visitor's browser knows the session up to the
// proof of the address, and nothing of what follows (D-08).
func TestAProvedAddressIsNothingForAPlantedSession(t *testing.T) {
	const broken = "INVALID_SESSION_FLOW → /signup"
	e := setup(t, nil)
	ctx := t.Context()
	token, id, err := e.Session.Begin(ctx, visitor())
	if err != nil {
		t.Fatal(err)
	}
	attacker := visitor()
	attacker.SessionID = id
	victim := attacker
	nothing := func(after string) {
		t.Helper()
		if row, _, err := e.Session.Resume(ctx, token); err != nil || row != nil {
			t.Errorf("%s: the session goes on: %+v, %v", after, row, err)
		}
		if got := said(e.giveForm(&attacker, form())); got != broken {
			t.Errorf("%s: the form: %q", after, got)
		}
		if got := said(e.complete(attacker, nil)); got != broken {
			t.Errorf("%s: the last step: %q", after, got)
		}
		if page, err := e.Page(ctx, attacker, signup.StageConfirm, ""); err == nil {
			t.Errorf("%s: the confirm page shows %+v", after, page)
		}
	}
	e.start(victim, "taro@example.com")
	signed, err := e.ProveEmail(ctx, victim, accounttest.PinCode(t, e.Account, "taro@example.com"), "")
	if err != nil || signed.Token == "" || signed.SessionID == id {
		t.Fatalf("%+v, %v", signed, err)
	}
	nothing("a proved address")
	token, victim.SessionID, attacker.SessionID = signed.Token, signed.SessionID, signed.SessionID // planted only now

	if err := e.giveForm(&victim, form()); err != nil || victim.SessionID != signed.SessionID {
		t.Fatalf("a form that proves nothing: %v", err)
	}
	if _, err := e.Start(ctx, victim, "signUp", "jiro@example.com", nil, ""); err != nil {
		t.Fatal(err)
	}
	code := accounttest.PinCode(t, e.Account, "jiro@example.com")
	if err := e.giveForm(&victim, with(func(f *signup.Form) { f.Email, f.PinCode = "jiro@example.com", code })); err != nil || victim.SessionID == signed.SessionID {
		t.Fatalf("a changed address: %v", err)
	}
	nothing("a changed address")
	if err := e.complete(victim, nil); err != nil || e.member("jiro@example.com") == nil {
		t.Errorf("the visitor's own sign-up: %v", err)
	}
}

// What a provider has vouched for is prepared in a new session as well (D-08).
func TestAPreparedLinkIsNothingForAPlantedSession(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	for name, in := range map[string]signup.External{
		"verified": {External: account.External{Type: "LINE", Subject: "taro"}, Email: "taro@example.com", EmailVerified: true},
		"bare":     {External: account.External{Type: "LINE", Subject: "jiro"}},
	} {
		token, id, err := e.Session.Begin(ctx, visitor())
		if err != nil {
			t.Fatal(err)
		}
		attacker := visitor()
		attacker.SessionID = id
		if err := e.Consent(ctx, attacker, e.consents(), ""); err != nil {
			t.Fatal(err)
		}
		_, signed, err := e.StartExternal(ctx, attacker, in, "")
		if err != nil || signed == (session.Signed{}) || signed.SessionID == id {
			t.Fatalf("%s: %+v, %v", name, signed, err)
		}
		if row, _, err := e.Session.Resume(ctx, token); err != nil || row != nil {
			t.Errorf("%s: the planted session goes on: %v", name, err)
		}
		for _, stage := range []signup.Stage{signup.StageEmail, signup.StageForm} {
			if page, err := e.Page(ctx, attacker, stage, ""); err == nil && page.Linking != nil {
				t.Errorf("%s: the planted session shows %+v", name, page.Linking)
			}
		}
		attacker.SessionID = signed.SessionID // the visitor's own
		if page, err := e.Page(ctx, attacker, signup.StageEmail, ""); err != nil || page.Linking == nil && page.Next.None() {
			t.Errorf("%s: the visitor's own session: %+v, %v", name, page, err)
		}
	}
}
