package security

import (
	"encoding/base32"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

// otp is what an authenticator app shows for the secret, some steps of 30 seconds from now.
func (s *stack) otp(secret string, steps int) string {
	s.T.Helper()
	code, err := totp.GenerateCode(secret, s.Now(s.T).Add(time.Duration(steps)*30*time.Second))
	must(s.T, err)
	return code
}

// nextStep lets the app show another password.
func (s *stack) nextStep() { s.Outside.Advance(s.T, 30*time.Second) }

// enableOTP gives the member an authenticator app, and answers its secret and the backup codes.
func (p *person) enableOTP() (secret string, backup []any) {
	p.t.Helper()
	secret = p.page("/mypage/multi-factor/otp").Text("secret")
	p.ok("/zapi/account/enable-multi-factor", map[string]any{"multiFactorType": "OTP", "secret": secret, "token": p.s.otp(secret, 0)})
	backup, _ = p.page("/mypage/multi-factor/backup-code/generate").Body["backupCodeList"].([]any)
	p.ok("/zapi/account/enable-multi-factor/with-backup-code", map[string]any{"backupCodeList": backup})
	p.s.nextStep()
	return secret, backup
}

// factor gives a second factor to the login that waits for one.
func (p *person) factor(kind, value string) answer {
	p.t.Helper()
	return p.send("/zapi/login/multi-factor/"+kind, map[string]any{"value": value})
}

// half logs in with the password and fails unless a second factor is asked for.
func (p *person) half() *person {
	p.t.Helper()
	a := p.login(password)
	if a.Status != 200 || !strings.HasPrefix(a.Text("redirectTo"), "/login/multi-factor") {
		p.t.Fatalf("the first factor: %s", a)
	}
	return p
}

// Beginning anew with the right password does not forget the wrong second factors.
func TestSecurity13TheFirstFactorDoesNotForgiveTheSecond(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	secret, _ := p.enableOTP()
	home := p.elsewhere()
	wrong := 0
	for ; wrong < 20; wrong++ {
		home.half()
		a := home.factor("OTP", wrongCode(s.otp(secret, 0)))
		if a.Status == 429 {
			break
		}
		if a.Status < 400 {
			t.Fatalf("a wrong one is answered %s", a)
		}
	}
	if wrong > 10 {
		t.Errorf("%d wrong second factors were looked at, with the password in between", wrong)
	}
	home.half()
	refused(t, "the right one after that", home.factor("OTP", s.otp(secret, 0)), 429, "TOO_MANY_REQUESTS")
}

func TestSecurity26AOneTimePasswordWorksOnceAndBriefly(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	secret, _ := p.enableOTP()
	one := s.otp(secret, 0)
	first, second := p.elsewhere().half(), p.elsewhere().half()
	if a := first.factor("OTP", one); a.Status != 200 || !first.signedIn() {
		t.Fatalf("the right one: %s", a)
	}
	if a := second.factor("OTP", one); a.Status < 400 || second.signedIn() {
		t.Errorf("the same once more: %s", a)
	}
	for _, steps := range []int{-3, -1, 2} {
		if a := second.factor("OTP", s.otp(secret, steps)); a.Status < 400 {
			t.Errorf("the one of %d steps away: %s", steps, a)
		}
	}
	if a := second.factor("OTP", s.otp(secret, 1)); a.Status != 200 || !second.signedIn() { // F-12
		t.Errorf("the one of a telephone that is a step ahead: %s", a)
	}
	// What the browser says of the time counts for nothing.
	p = s.member()
	secret, _ = p.enableOTP()
	late := p.elsewhere().half()
	past := s.Now(t).Add(-time.Hour)
	old, err := totp.GenerateCode(secret, past)
	must(t, err)
	a, err := late.Send("POST", "/zapi/login/multi-factor/OTP", []byte(fmt.Sprintf(`{"value":%q}`, old)), func(r *http.Request) {
		r.Header.Set("Date", past.Format(http.TimeFormat))
	})
	must(t, err)
	if a.Status < 400 {
		t.Errorf("an hour ago, by the browser's clock: %s", a)
	}
	// Fifty at once, in fifty browsers: one gets in.
	s.nextStep()
	one = s.otp(secret, 0)
	if inside := p.race("OTP", one); inside != 1 {
		t.Errorf("%d browsers got in with one password", inside)
	}
}

// race gives one value as the second factor in fifty browsers at once, and counts those that
// got in.
func (p *person) race(kind, value string) int {
	var browsers []*person
	for range 50 {
		browsers = append(browsers, p.elsewhere().half())
	}
	inside := make(chan bool, len(browsers))
	var all sync.WaitGroup
	for _, b := range browsers {
		all.Go(func() {
			if a, err := b.Post("/zapi/login/multi-factor/"+kind, map[string]any{"value": value}); err == nil && a.Status == 200 && a.Body["flowError"] == nil {
				inside <- true
			}
		})
	}
	all.Wait()
	return len(inside)
}

func TestSecurity27TheSecretIsShownOnceAndProved(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	page := p.page("/mypage/multi-factor/otp")
	secret := page.Text("secret")
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil || len(raw)*8 < 160 {
		t.Fatalf("the secret %q has %d bits, %v", secret, len(raw)*8, err)
	}
	enable := func(secret, token string) answer {
		return p.send("/zapi/account/enable-multi-factor", map[string]any{"multiFactorType": "OTP", "secret": secret, "token": token})
	}
	if a := enable(secret, wrongCode(s.otp(secret, 0))); a.Status < 400 {
		t.Errorf("a wrong password of the app: %s", a)
	}
	own := strings.Repeat("ABCDEFGH", 4)
	if a := enable(own, s.otp(own, 0)); a.Status < 400 && a.Body["flowError"] == nil {
		t.Errorf("a secret the browser has made up: %s", a)
	}
	secret, _ = p.enableOTP()
	for _, path := range []string{"/mypage/multi-factor", "/mypage/multi-factor/otp", "/mypage", "/mypage/multi-factor/backup-code"} {
		if a := p.page(path); strings.Contains(string(a.Raw), secret) || strings.Contains(string(a.Raw), "otpauth:") {
			t.Errorf("%s shows the secret: %s", path, a)
		}
	}
	if strings.Contains(s.Log.String(), secret) {
		t.Error("the log holds the secret")
	}
}

func TestSecurity28BackupCodesWorkOnceAndAreNeverShownAgain(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	_, codes := p.enableOTP()
	if len(codes) < 5 {
		t.Fatalf("backup codes: %v", codes)
	}
	code := codes[0].(string)
	if inside := p.race("BackupCode", code); inside != 1 {
		t.Errorf("%d browsers got in with one backup code", inside)
	}
	for _, path := range []string{"/mypage/multi-factor/backup-code", "/mypage/multi-factor", "/mypage/multi-factor/backup-code/generate"} {
		for _, c := range codes {
			if a := p.page(path); strings.Contains(string(a.Raw), c.(string)) {
				t.Errorf("%s shows a code: %s", path, a)
			}
		}
	}
	if got := s.Rows("SELECT count(*) FROM backup_codes WHERE position(decode($1, 'escape') in code_hash) > 0", code); got[0] != "0" {
		t.Error("the database holds a code as it is")
	}
	fresh := p.page("/mypage/multi-factor/backup-code/generate").Body["backupCodeList"]
	p.ok("/zapi/account/backup-code-regenerate", map[string]any{"backupCodeList": fresh})
	s.Outside.Advance(t, 25*time.Hour) // whatever the tries above have slowed down is over
	late := p.elsewhere().half()
	if a := late.factor("BackupCode", codes[1].(string)); a.Status < 400 {
		t.Errorf("one from before the new ones: %s", a)
	}
	if a := late.factor("BackupCode", fresh.([]any)[0].(string)); a.Status != 200 || !late.signedIn() {
		t.Errorf("one of the new ones: %s", a)
	}
}
