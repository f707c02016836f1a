package credential_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/passkey/passkeytest"
	"kaiin/server/staff/acts/actstest"
)

// addPasskey gives the member a passkey.
func (e env) addPasskey(a actor.Actor) {
	e.t.Helper()
	options, err := e.Passkey.StartRegistration(e.t.Context(), a)
	if err == nil {
		err = e.Passkey.Register(e.t.Context(), a, passkey.New{Answer: passkeytest.New(e.t, "https://store.example").Make(e.t, options)})
	}
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e env) passkeysOf(id uuid.UUID) int {
	e.t.Helper()
	n, err := e.Passkey.Count(e.t.Context(), id)
	if err != nil {
		e.t.Fatal(err)
	}
	return n
}

// Who takes the address back keeps the passkey of last month, and a stranger has none left: neither
// from before the change nor from after it.
func TestUndoingTakesOffWhatWasAddedSince(t *testing.T) {
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.addPasskey(a)
	e.Clock.Advance(30 * 24 * time.Hour)
	a = e.in(taro)
	e.addPasskey(a)
	e.Clock.Advance(time.Minute)
	e.changeEmail(a, "thief@example.com")
	token := e.undoOf("taro@example.com")
	e.Clock.Advance(time.Minute)
	e.addPasskey(a)
	if n := e.passkeysOf(taro.ID); n != 3 {
		t.Fatalf("%d passkeys", n)
	}
	if err := e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password); err != nil {
		t.Fatal(err)
	}
	if n := e.passkeysOf(taro.ID); n != 1 {
		t.Errorf("%d passkeys are left", n)
	}
	e.mails("the former address", "taro@example.com", "passkey-changed", "passkey-changed", "email-changed", "passkey-changed", "passkey-changed", "email-restored")
	if told := accounttest.Mail[notify.EmailRestored](t, e.Account, "taro@example.com"); told.Passkeys != 1 {
		t.Errorf("told of %d passkeys", told.Passkeys)
	}
}

// Each way to recover an account takes the passkey off that a stranger has just registered, tells
// so, and leaves the one that is older than a week.
func TestARecoveryTakesRecentPasskeysOff(t *testing.T) {
	for name, recover := range map[string]func(e env, taro *ent.Account) error{
		"a mailed link sets the password": func(e env, _ *ent.Account) error { return e.reset(e.forget("taro@example.com"), "brandnew1") },
		"the staff end all sessions": func(e env, taro *ent.Account) error {
			return e.EndByStaff(e.t.Context(), actstest.By(e.Store), taro.ID)
		},
		"the staff move the address": func(e env, taro *ent.Account) error {
			now := e.Clock.Now()
			err := e.Store.Exec(e.t.Context(), `INSERT INTO held_changes (id, created_at, account_id, email, factors, due_at, takes_effect_at, expires_at, proved_at) VALUES ($1, $2, $3, $4, '', $5, $5, $6, $2)`,
				uuid.New(), now, taro.ID, "taro@new.example", now.Add(72*time.Hour), now.Add(7*24*time.Hour))
			if err != nil {
				return err
			}
			e.Clock.Advance(72 * time.Hour)
			_, err = e.Due(e.t.Context())
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			taro, a := e.memberIn(accounttest.Email("taro@example.com"))
			e.addPasskey(a)
			e.Clock.Advance(passkey.Recent)
			e.addPasskey(e.in(taro))
			e.Clock.Advance(time.Hour)
			if err := recover(e, taro); err != nil {
				t.Fatal(err)
			}
			left, err := e.Passkey.Of(t.Context(), taro.ID)
			if err != nil || len(left) != 1 || e.Clock.Now().Sub(left[0].CreatedAt) <= passkey.Recent {
				t.Fatalf("%d are left, %v", len(left), err)
			}
			if told := accounttest.Mail[notify.PasskeyChanged](t, e.Account, *e.now(taro).Email); told.What != notify.PasskeyDeleted {
				t.Errorf("told %+v", told)
			}
		})
	}
}

// A second factor says how many passkeys pass it, since these are both factors: a member who locks
// a door is told of the one that stays open.
func TestASecondFactorNamesThePasskeysThatPassIt(t *testing.T) {
	e := factors(t, nil)
	_, a := e.memberIn(accounttest.Email("taro@example.com"))
	told := func(kind credential.FactorKind) notify.FactorChanged {
		t.Helper()
		if _, err := e.EnableFactor(t.Context(), a, credential.EnableFactor{Type: kind}); err != nil {
			t.Fatal(err)
		}
		if _, err := e.SaveBackupCodes(t.Context(), a, e.freshCodes(a)); err != nil {
			t.Fatal(err)
		}
		return accounttest.Mail[notify.FactorChanged](t, e.Account, "taro@example.com")
	}
	if got := told(credential.FactorEmail); !got.Enabled || got.Passkeys != 0 {
		t.Errorf("without one: %+v", got)
	}
	if err := e.DisableFactor(t.Context(), a, credential.FactorEmail); err != nil {
		t.Fatal(err)
	}
	e.addPasskey(a)
	if got := told(credential.FactorEmail); !got.Enabled || got.Passkeys != 1 {
		t.Errorf("with one: %+v", got)
	}
}

// A new password says how many passkeys stay, since these let anybody in who has registered one.
func TestANewPasswordNamesThePasskeysThatStay(t *testing.T) {
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.addPasskey(a)
	told := func() int { return accounttest.Mail[notify.PasswordChanged](t, e.Account, "taro@example.com").Passkeys }
	if err := e.ChangePassword(t.Context(), a, accounttest.Password, "brandnew1"); err != nil {
		t.Fatal(err)
	}
	if n := told(); n != 1 || e.passkeysOf(taro.ID) != 1 {
		t.Errorf("by the member: told of %d, %d are left", n, e.passkeysOf(taro.ID))
	}
	e.Clock.Advance(passkey.Recent + time.Minute)
	if err := e.reset(e.forget("taro@example.com"), "brandnew2"); err != nil {
		t.Fatal(err)
	}
	if n := told(); n != 1 {
		t.Errorf("by a link: told of %d", n)
	}
}

// What the staff have begun takes passkeys off when its time has come, where it names them.
func TestTheStaffTakePasskeysOff(t *testing.T) {
	e := setup(t, nil)
	taro, a := e.memberIn()
	hanako, b := e.memberIn()
	e.addPasskey(a)
	e.addPasskey(b)
	now := e.Clock.Now()
	for id, factors := range map[uuid.UUID]string{taro.ID: "Passkey", hanako.ID: "OTP"} {
		err := e.Store.Exec(t.Context(), `INSERT INTO held_changes (id, created_at, account_id, factors, due_at, takes_effect_at, expires_at) VALUES ($1, $2, $3, $4, $5, $5, $6)`,
			uuid.New(), now, id, factors, now.Add(72*time.Hour), now.Add(7*24*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
	}
	bare, _ := e.memberIn()
	for id, want := range map[uuid.UUID]string{taro.ID: "", bare.ID: "kinds:INVALID_CHOICE"} {
		if err := e.MayResetFactors(t.Context(), id, []credential.FactorKind{credential.FactorPasskey}); said(err) != want {
			t.Errorf("may be taken off: %v, want %q", err, want)
		}
	}
	e.Clock.Advance(72 * time.Hour)
	if n, err := e.Due(t.Context()); n != 2 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	if e.passkeysOf(taro.ID) != 0 || e.passkeysOf(hanako.ID) != 1 {
		t.Errorf("%d and %d are left", e.passkeysOf(taro.ID), e.passkeysOf(hanako.ID))
	}
}
