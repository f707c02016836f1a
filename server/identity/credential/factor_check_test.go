package credential_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
)

// give checks a second factor for which nothing else is to be done.
func (e env) give(a actor.Actor, row *ent.Account, kind credential.FactorKind, value string) error {
	e.t.Helper()
	return e.giveFor(a, row, kind, value, func(context.Context) error { return nil })
}

// giveFor checks a second factor and uses it up together with what it is good for.
func (e env) giveFor(a actor.Actor, row *ent.Account, kind credential.FactorKind, value string, use func(context.Context) error) error {
	owner := e.now(row)
	f, err := e.Factors(e.t.Context(), owner)
	if err != nil {
		return err
	}
	proved, err := e.ProveFactor(e.t.Context(), a, owner, f, kind, value)
	if err != nil {
		return err
	}
	return e.Store.Tx(e.t.Context(), func(ctx context.Context) error {
		if err := e.SpendFactor(ctx, proved); err != nil {
			return err
		}
		return use(ctx)
	})
}

// half is a browser, somewhere of its own, that has given the first factor.
func (e env) half(n int) actor.Actor {
	a := visitor()
	a.IP = fmt.Sprintf("198.51.%d.%d", 100+n/200, 1+n%200)
	return a
}

// mailed is the code that the entry of the type sends.
func (e env) mailed(a actor.Actor, row *ent.Account) string {
	e.t.Helper()
	page, err := e.OpenFactorCode(e.t.Context(), a, e.now(row), e.enabled(row), credential.FactorEmail)
	if err != nil || page.SendTo != *row.Email {
		e.t.Fatalf("%+v, %v", page, err)
	}
	return accounttest.PinCode(e.t, e.Account, *row.Email)
}

func TestFactorOTPStepCountsOnce(t *testing.T) {
	e := factors(t, nil)
	row, a := e.memberIn()
	secret, _ := e.protect(a, credential.FactorOTP)
	give := func(steps int) string {
		t.Helper()
		return said(e.give(e.half(0), row, credential.FactorOTP, e.otp(secret, steps)))
	}
	if got := give(-1); got != failed {
		t.Errorf("the password that enabled it: %q", got)
	}
	if got := give(0); got != "" {
		t.Fatalf("the present one: %q", got)
	}
	if got := give(0); got != failed {
		t.Errorf("the same once more: %q", got)
	}
	e.Clock.Advance(60 * time.Second)
	if got := give(-2); got != failed {
		t.Errorf("two steps back: %q", got)
	}
	if got := give(2); got != failed {
		t.Errorf("two steps ahead: %q", got)
	}
	if got := give(-1); got != "" {
		t.Errorf("one step back: %q", got)
	}
	if got := give(-1); got != failed {
		t.Errorf("one step back, once more: %q", got)
	}
	if got := give(0); got != "" {
		t.Errorf("the present one after the one before: %q", got)
	}
	if got := give(-1); got != failed {
		t.Errorf("and the one before after it: %q", got)
	}
	if got := give(1); got != "" { // F-12
		t.Errorf("the next one, of a clock that is early: %q", got)
	}
	if got := give(1); got != failed {
		t.Errorf("the next one, once more: %q", got)
	}
	if got := give(0); got != failed {
		t.Errorf("the present one after the next: %q", got)
	}
}

func TestFactorOfSomebodyElse(t *testing.T) {
	e := factors(t, nil)
	row, a := e.memberIn()
	other, b := e.memberIn()
	_, _ = e.protect(a, credential.FactorEmail, credential.FactorOTP)
	secret, codes := e.protect(b, credential.FactorEmail, credential.FactorOTP)
	here, there := e.half(1), e.half(2)
	for kind, value := range map[credential.FactorKind]string{
		credential.FactorOTP: e.otp(secret, 0), credential.FactorBackup: codes[0], credential.FactorEmail: e.mailed(there, other),
	} {
		if err := e.give(here, row, kind, value); said(err) != failed {
			t.Errorf("%s of another member: %v", kind, err)
		}
	}
	if err := e.give(there, other, credential.FactorBackup, codes[0]); err != nil {
		t.Errorf("and of the member: %v", err)
	}
	code := e.mailed(here, row)
	if err := e.give(e.half(3), row, credential.FactorEmail, code); said(err) != failed {
		t.Errorf("a code mailed for another browser: %v", err)
	}
	for i, kind := range []credential.FactorKind{credential.FactorSMS, "", "email"} {
		if err := e.give(e.half(10+i), row, kind, code); said(err) != failed { // E-016
			t.Errorf("a type that is not enabled, %q: %v", kind, err)
		}
	}
}

