package contract

import (
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
)

const (
	firstPassword  = "/zapi/account/enable-password"
	changePassword = "/zapi/account/password/edit"
	resend         = "/zapi/account/email/send-pin-code"
)

func TestFirstPassword(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t, accounttest.Email("hanako@example.com"), accounttest.NoPassword)
	has(t, get(t, b, "/mypage/password/edit"), []member{{"", "redirectTo", "/mypage/enable-password"}})
	for _, prefix := range []string{"", "/zapi/internal"} {
		has(t, get(t, b, prefix+"/mypage/enable-password"), []member{
			{"", "email", "hanako@example.com"}, {"", "codeName", "Verification code"}, {"", "codeMinutes", 60}, {"", "resendAt", something{}},
			{"", "passwordStrength", "NONE"}, {"", "passwordMax", 30}, {"", "passwordUpdatedAt", nil}, {"", "redirectTo", nil},
		})
	}
	s.Advance(t, 31*time.Second)
	exactly(t, "C-090", post(t, b, resend, map[string]any{"email": "else@example.com", "type": "passwordSetting"}), "")
	if mails := s.Inbox(t, "else@example.com"); len(mails) != 0 {
		t.Error("C-089: the code went to an address that is not the member's")
	}
	body := map[string]any{"pinCode": pin(t, s, "hanako@example.com"), "password": "another9sesame", "passwordConfirm": "another9sesame"}
	goes(t, "C-092", post(t, b, firstPassword, body), "/mypage/enable-password/complete")
	has(t, get(t, b, "/mypage"), []member{{"C-092", "account.isEnabledPassword", true}, {"C-092", "account.authId", row.ID.String()}})
	goes(t, "C-092", post(t, s.Browser(t), "/login", password("hanako@example.com", "another9sesame")), "/mypage")
}

func TestFirstPasswordRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, has := s.Member(t)
	for _, locale := range []string{"ja", "en"} {
		row, b := s.Member(t, accounttest.NoPassword)
		get(t, b, "/mypage/enable-password")
		code := pin(t, s, *row.Email)
		ask := func(pinCode, password, confirm string) apptest.Answer {
			return said(t, b, locale, "POST", firstPassword, map[string]any{"pinCode": pinCode, "password": password, "passwordConfirm": confirm})
		}
		refused(t, "E-079", ask("", "another9sesame", "another9sesame"), locale, 400, "REQUIRED", "pinCode", codeName[locale])
		refused(t, "E-079", ask(wrong(code), "another9sesame", "another9sesame"), locale, 400, "PIN_CODE_ERROR", "pinCode", codeName[locale])
		refused(t, "V-094", ask(code, "short9s", "short9s"), locale, 400, "TOO_SHORT", "password", map[string]any{"min": 8})
		refused(t, "V-102", ask(code, "another9sesame", "another9sesamf"), locale, 400, "MISMATCH", "passwordConfirm", nil)
		refused(t, "at once", said(t, b, locale, "POST", resend, map[string]any{"email": *row.Email, "type": "passwordSetting"}), locale, 429, "TOO_MANY_REQUESTS", "", nil)
		refused(t, "C-089", said(t, b, locale, "POST", resend, map[string]any{"email": *row.Email, "type": "signUp"}), locale, 400, "INVALID_CHOICE", "type", nil)
		for _, path := range []string{firstPassword, resend} {
			body := map[string]any{"pinCode": code, "password": "another9sesame", "passwordConfirm": "another9sesame"}
			if path == resend {
				body = map[string]any{"type": "passwordSetting"}
			}
			refused(t, "there is one already", said(t, has, locale, "POST", path, body), locale, 409, "PASSWORD_ALREADY_SET", "", nil)
		}
	}
	_, late := s.Member(t, accounttest.NoPassword)
	s.Advance(t, 16*time.Minute)
	for _, locale := range []string{"ja", "en"} {
		got := said(t, late, locale, "POST", firstPassword, map[string]any{"pinCode": "123456", "password": "another9sesame", "passwordConfirm": "another9sesame"})
		refused(t, "not fresh", got, locale, 403, "REAUTHENTICATION_REQUIRED", "", nil)
	}
	goes(t, "not fresh", get(t, late, "/mypage/enable-password"), "/login/confirm?returnTo=%2Fmypage%2Fenable-password")
}

func TestPasswordChange(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t)
	elsewhere := s.Browser(t)
	post(t, elsewhere, "/login", password(*row.Email, accounttest.Password))
	has(t, get(t, b, "/mypage/password/edit"), []member{
		{"", "passwordStrength", "NONE"}, {"", "passwordMax", 30}, {"", "passwordUpdatedAt", something{}}, {"", "mustChange", false}, {"F-11", "identifier", *row.Email}, {"", "email", nil},
	})
	body := map[string]any{"oldPassword": accounttest.Password, "newPassword": "another9sesame"}
	goes(t, "C-093", post(t, b, changePassword, body), "/mypage/password/edit/complete")
	has(t, get(t, b, "/root"), []member{{"this session stays", "authId", row.ID.String()}})
	has(t, get(t, elsewhere, "/root"), []member{{"the others end", "authId", nil}})
	goes(t, "C-093", post(t, s.Browser(t), "/login", password(*row.Email, "another9sesame")), "/mypage")
}

func TestPasswordChangeRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, locale := range []string{"ja", "en"} {
		_, b := s.Member(t)
		_, without := s.Member(t, accounttest.NoPassword)
		ask := func(old, fresh string) apptest.Answer {
			return said(t, b, locale, "POST", changePassword, map[string]any{"oldPassword": old, "newPassword": fresh})
		}
		refused(t, "V-104", ask("", "another9sesame"), locale, 400, "REQUIRED", "oldPassword", nil)
		refused(t, "V-105", ask(accounttest.Password, ""), locale, 400, "REQUIRED", "newPassword", nil)
		refused(t, "V-096", ask(accounttest.Password, "nodigitatall"), locale, 400, "NEEDS_DIGIT", "newPassword", nil)
		refused(t, "E-082", ask("wrong1password", "another9sesame"), locale, 401, "REQUEST_UNAUTHORIZED", "oldPassword", nil)
		refused(t, "E-081 V-103", ask(accounttest.Password, accounttest.Password), locale, 400, "INVALID_PASSWORD_REUSED", "newPassword", nil)
		good(t, ask(accounttest.Password, "another9sesame"))
		refused(t, "E-081", ask("another9sesame", accounttest.Password), locale, 400, "INVALID_PASSWORD_REUSED", "newPassword", nil)
		got := said(t, without, locale, "POST", changePassword, map[string]any{"oldPassword": "x", "newPassword": "another9sesame"})
		refused(t, "there is none", got, locale, 409, "PASSWORD_NOT_SET", "", nil)
		for range 10 {
			ask("wrong1password", "third9sesame")
		}
		refused(t, "guessing", ask("another9sesame", "third9sesame"), locale, 429, "TOO_MANY_REQUESTS", "", nil)
	}
}
