package security

import (
	"encoding/base32"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
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
	s := running(t)
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
	s := running(t)
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
	for _, steps := range []int{-3, -2, 1, 2, 10} {
		if a := second.factor("OTP", s.otp(secret, steps)); a.Status < 400 {
			t.Errorf("the one of %d steps away: %s", steps, a)
		}
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

// race gives one value as the second factor in fifty browsers at once, and counts those that got in.
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
	s := running(t)
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
	s := running(t)
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

func TestSecurity29AResetDoesNotSpareTheSecondFactor(t *testing.T) {
	s := running(t)
	p := s.member()
	secret, _ := p.enableOTP()
	home := p.elsewhere()
	home.reset("qzvkx7pw")
	if home.signedIn() {
		t.Error("the reset has logged in")
	}
	a := home.login("qzvkx7pw")
	if a.Status != 200 || !strings.HasPrefix(a.Text("redirectTo"), "/login/multi-factor") || home.signedIn() {
		t.Fatalf("logging in with the new password: %s", a)
	}
	if a := home.factor("OTP", s.otp(secret, 0)); a.Status != 200 || !home.signedIn() {
		t.Errorf("the second factor: %s", a)
	}
}

func TestSecurity30TheLinkOfAResetWorksOnce(t *testing.T) {
	s := running(t)
	p := s.member()
	phone := p.elsewhere().enter()
	ask := func() string {
		return p.letter(resetInMail, func() { s.visitor().ok("/zapi/auth/password/forgot", map[string]any{"email": p.Email}) })
	}
	use := func(token, password string) answer {
		return s.visitor().send("/zapi/auth/password/reset", map[string]any{"token": token, "password": password, "passwordConfirm": password})
	}
	dead := func(what, token string) {
		t.Helper()
		if a := use(token, "qzvkx7px"); a.Status < 400 && a.Body["flowError"] == nil {
			t.Errorf("%s: %s", what, a)
		}
	}
	first := ask()
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{22,}$`).MatchString(first) {
		t.Errorf("the token %q is less than 128 bits", first)
	}
	s.Outside.Advance(t, time.Minute)
	second := ask()
	dead("the link of the former mail", first)
	page, err := s.visitor().Get("/password/reset?token=" + second)
	must(t, err)
	if policy := page.Header.Get("Referrer-Policy"); policy != "no-referrer" {
		t.Errorf("the page with the token in its address tells it to others: %q", policy)
	}
	if a := use(second, "qzvkx7pw"); a.Status != 200 {
		t.Fatalf("the link: %s", a)
	}
	dead("the link again", second)
	if p.signedIn() || phone.signedIn() {
		t.Error("sessions from before the reset live")
	}
	s.Outside.Advance(t, time.Minute)
	third := ask()
	s.Outside.Advance(t, 61*time.Minute)
	dead("the link after an hour", third)
	s.Outside.Advance(t, time.Minute)
	fourth := ask()
	won := make(chan bool, 50)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			password := fmt.Sprintf("mj4tqzvk%02d", i)
			a, err := s.visitor().Post("/zapi/auth/password/reset", map[string]any{"token": fourth, "password": password, "passwordConfirm": password})
			if err == nil && a.Status == 200 && a.Body["flowError"] == nil {
				won <- true
			}
		})
	}
	all.Wait()
	if len(won) != 1 {
		t.Errorf("%d of 50 have set a password with one link", len(won))
	}
	for _, token := range []string{first, second, third, fourth} {
		if strings.Contains(s.Log.String(), token) {
			t.Error("the log holds the secret of a link")
		}
	}
}

// Twenty minutes after the login, what guards the account is changed only after proving it once more.
func TestSecurity31SecurityIsChangedAfterARecentProofOnly(t *testing.T) {
	s := running(t)
	p := s.member()
	p.enableOTP()
	s.Outside.Advance(t, 20*time.Minute)
	for path, body := range map[string]map[string]any{
		"/zapi/account/enable-multi-factor":                  {"multiFactorType": "Email"},
		"/zapi/account/disable-multi-factor":                 {"multiFactorType": "OTP"},
		"/zapi/account/backup-code-regenerate":               {"backupCodeList": []any{"abcdefgh"}},
		"/zapi/account/email/edit/send-pin-code":             {"email": "other@example.jp", "type": "mailEdit"},
		"/zapi/account/email/edit":                           {"pinCode": "123456"},
		"/zapi/auth/social/disable":                          {"userIdentifierType": "Google"},
		"/zapi/account/enable-multi-factor/with-backup-code": {"backupCodeList": []any{"abcdefgh"}},
	} {
		refused(t, path, p.send(path, body), 403, "REAUTHENTICATION_REQUIRED")
	}
	if a := p.send("/zapi/account/user-id/edit", map[string]any{"userId": "Taro01"}); a.Status < 400 {
		t.Errorf("another user ID without a password: %s", a)
	}
	refused(t, "another user ID with a wrong password", p.send("/zapi/account/user-id/edit", map[string]any{"userId": "Taro01", "password": wrongPassword}), 401)
	for _, path := range []string{"/mypage/multi-factor", "/mypage/multi-factor/otp", "/mypage/email/edit", "/mypage/multi-factor/backup-code/generate"} {
		if a := p.page(path); !strings.HasPrefix(a.Text("redirectTo"), "/login/confirm") {
			t.Errorf("the page %s: %s", path, a)
		}
	}
	if got := s.Rows("SELECT count(*) FROM factors"); got[0] != "1" {
		t.Errorf("%s factors", got[0])
	}
}

// Every change of what guards an account is told by mail, a change of the address to the former one as well.
func TestSecurity32ChangesAreTold(t *testing.T) {
	s := running(t)
	p := s.member()
	told := func(what string, words string, do func()) {
		t.Helper()
		p.letter(regexp.MustCompile(`(?i)`+words), do)
		t.Log(what)
	}
	told("a new password", "password", func() {
		p.ok("/zapi/account/password/edit", map[string]any{"oldPassword": password, "newPassword": "qzvkx7pw"})
	})
	told("a second factor", "two-step|two-factor|second factor|authenticator", func() { p.enableOTP() })
	told("a user ID", "user ID", func() { p.ok("/zapi/account/user-id/edit", map[string]any{"password": "qzvkx7pw", "userId": "Taro01"}) })
	told("no second factor", "two-step|two-factor|second factor|authenticator", func() {
		p.ok("/zapi/account/disable-multi-factor", map[string]any{"multiFactorType": "OTP"})
	})
	told("an external account", "Google", func() {
		p.by("Google", "enableExternalAuth", map[string]any{"subject": "1", "email": "other@example.jp", "emailVerified": true})
	})
	old, fresh := *p, *p
	member := *p.Member
	fresh.Member = &member
	fresh.Email = "fresh-private@example.jp"
	code := fresh.code(func() {
		p.ok("/zapi/account/email/edit/send-pin-code", map[string]any{"email": fresh.Email, "type": "mailEdit"})
	})
	undo := old.letter(regexp.MustCompile(`/email/undo\?token=([A-Za-z0-9_-]+)`), func() { p.ok("/zapi/account/email/edit", map[string]any{"pinCode": code}) })
	// The link in it takes the change back.
	if a := s.visitor().send("/zapi/auth/email/undo", map[string]any{"token": undo}); a.Status != 200 || a.Body["flowError"] != nil {
		t.Errorf("taking the change back: %s", a)
	}
	if got := s.Rows("SELECT email FROM accounts"); got[0] != old.Email {
		t.Errorf("the address is %s", got[0])
	}
}

// A trusted device is one browser of one account, for 30 days, until it is revoked or the password changes.
func TestSecurity33TrustedDevices(t *testing.T) {
	s := running(t)
	p, other := s.member(), s.member()
	secret, _ := p.enableOTP()
	other.enableOTP()
	trust := func() *person {
		s.nextStep()
		b := p.elsewhere().half()
		b.ok("/zapi/login/multi-factor/OTP", map[string]any{"value": s.otp(secret, 0), "rememberDevice": true})
		b.ok("/logout", nil)
		return b
	}
	asks := func(b *person, password string) bool {
		t.Helper()
		a := b.login(password)
		if a.Status != 200 {
			t.Fatalf("logging in: %s", a)
		}
		inside := b.signedIn()
		if inside {
			b.ok("/logout", nil)
		}
		return !inside
	}
	device := trust()
	tdt := device.Cookie("tdt")
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(tdt) {
		t.Fatalf("tdt %q", tdt)
	}
	if asks(device, password) {
		t.Error("the trusted device is asked")
	}
	thief := other.elsewhere()
	site, err := url.Parse(s.Origin)
	must(t, err)
	thief.Client.Jar.SetCookies(site, []*http.Cookie{{Name: "tdt", Value: tdt, Path: "/"}})
	if !asks(thief, password) {
		t.Error("the device is trusted by another account")
	}
	if got := s.Rows("SELECT count(*) FROM trusted_devices WHERE position(convert_to($1, 'UTF8') in token_hash) > 0", tdt); got[0] != "0" {
		t.Error("the database holds the secret as it is")
	}
	phone := trust()
	list, _ := p.page("/mypage/multi-factor/trusted-device").Body["trustedDevices"].([]any)
	if len(list) != 2 || strings.Contains(fmt.Sprint(list), tdt) {
		t.Fatalf("trusted devices: %v", list)
	}
	newest := list[0].(map[string]any)["deviceToken"]
	_, err = want(p.Send("DELETE", "/zapi/account/trusted-device", []byte(fmt.Sprintf(`{"deviceToken":%q}`, newest)), nil))
	must(t, err)
	if asks(device, password) == asks(phone, password) {
		t.Error("revoking one device did not revoke one")
	}
	_, err = want(p.Send("DELETE", "/zapi/account/trusted-device/all", []byte("{}"), nil))
	must(t, err)
	if !asks(device, password) || !asks(phone, password) {
		t.Error("revoking all did not revoke all")
	}
	device = trust()
	s.Outside.Advance(t, 31*24*time.Hour)
	if !asks(device, password) {
		t.Error("after 31 days the device is trusted")
	}
	device = trust()
	inside := p.elsewhere().half()
	s.nextStep()
	inside.ok("/zapi/login/multi-factor/OTP", map[string]any{"value": s.otp(secret, 0)})
	inside.ok("/zapi/account/password/edit", map[string]any{"oldPassword": password, "newPassword": "qzvkx7pw"})
	if !asks(device, "qzvkx7pw") {
		t.Error("after a change of the password the device is trusted")
	}
}

// The member on a trusted device gets in, whatever others do to the account meanwhile.
func TestSecurity14ATrustedDeviceStaysOpen(t *testing.T) {
	s := running(t)
	p := s.member()
	secret, _ := p.enableOTP()
	device := p.elsewhere().half()
	device.ok("/zapi/login/multi-factor/OTP", map[string]any{"value": s.otp(secret, 0), "rememberDevice": true})
	device.ok("/logout", nil)
	tries(t, 60, func(int) answer { return p.elsewhere().login(wrongPassword) })
	refused(t, "another browser", p.elsewhere().login(password), 429)
	if a := device.login(password); a.Status != 200 || !device.signedIn() {
		t.Errorf("the trusted device: %s", a)
	}
}

func TestSecurity35ALoginFromSomewhereNewIsTold(t *testing.T) {
	s := running(t)
	p := s.member()
	alert := regexp.MustCompile(`(?i)somewhere new`)
	home := p.elsewhere()
	p.letter(alert, func() { home.enter() })
	s.Outside.Advance(t, 0)
	before := s.mailed(p.Email)
	home.ok("/logout", nil)
	home.enter()
	s.Outside.Advance(t, 0)
	if got := s.mailed(p.Email); got != before {
		t.Errorf("%d mails for a browser that is known", got-before)
	}
	home.ok("/logout", nil)
	home.login(wrongPassword)
	history, _ := p.page("/mypage/login-history").Body["loginHistory"].([]any)
	failed := 0
	for _, entry := range history {
		if entry.(map[string]any)["result"] == false {
			failed++
		}
	}
	if len(history) < 3 || failed != 1 {
		t.Errorf("the history has %d entries, %d of them failures: %v", len(history), failed, history)
	}
}
