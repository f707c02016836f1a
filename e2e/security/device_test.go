package security

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A trusted device is one browser of one account, for 30 days, until it is revoked or the
// password changes.
func TestSecurity33TrustedDevices(t *testing.T) {
	s := inTurn(t)
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
	s := inTurn(t)
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
	s := inTurn(t)
	p := s.member()
	alert := regexp.MustCompile(`(?i)new login`)
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
