package credential_test

import (
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/transport/paths"
)

func TestFactorEmailNeedsAVerifiedAddress(t *testing.T) { // S-019 A-048
	e := factors(t, nil)
	row, a := e.memberIn(accounttest.Unverified)
	if _, err := e.EnableFactor(t.Context(), a, credential.EnableFactor{Type: credential.FactorEmail}); said(err) != "EMAIL_NOT_VERIFIED" {
		t.Errorf("an unverified address: %v", err)
	}
	page, err := e.FactorPage(t.Context(), a, credential.FactorEmail)
	if err != nil || page.EmailVerified || page.SendTo != *row.Email {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestFactorOTPIsProved(t *testing.T) { // V-028 A-049
	e := factors(t, nil)
	ctx := t.Context()
	row, a := e.memberIn()
	enable := func(a actor.Actor, secret, token string) string {
		t.Helper()
		_, err := e.EnableFactor(ctx, a, credential.EnableFactor{Type: credential.FactorOTP, Secret: secret, Token: token})
		return said(err)
	}
	own := "ABCDEFGHABCDEFGHABCDEFGHABCDEFGH"
	if got := enable(a, own, e.otp(own, 0)); got != otpMismatch {
		t.Errorf("no secret was shown: %q", got)
	}
	first := e.secret(a)
	secret := e.secret(a)
	if first == secret {
		t.Error("two pages show one secret")
	}
	for name, c := range map[string]struct{ secret, token, want string }{
		"too short":         {secret, "12345", "token:OTP_LENGTH"},
		"too long":          {secret, "1234567", "token:OTP_LENGTH"},
		"not digits":        {secret, "12345a", "token:OTP_LENGTH"},
		"empty":             {secret, "", "token:OTP_LENGTH"},
		"wrong":             {secret, wrong(e.otp(secret, 0)), "token:OTP_INVALID"},
		"two steps ago":     {secret, e.otp(secret, -2), "token:OTP_INVALID"},
		"two steps ahead":   {secret, e.otp(secret, 2), "token:OTP_INVALID"},
		"the former secret": {first, e.otp(first, 0), otpMismatch},
		"one's own secret":  {own, e.otp(own, 0), otpMismatch},
	} {
		if got := enable(a, c.secret, c.token); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	b := e.in(row)
	if got := enable(b, secret, e.otp(secret, 0)); got != otpMismatch {
		t.Errorf("another browser's secret: %q", got)
	}
	late := a
	e.Clock.Advance(30 * time.Minute)
	late.AuthenticatedAt = e.Clock.Now()
	if got := enable(late, secret, e.otp(secret, 0)); got != otpMismatch {
		t.Errorf("half an hour later: %q", got)
	}
	secret = e.secret(late)
	if got := enable(late, secret, " "+e.otp(secret, -1)+" "); got != "" {
		t.Errorf("one step ago: %q", got)
	}
	if got := enable(late, secret, e.otp(secret, 0)); got != otpMismatch {
		t.Errorf("the same secret once more: %q", got)
	}
}

func TestFactorOTPGuessesWhileSettingUp(t *testing.T) {
	e := factors(t, nil)
	_, a := e.memberIn()
	secret := e.secret(a)
	enable := func(token string) string {
		_, err := e.EnableFactor(t.Context(), a, credential.EnableFactor{Type: credential.FactorOTP, Secret: secret, Token: token})
		return said(err)
	}
	for range 10 {
		if got := enable(wrong(e.otp(secret, 0))); got != "token:OTP_INVALID" {
			t.Fatal(got)
		}
	}
	if got := enable(e.otp(secret, 0)); got != "TOO_MANY_REQUESTS" {
		t.Errorf("after ten wrong ones: %q", got)
	}
}

func TestFactorSMSIsProved(t *testing.T) {
	e := factors(t, nil)
	ctx := t.Context()
	row, a := e.memberIn(accounttest.With(func(c *ent.AccountCreate) { c.SetPhoneNumber(phone) }))
	if page, err := e.FactorPage(ctx, a, credential.FactorSMS); err != nil || page.PhoneNumber != phone || page.Code != nil || page.SendTo != "" {
		t.Errorf("the page before: %+v, %v", page, err)
	}
	enable := func(a actor.Actor, number, code string) string {
		t.Helper()
		_, err := e.EnableFactor(ctx, a, credential.EnableFactor{Type: credential.FactorSMS, PhoneNumber: number, PinCode: code})
		return said(err)
	}
	for _, number := range []string{"", "0312345678", "0901234567", "090123456789", "+15005550006", "09012345abc"} {
		if got := enable(a, number, ""); got != "phoneNumber:PHONE_NUMBER_INVALID" {
			t.Errorf("%q: %q", number, got)
		}
	}
	code := e.texted(a, phone)
	page, err := e.FactorPage(ctx, a, credential.FactorSMS)
	if err != nil || page.PhoneNumber != phone || page.Code == nil || page.Code.ResendAt == nil {
		t.Fatalf("the page then: %+v, %v", page, err)
	}
	if wait := page.Code.ResendAt.Sub(e.Clock.Now()); wait > 30*time.Second || wait < 20*time.Second {
		t.Errorf("another code after %v", wait)
	}
	if got := enable(a, phone, ""); got != "TOO_MANY_REQUESTS" {
		t.Errorf("another code at once: %q", got)
	}
	if got := enable(a, phone, wrong(code)); got != wrongCode {
		t.Errorf("a wrong code: %q", got)
	}
	if got := enable(e.in(row), phone, code); got != wrongCode {
		t.Errorf("in another browser: %q", got)
	}
	if got := enable(a, "08012345678", code); got != wrongCode {
		t.Errorf("for another number: %q", got)
	}
	if got := enable(a, "", code); got != "" {
		t.Errorf("the right one, without the number: %q", got)
	}
	if got := enable(a, phone, code); got != wrongCode {
		t.Errorf("once more: %q", got)
	}
	if _, err := e.SaveBackupCodes(ctx, a, e.freshCodes(a)); err != nil {
		t.Fatal(err)
	}
	if f := e.enabled(row); f.Phone != "*******5678" {
		t.Errorf("%+v", f)
	}
	if page, err := e.FactorPage(ctx, a, credential.FactorSMS); err != nil || !page.Enabled || page.SendTo != "*******5678" || page.PhoneNumber != "" {
		t.Errorf("the page of an enabled one: %+v, %v", page, err)
	}
}

func TestFactorSMSCodeIsLate(t *testing.T) {
	e := factors(t, nil)
	_, a := e.memberIn()
	code := e.texted(a, phone)
	e.Clock.Advance(60*time.Minute + time.Second)
	a.AuthenticatedAt = e.Clock.Now()
	_, err := e.EnableFactor(t.Context(), a, credential.EnableFactor{Type: credential.FactorSMS, PhoneNumber: phone, PinCode: code})
	if said(err) != wrongCode {
		t.Errorf("an hour later: %v", err)
	}
}

func TestFactorBackupCodesThatComeBack(t *testing.T) {
	e := factors(t, nil)
	ctx := t.Context()
	row, a := e.memberIn()
	if _, err := e.EnableFactor(ctx, a, credential.EnableFactor{Type: credential.FactorEmail}); err != nil {
		t.Fatal(err)
	}
	save := func(a actor.Actor, codes []string) string {
		t.Helper()
		_, err := e.SaveBackupCodes(ctx, a, codes)
		return said(err)
	}
	if got := save(a, nil); got != codesChanged {
		t.Errorf("before any were shown: %q", got)
	}
	former := e.freshCodes(a)
	codes := e.freshCodes(a)
	for name, list := range map[string][]string{"none": nil, "fewer": codes[:9], "the former": former, "one's own": make([]string, 10)} {
		if got := save(a, list); got != codesChanged {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := save(e.in(row), codes); got != codesChanged {
		t.Errorf("in another browser: %q", got)
	}
	late := a
	e.Clock.Advance(30 * time.Minute)
	late.AuthenticatedAt = e.Clock.Now()
	if got := save(late, codes); got != codesChanged {
		t.Errorf("half an hour later: %q", got)
	}
	if f := e.enabled(row); len(f.Types) != 0 || len(e.backupRows(row)) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestFactorBackupCodesMadeAnew(t *testing.T) {
	e := factors(t, nil)
	ctx := t.Context()
	row, a := e.memberIn()
	_, old := e.protect(a, credential.FactorEmail)
	page, err := e.BackupPage(ctx, a)
	if err != nil || !page.Regenerate || len(page.Codes) != 10 {
		t.Fatalf("%+v, %v", page, err)
	}
	if err := e.give(a, row, credential.FactorBackup, old[0]); err != nil {
		t.Errorf("an old one before the new ones are saved: %v", err)
	}
	if next, err := e.SaveBackupCodes(ctx, a, page.Codes); err != nil || paths.Of(next) != factorsPage+"/complete?type=enable&factor=BackupCode" {
		t.Fatalf("%s, %v", next, err)
	}
	if got := e.asked(); len(got.Ended) != 0 {
		t.Errorf("%+v", got)
	}
	if m := accounttest.Mail[notify.FactorChanged](t, e.Account, *row.Email); m.Type != string(credential.FactorBackup) {
		t.Errorf("%+v", m)
	}
	if err := e.give(a, row, credential.FactorBackup, old[1]); said(err) != failed {
		t.Errorf("an old one: %v", err)
	}
	if err := e.give(a, row, credential.FactorBackup, page.Codes[1]); err != nil {
		t.Errorf("a new one: %v", err)
	}
	if f := e.enabled(row); f.BackupCodes != 9 {
		t.Errorf("%+v", f)
	}
}
