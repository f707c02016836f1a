package credential_test

import (
	"slices"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
)

// linkedOnly is a member without a password who logs in with an external account.
func (e env) linkedOnly(email string, more ...accounttest.Option) (id func() *state, a actor.Actor) {
	e.t.Helper()
	row, a := e.memberIn(append(more, accounttest.Email(email), accounttest.NoPassword)...)
	if err := e.Account.LinkExternal(e.t.Context(), a, account.External{Type: "LINE", Subject: email}); err != nil {
		e.t.Fatal(err)
	}
	return func() *state {
		now := e.now(row)
		return &state{email: *now.Email, verified: now.EmailVerifiedAt != nil, password: now.PasswordHash != nil}
	}, a
}

// state is what an undoing changes of an account.
type state struct {
	email              string
	verified, password bool
}

// D-10: without a password the address comes back, but opens nothing: no reset, no code, no factor,
// until the member who has logged in verifies it. A password that somebody has set meanwhile goes.
func TestUndoWithoutAPassword(t *testing.T) { // D-10
	for name, later := range map[string]func(env, actor.Actor) error{
		"none since": func(env, actor.Actor) error { return nil },
		"set by a mailed link since": func(e env, _ actor.Actor) error {
			return e.reset(e.forget("new@example.com"), "thiefs9pw")
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			now, a := e.linkedOnly("taro@example.com")
			e.changeEmail(a, "new@example.com")
			if told := accounttest.Mail[notify.EmailChanged](t, e.Account, "taro@example.com"); told.UndoPassword {
				t.Error("the mail speaks of a password")
			}
			if err := later(e, a); err != nil {
				t.Fatal(err)
			}
			token := e.undoOf("taro@example.com")
			if page, err := e.EmailUndoPage(t.Context(), token); err != nil || page.Password {
				t.Errorf("page %+v, %v", page, err)
			}
			if err := e.UndoEmailChange(t.Context(), visitor(), token, ""); err != nil {
				t.Fatal(err)
			}
			if got := *now(); got != (state{email: "taro@example.com"}) {
				t.Errorf("account %+v", got)
			}
			if restored := accounttest.Mail[notify.EmailRestored](t, e.Account, "taro@example.com"); !restored.Unverified {
				t.Error("the mail does not say that the address has to be verified")
			}
			e.noReset("taro@example.com")
			row, err := e.Account.LookupByIdentifier(t.Context(), "taro@example.com")
			if err != nil {
				t.Fatal(err)
			}
			again := e.in(row)
			if _, err := e.EmailVerifyPage(t.Context(), again, true); err != nil {
				t.Fatal(err)
			}
			if err := e.VerifyEmail(t.Context(), again, accounttest.PinCode(t, e.Account, "taro@example.com")); err != nil {
				t.Fatal(err)
			}
			if err := e.reset(e.forget("taro@example.com"), "brandnew1"); err != nil {
				t.Errorf("a reset after the address was verified: %v", err)
			}
		})
	}
}

// noReset wants no link for a forgotten password to be mailed to the address.
func (e env) noReset(email string) {
	e.t.Helper()
	count := func() (n int) {
		for _, template := range accounttest.Mails(e.t, e.Account, email) {
			if template == "password-reset" {
				n++
			}
		}
		return n
	}
	before := count()
	if err := e.ForgotPassword(e.t.Context(), visitor(), email); err != nil {
		e.t.Fatal(err)
	}
	e.work()
	if count() != before {
		e.t.Errorf("a link for a forgotten password was mailed to %s", email)
	}
}

// D-10: without a password, an address gets no link where it was the only way to log in, or where
// it is unproved: the former mailbox would get the account, or take a member's address away again
// and again.
func TestAFormerAddressThatGetsNoLink(t *testing.T) { // D-10
	for name, member := range map[string]func(env) actor.Actor{
		"the only way in": func(e env) actor.Actor {
			_, a := e.memberIn(accounttest.Email("taro@example.com"), accounttest.NoPassword)
			return a
		},
		"never proved": func(e env) actor.Actor {
			_, a := e.linkedOnly("taro@example.com", accounttest.Unverified)
			return a
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			e.changeEmail(member(e), "new@example.com")
			if token := e.undoOf("taro@example.com"); token != "" {
				t.Error("it got a link")
			}
		})
	}
}

// D-10: where the external account was unlinked since, taking the address back would leave nothing
// to log in with.
func TestUndoThatWouldLockTheMemberOut(t *testing.T) { // D-10
	e := setup(t, nil)
	now, a := e.linkedOnly("taro@example.com")
	e.changeEmail(a, "new@example.com")
	if err := e.reset(e.forget("new@example.com"), "brandnew1"); err != nil {
		t.Fatal(err)
	}
	token := e.undoOf("taro@example.com")
	again, err := e.Account.LookupByIdentifier(t.Context(), "new@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Account.UnlinkExternal(t.Context(), e.in(again), "LINE"); err != nil {
		t.Fatal(err)
	}
	if got := said(e.UndoEmailChange(t.Context(), visitor(), token, "")); got != "EMAIL_UNDO_NO_LOGIN" {
		t.Errorf("%q", got)
	}
	if got := *now(); got != (state{email: "new@example.com", verified: true, password: true}) {
		t.Errorf("account %+v", got)
	}
}

// D-10: what the intruder has linked after the change goes with it; of that only the other address
// has heard. What was linked before stays.
func TestUndoUnlinksWhatWasLinkedSince(t *testing.T) { // D-10
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	link := func(kind string) {
		t.Helper()
		if err := e.Account.LinkExternal(t.Context(), a, account.External{Type: kind, Subject: kind}); err != nil {
			t.Fatal(err)
		}
	}
	link("LINE")
	e.changeEmail(a, "thief@example.com")
	link("Google")
	if err := e.UndoEmailChange(t.Context(), visitor(), e.undoOf("taro@example.com"), accounttest.Password); err != nil {
		t.Fatal(err)
	}
	linked, err := e.Account.LinkedTypes(t.Context(), taro.ID)
	if err != nil || !slices.Equal(linked, []string{"LINE"}) {
		t.Errorf("linked are %v, %v", linked, err)
	}
	if told := accounttest.Mail[notify.ExternalChanged](t, e.Account, "taro@example.com"); told.Name != "Google" || told.Linked {
		t.Errorf("told %+v", told)
	}
}

// D-10: without a password, an external account that was linked since is no way to log in either:
// it would be the intruder's.
func TestUndoLeavesNoLoginToTheIntruder(t *testing.T) { // D-10
	e := setup(t, nil)
	now, a := e.linkedOnly("taro@example.com")
	e.changeEmail(a, "thief@example.com")
	if err := e.reset(e.forget("thief@example.com"), "thiefs9pw"); err != nil {
		t.Fatal(err)
	}
	row, err := e.Account.LookupByIdentifier(t.Context(), "thief@example.com")
	if err != nil {
		t.Fatal(err)
	}
	thief := e.in(row)
	for _, act := range []func() error{
		func() error { return e.Account.UnlinkExternal(t.Context(), thief, "LINE") },
		func() error {
			return e.Account.LinkExternal(t.Context(), thief, account.External{Type: "LINE", Subject: "thief"})
		},
	} {
		if err := act(); err != nil {
			t.Fatal(err)
		}
	}
	if got := said(e.UndoEmailChange(t.Context(), visitor(), e.undoOf("taro@example.com"), "")); got != "EMAIL_UNDO_NO_LOGIN" {
		t.Errorf("%q", got)
	}
	if got := *now(); !got.password {
		t.Errorf("account %+v", got)
	}
}
