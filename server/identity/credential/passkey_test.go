package credential_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/passkey/passkeytest"
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

// Who takes the address back loses no passkey of their own, and the stranger has none left.
func TestUndoingTakesOffWhatWasAddedSince(t *testing.T) {
	e := setup(t, nil)
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.addPasskey(a)
	e.Clock.Advance(time.Minute)
	e.changeEmail(a, "thief@example.com")
	token := e.undoOf("taro@example.com")
	e.Clock.Advance(time.Minute)
	e.addPasskey(a)
	if n := e.passkeysOf(taro.ID); n != 2 {
		t.Fatalf("%d passkeys", n)
	}
	if err := e.UndoEmailChange(t.Context(), visitor(), token, accounttest.Password); err != nil {
		t.Fatal(err)
	}
	if n := e.passkeysOf(taro.ID); n != 1 {
		t.Errorf("%d passkeys are left", n)
	}
	e.mails("the former address", "taro@example.com", "passkey-changed", "email-changed", "passkey-changed", "email-restored")
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
