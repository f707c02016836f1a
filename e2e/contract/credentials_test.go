package contract_test

import (
	"regexp"
	"strings"
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
)

// mailedLink is the newest link to the path in the mails to the address, once all jobs are done.
func mailedLink(t *testing.T, s *apptest.Stack, to, path string) string {
	t.Helper()
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(regexp.QuoteMeta(s.Site+path) + `\?token=([A-Za-z0-9_-]{43})\b`)
	token := ""
	for _, mail := range s.Inbox(t, to) {
		if found := link.FindStringSubmatch(mail.Text); found != nil {
			token = found[1]
		}
	}
	if token == "" {
		t.Fatalf("no link to %s was mailed to %s", path, to)
	}
	return token
}

// expect compares the status of an answer and wants a text in it.
func expect(t *testing.T, name string, got apptest.Answer, status int, text string) {
	t.Helper()
	if got.StatusCode != status || !strings.Contains(got.Text, text) {
		t.Errorf("%s: %d %s, want %d with %s", name, got.StatusCode, got.Text, status, text)
	}
}

// A forgotten password over HTTP: the mail comes only when the address is a member's, the link
// works once, and the link is not logged.
func TestForgottenPassword(t *testing.T) { // C-049 C-052 security 16 29 30
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t, accounttest.Email("taro@example.com"))
	visitor := s.Browser(t)
	known := visitor.Post("/zapi/auth/password/forgot", map[string]string{"email": "taro@example.com"})
	unknown := visitor.Post("/zapi/auth/password/forgot", map[string]string{"email": "jiro@example.com"})
	expect(t, "forgot", known, 200, `"redirectTo":"/password/forgot/complete"`)
	if known.StatusCode != unknown.StatusCode || known.Text != unknown.Text || len(known.Header) != len(unknown.Header) {
		t.Errorf("known %d %s, unknown %d %s", known.StatusCode, known.Text, unknown.StatusCode, unknown.Text)
	}
	token := mailedLink(t, s, "taro@example.com", "/password/reset")
	if mails := s.Inbox(t, "jiro@example.com"); len(mails) != 0 {
		t.Errorf("%d mails to somebody unknown", len(mails))
	}
	expect(t, "page", visitor.Get("/password/reset/screen-data?token="+token), 200, `"passwordMax":30`)
	expect(t, "page without a token", visitor.Get("/password/reset/screen-data"), 200, `"flowError":{"redirectTo":"/password/forgot"`)
	set := map[string]string{"token": token, "password": accounttest.Password, "passwordConfirm": accounttest.Password}
	expect(t, "E-029", visitor.Post("/zapi/auth/password/reset", set), 400, `"code":"INVALID_PASSWORD_REUSED"`)
	set["password"], set["passwordConfirm"] = "brandnew1", "brandnew1"
	expect(t, "set", visitor.Post("/zapi/auth/password/reset", set), 200, `"redirectTo":"/password/reset/complete"`)
	expect(t, "the same once more", visitor.Post("/zapi/auth/password/reset", set), 200, `"redirectTo":"/password/reset/complete"`)
	set["password"], set["passwordConfirm"] = "brandnew2", "brandnew2"
	expect(t, "another one", visitor.Post("/zapi/auth/password/reset", set), 200, `"flowError":{"redirectTo":"/password/forgot"`)
	if visitor.Cookie("auid") != "" {
		t.Error("the reset signs in")
	}
	expect(t, "the old session", b.Get("/mypage/screen-data"), 200, `"redirectTo":"/login?returnTo=`)
	login := map[string]string{"emailUserId": "taro@example.com", "password": "brandnew1", "loginMethod": "Password"}
	expect(t, "login", visitor.Post("/login", login), 200, `"redirectTo":"/mypage"`)
	if strings.Contains(s.Logged.String(), token) {
		t.Error("the token is in the log")
	}
}

func TestChangesOfAMember(t *testing.T) { // E-082 E-083 security 32
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t, accounttest.Email("taro@example.com"), accounttest.UserID("tarotaro"))
	expect(t, "E-082", b.Post("/zapi/account/password/edit", map[string]string{"oldPassword": "guess9work", "newPassword": "brandnew1"}),
		401, `"fields":[{"field":"oldPassword","code":"REQUEST_UNAUTHORIZED","message":"Your current password is incorrect."}]`)
	expect(t, "password", b.Post("/zapi/account/password/edit", map[string]string{"oldPassword": accounttest.Password, "newPassword": "brandnew1"}),
		200, `"redirectTo":"/mypage/password/edit/complete"`)
	expect(t, "E-083", b.Post("/zapi/account/user-id/edit", map[string]string{"password": "guess9work", "userId": "jirojiro"}), 401, `"code":"REQUEST_UNAUTHORIZED"`)
	expect(t, "user ID", b.Post("/zapi/account/user-id/edit", map[string]string{"password": "brandnew1", "userId": "jirojiro"}), 200, `"redirectTo":"/mypage/user-id/edit/complete"`)
	expect(t, "email", b.Post("/zapi/account/email/edit/send-pin-code", map[string]string{"email": "new@example.com", "type": "mailEdit"}), 200, `"redirectTo":"/mypage/email/edit/pin-code"`)
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`\b[0-9]{6}\b`).FindString(s.Inbox(t, "new@example.com")[0].Text)
	expect(t, "PIN", b.Post("/zapi/account/email/edit", map[string]string{"pinCode": code}), 200, `"redirectTo":"/mypage/email/edit/complete"`)
	token := mailedLink(t, s, "taro@example.com", "/email/undo")
	if subjects := len(s.Inbox(t, "taro@example.com")); subjects != 3 {
		t.Errorf("%d notices to the former address, want one of each change", subjects)
	}
	expect(t, "undo", s.Browser(t).Post("/zapi/auth/email/undo", map[string]string{"token": token, "password": "brandnew1"}), 200, `{`)
	expect(t, "the session", b.Get("/mypage/screen-data"), 200, `"redirectTo":"/login?returnTo=`)
}
