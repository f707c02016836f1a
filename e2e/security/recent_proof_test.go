package security

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// Twenty minutes after the login, what guards the account is changed only after proving it
// once more.
func TestSecurity31SecurityIsChangedAfterARecentProofOnly(t *testing.T) {
	s := inTurn(t)
	p := s.member()
	p.enableOTP()
	s.Outside.Advance(t, 20*time.Minute)
	for path, body := range map[string]map[string]any{
		"/zapi/account/enable-multi-factor":                  {"multiFactorType": "Email"},
		"/zapi/account/disable-multi-factor":                 {"multiFactorType": "OTP"},
		"/zapi/account/backup-code-regenerate":               {"backupCodeList": []any{"abcdefgh"}},
		"/zapi/account/email/edit/send-pin-code":             {"email": "other@example.jp", "type": "mailEdit"},
		"/zapi/account/email/edit":                           {"pinCode": "123456"},
		"/zapi/account/data":                                 {},
		"/zapi/auth/social/disable":                          {"userIdentifierType": "Google"},
		"/zapi/account/enable-multi-factor/with-backup-code": {"backupCodeList": []any{"abcdefgh"}},
	} {
		refused(t, path, p.send(path, body), 403, "REAUTHENTICATION_REQUIRED")
	}
	if a := p.send("/zapi/account/user-id/edit", map[string]any{"userId": "Taro01"}); a.Status < 400 {
		t.Errorf("another user ID without a password: %s", a)
	}
	refused(t, "another user ID with a wrong password", p.send("/zapi/account/user-id/edit", map[string]any{"userId": "Taro01", "password": wrongPassword}), 401)
	for _, path := range []string{"/mypage/multi-factor", "/mypage/multi-factor/otp", "/mypage/email/edit", "/mypage/data", "/mypage/multi-factor/backup-code/generate"} {
		if a := p.page(path); !strings.HasPrefix(a.Text("redirectTo"), "/login/confirm") {
			t.Errorf("the page %s: %s", path, a)
		}
	}
	if got := s.Rows("SELECT count(*) FROM factors f JOIN accounts a ON a.id = f.account_id WHERE a.email = $1", p.Email); got[0] != "1" {
		t.Errorf("%s factors", got[0])
	}
}

// Every change of what guards an account is told by mail, a change of the address to the former one
// as well.
func TestSecurity32ChangesAreTold(t *testing.T) {
	s := inTurn(t)
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
	told("a PIN", "PIN", func() { p.ok("/zapi/account/pinCode/set", map[string]any{"pinCode": "0420"}) })
	told("no second factor", "two-step|two-factor|second factor|authenticator", func() {
		p.ok("/zapi/account/disable-multi-factor", map[string]any{"multiFactorType": "OTP"})
	})
	told("an external account", "Google", func() {
		p.by("Google", "enableExternalAuth", map[string]any{"subject": p.Nickname, "email": "other@example.jp", "emailVerified": true})
	})
	old, fresh := *p, *p
	member := *p.Member
	fresh.Member = &member
	fresh.Email = "fresh-private@example.jp"
	code := fresh.code(func() {
		p.ok("/zapi/account/email/edit/send-pin-code", map[string]any{"email": fresh.Email, "type": "mailEdit"})
	})
	undo := old.letter(regexp.MustCompile(`/email/undo\?token=([A-Za-z0-9_-]+)`), func() { p.ok("/zapi/account/email/edit", map[string]any{"pinCode": code}) })
	// The link in it takes the change back, with the password: not the one that was changed before.
	for _, guess := range []string{"", password} { // D-10
		if a := s.visitor().send("/zapi/auth/email/undo", map[string]any{"token": undo, "password": guess}); a.Status < 400 {
			t.Errorf("taking the change back with the password %q: %s", guess, a)
		}
	}
	if a := s.visitor().send("/zapi/auth/email/undo", map[string]any{"token": undo, "password": "qzvkx7pw"}); a.Status != 200 || a.Body["flowError"] != nil {
		t.Errorf("taking the change back: %s", a)
	}
	if got := s.Rows("SELECT email FROM accounts WHERE email IN ($1, $2)", old.Email, fresh.Email); len(got) != 1 || got[0] != old.Email {
		t.Errorf("the address is %s", got)
	}
}
