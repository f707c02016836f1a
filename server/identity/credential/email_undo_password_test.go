package credential_test

import (
	"context"
	"testing"
	"time"

	"kaiin/ent/accounttoken"
	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/passcode"
)

const (
	wrongPassword = "password:REQUEST_UNAUTHORIZED"
	throttled     = "TOO_MANY_REQUESTS"
)

// D-10: an intruder who holds nothing but the former mailbox gets nowhere, however often they try,
// and hashes little.
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

// D-10: the intruder who has changed the address changes the password as well, by the old one or by
// a mailed link. The old one takes both back, and the intruder's is good for nothing any more:
// neither for a login nor for another change.
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

// D-10: a reset on its way at the same time never leaves the account with the intruder's password
// and the member's address.
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

// D-10: the password changes after it was compared: what was the present one then is no proof
// any more.
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

// D-10: an intruder who reads the mailbox has set the password by a mailed link. The member gets in
// by another way and moves to another mailbox: the intruder's password takes nothing back. A
// password that was proved since, or has been in force for a day, does.
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

// A mailed link has set the intruder's password, not the one that counts again: a mailed code is a
// second factor beside that at once.
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
