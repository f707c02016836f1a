package credential_test

import (
	"fmt"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/credential"
)

// Unproved numbers cost money and may be strangers': how many are written to counts per member,
// wherever they are.
func TestFactorSMSCodesOfAMember(t *testing.T) {
	e := factors(t, nil)
	row, _ := e.memberIn()
	send := func(a actor.Actor, i int) error {
		_, err := e.EnableFactor(t.Context(), a, credential.EnableFactor{Type: credential.FactorSMS, PhoneNumber: fmt.Sprintf("090%08d", i)})
		return err
	}
	for i := range 20 {
		a := e.in(row)
		a.IP = e.half(i).IP
		if err := send(a, i); err != nil {
			t.Fatalf("number %d: %v", i, err)
		}
	}
	err := send(e.in(row), 20)
	if f, ok := fault.As(err); !ok || f.Kind != fault.KindThrottled || f.RetryAfter < 23*time.Hour {
		t.Errorf("one more: %v", err)
	}
	if n := e.Store.Client(t.Context()).Message.Query().CountX(t.Context()); n != 20 {
		t.Errorf("%d messages", n)
	}
	if _, other := e.memberIn(); send(other, 20) != nil {
		t.Error("another member is held back")
	}
	e.Clock.Advance(24*time.Hour + time.Second)
	if err := send(e.in(row), 20); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

// Whatever comes first, a factor never exists without backup codes, nor they without a factor.
func TestFactorGoesWhileAnotherComes(t *testing.T) { // S-017
	e := factors(t, nil)
	for i := range 15 {
		row, a := e.memberIn()
		e.protect(a, credential.FactorEmail)
		in, _ := e.proof(a, credential.FactorOTP)
		got := races(2, func(i int) error {
			if i == 0 {
				return e.DisableFactor(t.Context(), a, credential.FactorEmail)
			}
			_, err := e.EnableFactor(t.Context(), a, in)
			return err
		})
		if got[""] != 2 {
			t.Errorf("%d: %v", i, got)
		}
		if f := e.enabled(row); (len(f.Types) > 0) != (len(e.backupRows(row)) == 10) {
			t.Errorf("%d: %v with %d backup codes", i, f.Types, len(e.backupRows(row)))
		}
	}
}

// Beginning anew with the right password does not take wrong second factors back, and another
// network does not for long.
func TestFactorGuessesOutliveTheFirstFactor(t *testing.T) {
	e := factors(t, nil)
	row, a := e.memberIn()
	secret, codes := e.protect(a, credential.FactorOTP)
	for i := range 5 {
		again := visitor() // another session, the same network
		if err := e.give(again, row, credential.FactorOTP, wrong(e.otp(secret, 0))); said(err) != failed {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	err := e.give(visitor(), row, credential.FactorOTP, e.otp(secret, 0))
	if f, ok := fault.As(err); !ok || f.Kind != fault.KindThrottled || f.RetryAfter > 30*time.Second {
		t.Errorf("the right one after five wrong ones: %v", err)
	}
	if err := e.give(visitor(), row, credential.FactorBackup, codes[0]); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("another type: %v", err)
	}
	for i := range 15 {
		if err := e.give(e.half(i), row, credential.FactorOTP, wrong(e.otp(secret, 0))); said(err) != failed {
			t.Fatalf("network %d: %v", i, err)
		}
	}
	if err := e.give(e.half(99), row, credential.FactorOTP, e.otp(secret, 0)); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("after twenty from everywhere: %v", err)
	}
	other, b := e.memberIn()
	secret, _ = e.protect(b, credential.FactorOTP)
	if err := e.give(visitor(), other, credential.FactorOTP, e.otp(secret, 0)); err != nil {
		t.Errorf("another member: %v", err)
	}
}
