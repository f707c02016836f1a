package contract

import (
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

func byCode(identifier, code string) map[string]any {
	return map[string]any{"emailUserId": identifier, "authCode": code, "loginMethod": "AuthCode"}
}

// asked is a visitor who has had a login code sent.
func asked(t *testing.T, s *apptest.Stack, identifier string) *apptest.Browser {
	t.Helper()
	b := s.Browser(t)
	has(t, post(t, b, "/login/code", map[string]any{"emailUserId": identifier}), []member{{"C-014", "redirectTo", "/login/code"}})
	return b
}

func TestCodeLogin(t *testing.T) { // C-021 A-044
	t.Parallel()
	s := start(t, nil)
	row, _ := s.Member(t, accounttest.Email("hanako@example.com"), accounttest.UserID("hanako01"))
	for _, c := range []struct {
		rows, page, base, identifier string
		amalthea                     bool
	}{
		{"C-014 C-019", "C-011", "/login", "hanako@example.com", false},
		{"C-015 C-020", "C-013", "/oidc/login", "HANAKO01", true},
	} {
		b := s.Browser(t)
		answer := post(t, b, "/login/code", map[string]any{"emailUserId": c.identifier, "isAmaltheaLogin": c.amalthea, "returnTo": "/plans"})
		exactly(t, c.rows, answer, "redirectTo")
		has(t, answer, []member{{c.rows, "redirectTo", c.base + "/code"}})
		for _, path := range []string{c.base + "/code", "/zapi/internal" + c.base + "/code"} {
			has(t, get(t, b, path), []member{
				{c.page, "emailUserId", c.identifier}, {c.page, "codeName", "Login code"}, {c.page, "codeMinutes", 60},
				{c.page, "resendAt", something{}}, {c.page, "redirectTo", nil},
			})
		}
		code := pin(t, s, "hanako@example.com")
		answer = post(t, b, c.base, byCode(c.identifier, code))
		exactly(t, c.rows, answer, "redirectTo")
		has(t, answer, []member{{c.rows, "redirectTo", "/plans"}})
		has(t, get(t, b, "/root"), []member{{"X-052", "authId", row.ID.String()}})
		refused(t, "K-007", said(t, s.Browser(t), "en", "POST", c.base, byCode(c.identifier, code)), "en", 401, "LOGIN_FAILED_CODE", "", nil)
	}
}

// What is told about an address that no member has is what is told about a member's.
func TestCodeLoginRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	mailOnly := start(t, func(f *storefile.File) { f.Settings.Flags.UserID = false })
	without := start(t, func(f *storefile.File) { f.Settings.Flags.AuthCode = false })
	s.Member(t, accounttest.Email("hanako@example.com"))
	for _, locale := range []string{"ja", "en"} {
		called := map[string]any{"codeName": map[string]string{"ja": "ログインコード", "en": "Login code"}[locale]}
		for _, who := range []string{"hanako@example.com", "unknown@example.com"} {
			b := asked(t, s, who)
			page := get(t, b, "/login/code")
			has(t, page, []member{{"", "emailUserId", who}, {"", "resendAt", something{}}})
			ask := func(code string) apptest.Answer { return said(t, b, locale, "POST", "/login", byCode(who, code)) }
			refused(t, "V-024", ask(""), locale, 400, "REQUIRED", "authCode", called)
			refused(t, "", ask("いちに"), locale, 400, "HALF_WIDTH_ONLY", "authCode", called)
			refused(t, "E-006", ask("no"), locale, 400, "PIN_CODE_ERROR", "authCode", called)
			again := said(t, b, locale, "POST", "/login/code", map[string]any{"emailUserId": who})
			refused(t, "E-015", again, locale, 429, "TOO_MANY_REQUESTS", "", nil)
			if again.Header.Get("Retry-After") == "" {
				t.Error("the wait is not told")
			}
		}
		send := func(to *apptest.Stack, who string) apptest.Answer {
			return said(t, to.Browser(t), locale, "POST", "/login/code", map[string]any{"emailUserId": who})
		}
		refused(t, "", send(s, " "), locale, 400, "LOGIN_IDENTIFIER_REQUIRED", "emailUserId", nil)
		refused(t, "E-009", send(mailOnly, ""), locale, 400, "EMAIL_REQUIRED", "emailUserId", nil)
		refused(t, "V-023", send(mailOnly, "hanako01"), locale, 400, "EMAIL_INVALID", "emailUserId", nil)
		refused(t, "S-008", send(without, "hanako@example.com"), locale, 404, "NOT_FOUND", "", nil)
		refused(t, "S-008", said(t, without.Browser(t), locale, "GET", "/login/code/screen-data", nil), locale, 404, "NOT_FOUND", "", nil)
		refused(t, "S-008", said(t, without.Browser(t), locale, "POST", "/login", byCode("a@b.example", "000000")), locale, 400, "LOGIN_FAILED", "", nil)
		refused(t, "E-012", said(t, s.Browser(t), locale, "POST", "/login", byCode("hanako@example.com", "123456")), locale, 401, "LOGIN_FAILED_CODE", "", nil)
	}
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(s.Inbox(t, "unknown@example.com")); n != 0 {
		t.Errorf("%d mails to an address without an account", n)
	}
}
