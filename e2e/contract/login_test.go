package contract

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

func password(identifier, password string) map[string]any {
	return map[string]any{"emailUserId": identifier, "password": password, "loginMethod": "Password", "token": nil}
}

func TestLoginAndLogout(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, _ := s.Member(t, accounttest.Email("hanako@example.com"), accounttest.UserID("hanako01"))
	b := s.Browser(t)
	for _, c := range []struct{ identifier, returnTo, to string }{ // C-016
		{"hanako@example.com", "", "/mypage"},
		{"HANAKO01", "/plans/club?a=b", "/plans/club?a=b"},
		{"hanako@example.com", "https://elsewhere.example/", "/mypage"},
		{"hanako@example.com", "//elsewhere.example/", "/mypage"},
	} {
		body := password(c.identifier, accounttest.Password)
		body["returnTo"] = c.returnTo
		answer := b.Post("/login", body)
		object := good(t, answer)
		exactly(t, "login", object, "redirectTo")
		has(t, object, []member{{"C-016", "redirectTo", c.to}})
		for _, cookie := range answer.Cookies() { // F-001 F-002
			wrong := cookie.Path != "/" || cookie.SameSite != http.SameSiteLaxMode || cookie.HttpOnly != (cookie.Name != "auid")
			if wrong || cookie.Name != "sid" && cookie.Name != "auid" && cookie.Name != "latid" {
				t.Errorf("cookie %s", cookie)
			}
		}
		if b.Cookie("auid") != row.ID.String() || len(b.Cookie("sid")) != 43 {
			t.Errorf("auid %q, sid %q", b.Cookie("auid"), b.Cookie("sid"))
		}
		has(t, get(t, b, "/root"), []member{{"F-005", "authId", row.ID.String()}})
	}
	if page := get(t, b, "/logout"); page["isLoggedIn"] != true || page["emailEditPath"] != "https://store.example/email" {
		t.Errorf("logout page: %v", page)
	}
	old := b.Cookie("sid")
	answer := post(t, b, "/logout", map[string]any{}) // C-022
	exactly(t, "logout", answer, "redirectTo")
	has(t, answer, []member{{"C-022", "redirectTo", "/logout"}})
	if b.Cookie("sid") != "" || b.Cookie("auid") != "" {
		t.Error("the cookies are still there")
	}
	b.SetCookie("sid", old)
	has(t, get(t, b, "/root"), []member{{"C-022", "authId", nil}})
}

var tooOften = map[string]string{
	"ja": "操作の回数が多すぎます。しばらく時間をおいてからもう一度お試しください。",
	"en": "Too many attempts. Please wait a while and try again.",
}

func TestLoginRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	mailOnly := start(t, func(f *storefile.File) { f.Settings.Flags.UserID = false })
	for _, on := range []struct {
		email string
		set   func(*ent.AccountCreate)
	}{
		{"hanako@example.com", func(*ent.AccountCreate) {}},
		{"gone@example.com", func(c *ent.AccountCreate) { c.SetStatus(account.StatusSuspended) }},
	} {
		accounttest.Member(t, s.Account, accounttest.Email(on.email), accounttest.With(on.set))
	}
	for _, locale := range []string{"ja", "en"} {
		ask := func(body map[string]any) func(string, int, string, string) {
			return func(row string, status int, code, field string) {
				t.Helper()
				refused(t, row, said(t, s.Browser(t), locale, "POST", "/login", body), locale, status, code, field, nil)
			}
		}
		ask(map[string]any{"emailUserId": "hanako@example.com", "password": accounttest.Password, "loginMethod": "Token"})("E-008", 400, "LOGIN_FAILED", "")
		ask(map[string]any{"emailUserId": "hanako@example.com", "authCode": "123456", "loginMethod": "AuthCode"})("E-012", 401, "LOGIN_FAILED_CODE", "")
		ask(password("", "x"))("", 400, "LOGIN_IDENTIFIER_REQUIRED", "emailUserId")
		ask(password("hanako@example.com", ""))("E-010", 400, "PASSWORD_REQUIRED", "password")
		ask(password("gone@example.com", accounttest.Password))("E-011", 403, "LOGIN_PROHIBITED", "")
		ask(password("hanako@example.com", "wrong1password"))("E-013", 401, "LOGIN_FAILED_EMAIL", "")
		ask(password("unknown@example.com", "wrong1password"))("E-013", 401, "LOGIN_FAILED_EMAIL", "")
		ask(password("nobody01", "wrong1password"))("E-014", 401, "LOGIN_FAILED_USER_ID", "")
		empty := said(t, mailOnly.Browser(t), locale, "POST", "/login", password("", "x"))
		refused(t, "E-009", empty, locale, 400, "EMAIL_REQUIRED", "emailUserId", nil)
		noMail := said(t, mailOnly.Browser(t), locale, "POST", "/login", password("hanako01", "x"))
		refused(t, "V-023", noMail, locale, 400, "EMAIL_INVALID", "emailUserId", nil)
	}
	for range 10 {
		said(t, s.Browser(t), "en", "POST", "/login", password("hanako@example.com", "wrong1password"))
	}
	for _, locale := range []string{"ja", "en"} {
		late := said(t, s.Browser(t), locale, "POST", "/login", password("hanako@example.com", accounttest.Password))
		refused(t, "E-015", late, locale, 429, "TOO_MANY_REQUESTS", "", nil)
		has(t, late.JSON(t), []member{{"E-015", "message", tooOften[locale]}})
		if wait := late.Header.Get("Retry-After"); wait == "" || strings.HasPrefix(wait, "0") {
			t.Errorf("E-015: Retry-After %q", wait)
		}
	}
}

// The cookie latid holds what makes a browser known: a login is told by mail where there is
// none.
func TestLoginAlertCookie(t *testing.T) { // F-003
	t.Parallel()
	s := start(t, nil)
	s.Member(t, accounttest.Email("hanako@example.com"))
	told := func() int {
		t.Helper()
		if err := s.Quiet(t.Context()); err != nil {
			t.Fatal(err)
		}
		return len(s.Inbox(t, "hanako@example.com"))
	}
	before, b := told(), s.Browser(t)
	for range 2 {
		post(t, b, "/login", password("hanako@example.com", accounttest.Password))
		if len(b.Cookie("latid")) != 43 || told() != before+1 {
			t.Errorf("latid %q, %d mails", b.Cookie("latid"), told()-before)
		}
		post(t, b, "/logout", map[string]any{})
	}
	post(t, s.Browser(t), "/login", password("hanako@example.com", accounttest.Password))
	if told() != before+1 {
		t.Errorf("another browser in the hour: %d mails", told()-before)
	}
	if s.Advance(t, time.Hour); told() != before+2 { // U-27
		t.Errorf("another browser: %d mails", told()-before)
	}
}
