package credential_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"kaiin/ent/accounttoken"
	"kaiin/ent/factor"
	"kaiin/server/account"
	"kaiin/server/account/accounttest"
	"kaiin/server/actor"
	"kaiin/server/notify"
	"kaiin/server/passcode"
)

const (
	wrongPassword = "password:REQUEST_UNAUTHORIZED"
	throttled     = "TOO_MANY_REQUESTS"
)

// D-10: an intruder who holds nothing but the former mailbox gets nowhere, however often they try, and hashes little.
func TestTheFormerMailboxAloneUndoesNothing(t *testing.T) { // D-10
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "new@example.com")
	if err := e.ChangePassword(t.Context(), a, accounttest.Password, "brandnew1"); err != nil {
		t.Fatal(err)
	}
	token := e.undoOf("taro@example.com")
	if page, err := e.EmailUndoPage(t.Context(), token); err != nil || !page.Password {
		t.Errorf("page %+v, %v", page, err)
	}
	for want, password := range map[string]string{"password:REQUIRED": "", "password:PASSWORD_TOO_SHORT": "short"} {
		if got := said(e.UndoEmailChange(t.Context(), visitor(), token, password)); got != want {
			t.Errorf("%q: %q", password, got)
		}
	}
	got := races(parallel, func(int) error { return e.UndoEmailChange(t.Context(), visitor(), token, "guess9work") })
	if got[wrongPassword] != 20 || got[throttled] != parallel-20 {
		t.Errorf("outcomes %v", got)
	}
	if got := said(e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password)); got != throttled {
		t.Errorf("the right one after too many wrong ones: %q", got)
	}
	if row := e.now(taro); *row.Email != "new@example.com" || !e.knows(taro, "brandnew1") {
		t.Errorf("account %v", row)
	}
	if err := e.ChangePassword(t.Context(), a, "brandnew1", "brandnew2"); err != nil {
		t.Errorf("the member, while a stranger guesses: %v", err)
	}
	e.Clock.Advance(passcode.Day)
	if err := e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

// D-10: the intruder who has changed the address changes the password as well, by the old one or by a mailed link. The old one takes
// both back, and the intruder's is good for nothing any more: neither for a login nor for another change.
func TestUndoTakesALaterPasswordBack(t *testing.T) { // D-10
	for name, change := range map[string]func(env, actor.Actor) error{
		"changed": func(e env, a actor.Actor) error {
			return e.ChangePassword(e.t.Context(), a, accounttest.Password, "thiefs9pw")
		},
		"reset": func(e env, _ actor.Actor) error { return e.reset(e.forget("thief@example.com"), "thiefs9pw") },
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			taro, a := e.memberIn(accounttest.Email("taro@example.com"))
			e.changeEmail(a, "thief@example.com")
			if err := change(e, a); err != nil {
				t.Fatal(err)
			}
			token := e.undoOf("taro@example.com")
			if err := e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password); err != nil {
				t.Fatal(err)
			}
			if row := e.now(taro); *row.Email != "taro@example.com" || row.EmailVerifiedAt == nil || !e.knows(taro, accounttest.Password) || e.knows(taro, "thiefs9pw") {
				t.Errorf("account %v", row)
			}
			if restored := accounttest.Mail[notify.EmailRestored](t, e.Account, "taro@example.com"); restored.Unverified {
				t.Error("the mail says that the address has to be verified")
			}
		})
	}
}

// D-10: the present password is a proof as well, and stays.
func TestUndoWithThePresentPassword(t *testing.T) {
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "new@example.com")
	if err := e.ChangePassword(t.Context(), a, accounttest.Password, "brandnew1"); err != nil {
		t.Fatal(err)
	}
	if err := e.UndoEmailChange(t.Context(), visitor(), e.undoOf("taro@example.com"), "brandnew1"); err != nil {
		t.Fatal(err)
	}
	if row := e.now(taro); *row.Email != "taro@example.com" || !e.knows(taro, "brandnew1") {
		t.Errorf("account %v", row)
	}
}

// D-10: a reset on its way at the same time never leaves the account with the intruder's password and the member's address.
func TestUndoRacesAReset(t *testing.T) { // D-10
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "thief@example.com")
	token, link := e.undoOf("taro@example.com"), e.forget("thief@example.com")
	races(2, func(i int) error {
		if i == 0 {
			return e.reset(link, "thiefs9pw")
		}
		return e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password)
	})
	if row := e.now(taro); *row.Email != "taro@example.com" || !e.knows(taro, accounttest.Password) {
		t.Errorf("account %v", row)
	}
}

