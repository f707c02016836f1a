package withdrawal_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passkey"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/transport/paths"
)

// Strangers do all they can with the names of a member, from many networks and from the member's
// own, until they are refused. The member logs in from a browser that the account knows, gives the
// second factor, proves it once more, is mailed a link for a forgotten password and leaves.
func TestStrangersUseUpNothingOfAMember(t *testing.T) { // D-02 D-18
	w := setup(t, func(s *settings.Settings) { s.AuthCodes.MultiFactorEmail.Minutes, s.AuthCodes.Login.Minutes = 10, 10 })
	ctx := t.Context()
	row, first := w.member(accounttest.Email("taro@example.com"), accounttest.UserID("taro01"))
	if _, err := w.logins.Credential.EnableFactor(ctx, first, credential.EnableFactor{Type: credential.FactorEmail}); err != nil {
		t.Fatal(err)
	}
	backup, err := w.logins.Credential.BackupPage(ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.logins.Credential.SaveBackupCodes(ctx, first, backup.Codes); err != nil {
		t.Fatal(err)
	}
	home := actor.Actor{Locale: "ja", IP: "203.0.113.7", UserAgent: "test"}
	row, err = w.logins.Account.Find(ctx, row.ID) // a new factor has changed it
	if err != nil {
		t.Fatal(err)
	}
	signed, err := w.logins.Session.SignIn(ctx, home, row, actor.MethodPassword)
	if err != nil {
		t.Fatal(err)
	}
	home.KnownBrowser = signed.KnownBrowser

	stranger := func(i int) actor.Actor { // every other one has the member's own address
		a := actor.Actor{Locale: "ja", SessionID: uuid.New(), IP: home.IP, UserAgent: "test", KnownBrowser: logintest.Token()}
		if i%2 == 0 {
			a.IP = fmt.Sprintf("198.51.%d.%d", 100+i/200, i%200)
		}
		return a
	}
	_, member := w.member(accounttest.Email("mallory@example.com"))
	for name, act := range map[string]func(i int) error{
		"sign-up": func(i int) error {
			_, err := w.logins.Signup.Start(ctx, stranger(i), "signUp", "taro@example.com", w.consents(), "")
			return err
		},
		"login code by address": func(i int) error {
			_, err := w.logins.RequestCode(ctx, stranger(i), login.CodeRequest{Identifier: "taro@example.com"})
			return err
		},
		"login code by user ID": func(i int) error {
			_, err := w.logins.RequestCode(ctx, stranger(i), login.CodeRequest{Identifier: "taro01"})
			return err
		},
		"password by address": func(i int) error {
			_, err := w.logins.Login(ctx, stranger(i), login.Input{Identifier: "taro@example.com", Password: "guess9work", Method: actor.MethodPassword})
			return err
		},
		"password by user ID": func(i int) error {
			_, err := w.logins.Login(ctx, stranger(i), login.Input{Identifier: "taro01", Password: "guess9work", Method: actor.MethodPassword})
			return err
		},
		"forgotten password": func(i int) error { return w.logins.Credential.ForgotPassword(ctx, stranger(i), "taro@example.com") },
		"somebody else's new address": func(i int) error {
			a := member
			a.SessionID = uuid.New()
			_, err := w.logins.Credential.StartEmailEdit(ctx, a, "taro@example.com", "mailEdit")
			return err
		},
	} {
		refused := 0
		for i := range 120 {
			if err := act(i); said(err) == "TOO_MANY_REQUESTS" {
				refused++
			}
		}
		if refused == 0 {
			t.Errorf("%s: 120 strangers were let pass", name)
		}
		logintest.MailCodes(t, w.logins)
	}

	// What they have raised is used up for good, in the member's network too.
	for _, a := range []actor.Actor{stranger(0), stranger(1)} {
		if _, _, err := w.logins.Session.Begin(ctx, a); err != nil {
			t.Fatal(err)
		}
		if _, err := w.logins.StartPasskey(ctx, a, passkey.UseLogin, step.Plain); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"external-from:" + a.Network(), "notice-forged:" + a.Network(), "leave-from:" + a.Network(), "stop-leaving-from:" + a.Network(), "newsletter-from:" + a.Network(), "device-from:" + a.Network(), "device-wait:" + a.Network(), "app-request:" + a.Network(), "bot-check:" + a.Network(), "staff-from:" + a.Network(), "staff-issuer:" + a.Network(), "staff-login:" + a.Network(), "signup-form:" + a.SessionID.String()} {
			if err := w.logins.Throttle.Count(ctx, key, 1, time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.logins.Credential.AllowUserIDCheck(ctx, a); err != nil {
			t.Fatal(err)
		}
	}
	raised := map[string]bool{}
	for _, key := range w.client().Throttle.Query().IDsX(ctx) {
		name, _, _ := strings.Cut(key, ":")
		name, _, _ = strings.Cut(name, " ")
		raised[name] = true
	}
	for name, counter := range throttle.Counters {
		if counter.Stranger && !raised[name] {
			t.Errorf("no stranger of this test has raised %s", name)
		}
	}
	used := w.client().Throttle.Update().AddCount(100_000).SetBlockedUntil(w.Clock.Now().Add(time.Hour)).SaveX(ctx)
	if used == 0 {
		t.Fatal("nothing was counted")
	}

	// Logging in, with the second factor.
	entered, err := w.logins.Login(ctx, home, login.Input{Identifier: "taro@example.com", Password: accounttest.Password, Method: actor.MethodPassword})
	if err != nil || paths.Of(entered.Next) != "/login/multi-factor/Email" {
		t.Fatalf("the password: %+v, %v", entered, err)
	}
	home.SessionID = entered.SessionID
	if _, err := w.logins.FactorEntry(ctx, home, credential.FactorEmail, step.Plain); err != nil {
		t.Fatalf("the second factor: %v", err)
	}
	in := login.FactorInput{Type: credential.FactorEmail, Value: accounttest.PinCode(t, w.Account, *row.Email)}
	if entered, err = w.logins.GiveFactor(ctx, home, in); err != nil {
		t.Fatalf("the second factor: %v", err)
	}
	home.SessionID, home.AccountID, home.AuthenticatedAt = entered.SessionID, row.ID, w.Clock.Now()

	// A code that logs in, to the browser that the account knows.
	other := actor.Actor{Locale: "ja", SessionID: uuid.New(), IP: home.IP, UserAgent: "test", KnownBrowser: home.KnownBrowser}
	for _, name := range []string{"taro@example.com", "taro01"} {
		before := len(accounttest.Mails(t, w.Account, *row.Email))
		if _, err := w.logins.RequestCode(ctx, other, login.CodeRequest{Identifier: name}); err != nil {
			t.Errorf("a login code for %s: %v", name, err)
		}
		if logintest.MailCodes(t, w.logins); len(accounttest.Mails(t, w.Account, *row.Email)) != before+1 {
			t.Errorf("a login code for %s was not mailed", name)
		}
	}

	// Proving it once more, and a link for a forgotten password.
	if err := w.logins.SendConfirmCode(ctx, home); err != nil {
		t.Errorf("once more: %v", err)
	}
	if err := w.logins.Credential.ForgotPassword(ctx, home, "taro@example.com"); err != nil {
		t.Errorf("a link for the member's browser: %v", err)
	}

	// Leaving.
	w.wait(time.Minute)
	code := w.confirm(row, home)
	if _, err := w.Withdraw(ctx, home, code); err != nil || !w.left(row) {
		t.Errorf("leaving: %v", err)
	}
}

// consents are to every policy of the store.
func (w *world) consents() []account.Consent {
	w.t.Helper()
	policies, err := w.Catalog.Policies(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	var all []account.Consent
	for _, p := range policies {
		all = append(all, account.Consent{PolicyID: p.ID, Revision: p.Revision, Key: p.Key})
	}
	return all
}

// A member's own errands use up each other's codes as little: leaving is possible after all others
// are exhausted.
func TestLeavingIsAlwaysPossible(t *testing.T) { // D-02
	w := setup(t, nil)
	ctx := t.Context()
	row, a := w.member(accounttest.Email("hanako@example.com"))
	refused := false
	for range 60 {
		a.SessionID = uuid.New()
		refused = refused || said(w.logins.SendConfirmCode(ctx, a)) == "TOO_MANY_REQUESTS"
	}
	if !refused {
		t.Error("60 codes in a day")
	}
	for range 60 { // somebody in the member's session wears the withdrawal's codes out
		if _, err := w.Confirm(ctx, a, withdrawal.Form{Consent: true}); said(err) == "TOO_MANY_REQUESTS" {
			break
		}
		w.wait(31 * time.Second)
	}
	fresh, _ := logintest.Member(t, w.logins, row.ID)
	code := w.confirm(row, fresh)
	if _, err := w.Withdraw(ctx, fresh, code); err != nil || !w.left(row) {
		t.Errorf("leaving in a new session: %v", err)
	}
}
