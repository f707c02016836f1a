package credential_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
)

const noUndo = "EMAIL_UNDO_EXPIRED → /login"

// undoOf is the token of the link in the newest notice to a former address.
func (e env) undoOf(email string) string {
	e.t.Helper()
	return accounttest.Mail[notify.EmailChanged](e.t, e.Account, email).UndoToken
}

// Somebody else changes the address twice; the link of the first one takes it all back.
func TestUndoEmailChange(t *testing.T) { // security 32
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.Email("Taro@example.com"))
	e.changeEmail(a, "thief@example.com")
	e.changeEmail(a, "thief2@example.com")
	reset := e.forget("thief2@example.com")
	token, theirs := e.undoOf("Taro@example.com"), e.undoOf("thief@example.com")
	if page, err := e.EmailUndoPage(ctx, token); err != nil || page.Email != "T***@example.com" {
		t.Errorf("page %+v, %v", page, err)
	}
	if row := e.now(taro); *row.Email != "thief2@example.com" || row.EmailChangedAt == nil || e.Clock.Now().Sub(*row.EmailChangedAt) > time.Minute {
		t.Errorf("looking at the page acts, or it is not known when the address was changed: %v", row)
	}
	e.asked()
	if err := e.UndoEmailChange(ctx, visitor(), token, accounttest.Password); err != nil {
		t.Fatal(err)
	}
	row := e.now(taro)
	if *row.Email != "Taro@example.com" || *row.EmailKey != "taro@example.com" || row.EmailVerifiedAt == nil || row.EmailChangedAt != nil {
		t.Errorf("account %v", row)
	}
	if asked := e.asked(); len(asked.Ended) != 1 || asked.Kept[0] != uuid.Nil || len(asked.Forgotten) != 1 {
		t.Errorf("asked %+v", asked)
	}
	e.mails("the former address", "Taro@example.com", "email-changed", "email-restored")
	e.mails("the other one", "thief2@example.com", "pin-code", "email-changed", "password-reset", "email-restored")
	for name, got := range map[string]string{
		"once more, without the password": said(e.UndoEmailChange(ctx, visitor(), token, "guess9work")), "the thief's own link": said(e.UndoEmailChange(ctx, visitor(), theirs, accounttest.Password)),
		"nothing":                  said(e.UndoEmailChange(ctx, visitor(), "", accounttest.Password)),
		"a link to a new password": said(e.UndoEmailChange(ctx, visitor(), e.forget("Taro@example.com"), accounttest.Password)),
	} {
		if got != noUndo {
			t.Errorf("%s: %q", name, got)
		}
	}
	if _, err := e.EmailUndoPage(ctx, token); said(err) != noUndo {
		t.Errorf("page once more: %v", err)
	}
	if got := said(e.reset(reset, "brandnew1")); got != noLink {
		t.Errorf("the reset link that the thief had: %q", got)
	}
}

func TestUndoEnds(t *testing.T) {
	e := setup(t, nil)
	_, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "new@example.com")
	token := e.undoOf("taro@example.com")
	e.Clock.Advance(72 * time.Hour)
	if got := said(e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password)); got != noUndo {
		t.Errorf("after 72 hours: %q", got)
	}
}

func TestUndoToAnAddressThatIsTaken(t *testing.T) {
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "new@example.com")
	accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"))
	if got := said(e.UndoEmailChange(t.Context(), visitor(), e.undoOf("taro@example.com"), accounttest.Password)); got != "EMAIL_UNDO_TAKEN" {
		t.Errorf("%q", got)
	}
	if *e.now(taro).Email != "new@example.com" {
		t.Error("the address is gone")
	}
}

// a call that comes twice, at once or after a lost answer, acts once and is answered well
// each time. After a while the link is over.
func TestOneUndoActsOnce(t *testing.T) {
	e := setup(t, nil)
	_, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.changeEmail(a, "new@example.com")
	token := e.undoOf("taro@example.com")
	again := func(int) error { return e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password) }
	const parallel = 8 // each may count as two of the tries of one link
	if got := races(parallel, again); got[""] != parallel {
		t.Errorf("outcomes %v", got)
	}
	e.Clock.Advance(4 * time.Minute)
	if err := again(0); err != nil {
		t.Errorf("minutes later: %v", err)
	}
	if got := said(e.UndoEmailChange(t.Context(), visitor(), token, "guess9work")); got != noUndo {
		t.Errorf("with a wrong password: %q", got)
	}
	e.mails("one notice", "taro@example.com", "email-changed", "email-restored")
	e.Clock.Advance(2 * time.Minute)
	if got := said(again(0)); got != noUndo {
		t.Errorf("later still: %q", got)
	}
}