// D-10: the hash that stays with the link goes with it.
func TestTheUndoKeepsNoHashWhenItIsOver(t *testing.T) { // D-10 D-11
	e := setup(t, nil)
	hashes := func() int {
		return e.Store.Client(t.Context()).AccountToken.Query().Where(accounttoken.PasswordHashNotNil()).CountX(t.Context())
	}
	_, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "new@example.com")
	e.changeEmail(a, "newer@example.com")
	_, b := e.memberIn(accounttest.Email("jiro@example.com"))
	e.changeEmail(b, "jiros@example.com")
	if n := hashes(); n != 3 {
		t.Fatalf("%d hashes with three links", n)
	}
	if err := e.UndoEmailChange(t.Context(), visitor(), e.undoOf("taro@example.com"), accounttest.Password); err != nil {
		t.Fatal(err)
	}
	if n := hashes(); n != 1 {
		t.Errorf("%d hashes after one link was used and one was void", n)
	}
	e.Clock.Advance(72*time.Hour + passcode.Day + time.Minute)
	if err := e.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := hashes(); n != 0 {
		t.Errorf("%d hashes after the purge", n)
	}
}

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

// D-10: without a password the address comes back, but opens nothing: no reset, no code, no factor, until the member who has logged
// in verifies it. A password that somebody has set meanwhile goes.
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

// D-10: without a password, an address gets no link where it was the only way to log in, or where nobody has proved it: the former
// mailbox would get the account, or take a member's address away again and again.
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

// D-10: where the external account was unlinked since, taking the address back would leave nothing to log in with.
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

// D-10: the password changes after it was compared: what was the present one then is no proof any more.
func TestUndoByAPasswordThatChangesMeanwhile(t *testing.T) { // D-10
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "new@example.com")
	if err := e.ChangePassword(t.Context(), a, accounttest.Password, "brandnew1"); err != nil {
		t.Fatal(err)
	}
	token, other := e.undoOf("taro@example.com"), "another hash"
	undone := make(chan error, 1)
	err := e.Store.Tx(t.Context(), func(ctx context.Context) error {
		if err := e.Store.Client(ctx).Account.UpdateOneID(taro.ID).SetPasswordHash(other).Exec(ctx); err != nil {
			return err
		}
		go func() { undone <- e.UndoEmailChange(t.Context(), visitor(), token, "brandnew1") }()
		for waits := 0; waits == 0; {
			err := e.Store.DB.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waits)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := said(<-undone); got != wrongPassword {
		t.Errorf("%q", got)
	}
	if row := e.now(taro); *row.Email != "new@example.com" || *row.PasswordHash != other {
		t.Errorf("account %v", row)
	}
}

// D-10: what the intruder has linked after the change goes with it; of that only the other address has heard. What was linked before
// stays.
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

// D-10: without a password, an external account that was linked since is no way to log in either: it would be the intruder's.
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

// D-10: an intruder who reads the mailbox has set the password by a mailed link. The member gets in by another way and moves to
// another mailbox: the intruder's password takes nothing back. A password that was proved since, or has been in force for a day,
// does.
func TestAPasswordOfTheFormerMailboxUndoesNothing(t *testing.T) { // D-10
	for name, c := range map[string]struct {
		since func(env, actor.Actor) error
		link  bool
	}{
		"at once":        {func(env, actor.Actor) error { return nil }, false},
		"an hour later":  {func(e env, _ actor.Actor) error { e.Clock.Advance(time.Hour); return nil }, false},
		"two days later": {func(e env, _ actor.Actor) error { e.Clock.Advance(2 * passcode.Day); return nil }, true},
		"changed meanwhile": {func(e env, a actor.Actor) error {
			e.Clock.Advance(time.Hour)
			return e.ChangePassword(e.t.Context(), a, "thiefs9pw", "brandnew1")
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			row := e.watched(accounttest.Email("taro@example.com"))
			if err := e.reset(e.forget("taro@example.com"), "thiefs9pw"); err != nil {
				t.Fatal(err)
			}
			if err := c.since(e, e.in(row)); err != nil {
				t.Fatal(err)
			}
			e.changeEmail(e.in(row), "new@example.com")
			if token := e.undoOf("taro@example.com"); (token != "") != c.link {
				t.Errorf("it got a link: %t", token != "")
			}
		})
	}
}

// A mailed link has set the intruder's password, not the one that counts again: a mailed code is a second factor beside that at once.
func TestUndoForgetsWhoseMailSetAnotherPassword(t *testing.T) { // D-04 D-10
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.Store.Client(t.Context()).Factor.Create().SetCreatedAt(e.Clock.Now()).SetAccountID(taro.ID).SetType(factor.TypeEmail).ExecX(t.Context())
	e.changeEmail(a, "thief@example.com")
	if err := e.reset(e.forget("thief@example.com"), "thiefs9pw"); err != nil {
		t.Fatal(err)
	}
	if e.now(taro).PasswordMailedAt == nil {
		t.Fatal("the reset left no trace")
	}
	if err := e.UndoEmailChange(t.Context(), visitor(), e.undoOf("taro@example.com"), accounttest.Password); err != nil {
		t.Fatal(err)
	}
	if e.now(taro).PasswordMailedAt != nil {
		t.Error("the member's own password counts as one that a mailed link has set")
	}
}