func TestFactorWithoutAny(t *testing.T) {
	e := factors(t, nil)
	row, a := e.memberIn()
	for i, kind := range []credential.FactorKind{credential.FactorEmail, credential.FactorOTP, credential.FactorBackup} {
		if err := e.give(e.half(i), row, kind, "123456"); said(err) != failed {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := e.OpenFactorCode(t.Context(), a, row, e.enabled(row), credential.FactorEmail); said(err) != "NOT_FOUND" {
		t.Errorf("a code is mailed: %v", err)
	}
	e.mails("without factors", *row.Email)
}

func TestFactorBackupCodeCountsOnce(t *testing.T) { // K-008
	e := factors(t, nil)
	row, a := e.memberIn()
	_, codes := e.protect(a, credential.FactorEmail)
	if err := e.give(e.half(0), row, credential.FactorBackup, codes[0]); err != nil {
		t.Fatal(err)
	}
	if err := e.give(e.half(1), row, credential.FactorBackup, codes[0]); said(err) != failed {
		t.Errorf("once more: %v", err)
	}
	if err := e.give(e.half(2), row, credential.FactorBackup, " "+strings.ToUpper(strings.ReplaceAll(codes[1], "-", " "))+" "); err != nil {
		t.Errorf("as people type it: %v", err)
	}
	if f := e.enabled(row); f.BackupCodes != 8 {
		t.Errorf("%d left", f.BackupCodes)
	}
}

func TestFactorMailedCodeEndsAfterFiveWrongTries(t *testing.T) {
	for tries, want := range map[int]string{4: "", 5: failed} {
		t.Run(fmt.Sprint(tries), func(t *testing.T) {
			e := factors(t, nil)
			row, a := e.memberIn()
			e.protect(a, credential.FactorEmail)
			b := e.half(0)
			code := e.mailed(b, row)
			for range tries {
				if err := e.give(b, row, credential.FactorEmail, wrong(code)); said(err) != failed {
					t.Fatal(err)
				}
			}
			e.Clock.Advance(31 * time.Second) // the guesses wait
			if err := e.give(b, row, credential.FactorEmail, code); said(err) != want {
				t.Errorf("the right one after %d wrong ones: %v", tries, err)
			}
		})
	}
}

// value is what the member a gives as the second factor in b, having turned on all of them.
func (e env) value(a, b actor.Actor, row *ent.Account, kind credential.FactorKind) string {
	e.t.Helper()
	secret, codes := e.protect(a, credential.FactorOTP, credential.FactorEmail)
	switch kind {
	case credential.FactorOTP:
		return e.otp(secret, 0)
	case credential.FactorBackup:
		return codes[0]
	default:
		return e.mailed(b, row)
	}
}

// What was right is used up together with what it is good for, or not at all.
func TestFactorIsSpentWithItsUse(t *testing.T) {
	down := errors.New("no session")
	for _, kind := range []credential.FactorKind{credential.FactorEmail, credential.FactorOTP, credential.FactorBackup} {
		t.Run(string(kind), func(t *testing.T) {
			e := factors(t, nil)
			row, a := e.memberIn()
			b := e.half(0)
			value := e.value(a, b, row, kind)
			if err := e.giveFor(b, row, kind, value, func(context.Context) error { return down }); !errors.Is(err, down) {
				t.Fatal(err)
			}
			if err := e.give(b, row, kind, value); err != nil {
				t.Errorf("once more: %v", err)
			}
		})
	}
}

func TestFactorOneValueLetsOneIn(t *testing.T) { // K-008
	for _, kind := range []credential.FactorKind{credential.FactorEmail, credential.FactorOTP, credential.FactorBackup} {
		t.Run(string(kind), func(t *testing.T) {
			e := factors(t, nil)
			row, a := e.memberIn()
			b := e.half(0)
			value := e.value(a, b, row, kind)
			row = e.now(row)
			var browsers []actor.Actor
			for i := range parallel {
				c := e.half(i)
				if kind == credential.FactorEmail {
					c.SessionID = b.SessionID // the only one the code is for
				}
				browsers = append(browsers, c)
			}
			in := make(chan int, parallel)
			got := races(parallel, func(i int) error {
				return e.giveFor(browsers[i], row, kind, value, func(context.Context) error {
					in <- i
					return nil
				})
			})
			if got[""] != 1 || got[""]+got[failed]+got["TOO_MANY_REQUESTS"] != parallel {
				t.Errorf("outcomes %v", got)
			}
			if len(in) != 1 {
				t.Errorf("%d let in", len(in))
			}
		})
	}
}

func TestFactorSetUpOnce(t *testing.T) {
	e := factors(t, nil)
	ctx := t.Context()
	row, a := e.memberIn()
	in, _ := e.proof(a, credential.FactorOTP)
	got := races(parallel, func(int) error {
		_, err := e.EnableFactor(ctx, a, in)
		return err
	})
	if got[""] != 1 || got[""]+got[otpMismatch]+got["TOO_MANY_REQUESTS"] != parallel {
		t.Errorf("enabling: %v", got)
	}
	codes := e.freshCodes(a)
	got = races(parallel, func(int) error {
		_, err := e.SaveBackupCodes(ctx, a, codes)
		return err
	})
	if got[""] != 1 || got[codesChanged] != parallel-1 {
		t.Errorf("saving the codes: %v", got)
	}
	if f := e.enabled(row); !f.Has(credential.FactorOTP) || f.BackupCodes != 10 {
		t.Errorf("%+v", f)
	}
	got = races(parallel, func(int) error { return e.DisableFactor(ctx, a, credential.FactorOTP) })
	if got[""] != 1 || got["NOT_FOUND"] != parallel-1 {
		t.Errorf("disabling: %v", got)
	}
}
