package signup_test

import (
	"fmt"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/signup"
)

const parallel = 50

func TestOneCodeProvesOnce(t *testing.T) {
	e := setup(t, nil)
	a := visitor()
	e.start(a, "taro@example.com")
	code := accounttest.PinCode(t, e.Account, "taro@example.com")
	got := races(parallel, func(int) error {
		_, err := e.ProveEmail(t.Context(), a, code, "")
		return err
	})
	// A call that comes late finds the code used up, or the sign-up gone into its new session.
	if got[""] != 1 || got["pinCode:PIN_CODE_ERROR"]+got["INVALID_SESSION_FLOW → /signup"] != parallel-1 {
		t.Errorf("outcomes %v", got)
	}
}

func TestOneFlowBecomesOneAccount(t *testing.T) {
	e := setup(t, nil)
	a := visitor()
	e.confirm(&a, "taro@example.com", form())
	got := races(parallel, func(int) error { return e.complete(a, nil) })
	if got[""] != 1 || got["INVALID_SESSION_FLOW → /signup"] != parallel-1 {
		t.Errorf("outcomes %v", got)
	}
	if n := e.Store.Client(t.Context()).Account.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestOneAddressBecomesOneAccount(t *testing.T) {
	e := setup(t, nil)
	var all []actor.Actor
	for i := range parallel {
		if i%15 == 14 {
			e.Clock.Advance(24 * time.Hour) // an address gets 20 codes a day
			e.Store.Client(t.Context()).Flow.Update().SetExpiresAt(e.Clock.Now().Add(time.Hour)).ExecX(t.Context())
		}
		a := visitor()
		e.confirm(&a, "Taro@example.com", form())
		all = append(all, a)
	}
	got := races(parallel, func(i int) error { return e.complete(all[i], nil) })
	if got[""] != 1 || got["email:ACCOUNT_ALREADY_EXISTS_EMAIL"] != parallel-1 {
		t.Errorf("outcomes %v", got)
	}
}

func TestOneUserIDBecomesOneAccount(t *testing.T) { // E-021
	e := setup(t, nil)
	var all []actor.Actor
	for i := range parallel {
		a := visitor()
		a.IP = fmt.Sprintf("198.51.100.%d", i+1) // a network may ask about 25 user IDs
		e.confirm(&a, fmt.Sprintf("taro%d@example.com", i), with(func(f *signup.Form) { f.UserID = []string{"tarotaro", "TaroTaro"}[i%2] }))
		all = append(all, a)
	}
	got := races(parallel, func(i int) error { return e.complete(all[i], nil) })
	if got[""] != 1 || got["userId:ACCOUNT_ALREADY_EXISTS_USER_ID"] != parallel-1 {
		t.Errorf("outcomes %v", got)
	}
	if mails := e.Store.Client(t.Context()).Message.Query().CountX(t.Context()); mails != parallel+1 {
		t.Errorf("%d mails, want a code each and one welcome", mails)
	}
}

// A visitor who cannot be signed in has not become a member either, and may try again.
func TestAccountAndSessionComeTogether(t *testing.T) {
	e := setup(t, nil)
	ctx, a := t.Context(), visitor()
	e.confirm(&a, "taro@example.com", form())
	alter := func(change string) {
		t.Helper()
		if _, err := e.Store.DB.ExecContext(ctx, "ALTER TABLE sessions "+change); err != nil {
			t.Fatal(err)
		}
	}
	alter("ADD CONSTRAINT visitors_only CHECK (account_id IS NULL)")
	if err := e.complete(a, nil); err == nil || e.member("taro@example.com") != nil {
		t.Fatalf("err %v, member %v", err, e.member("taro@example.com"))
	}
	alter("DROP CONSTRAINT visitors_only")
	if err := e.complete(a, nil); err != nil {
		t.Error(err)
	}
}
