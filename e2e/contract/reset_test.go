package contract

import (
	"regexp"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

const (
	forgot = "/zapi/auth/password/forgot"
	reset  = "/zapi/auth/password/reset"
)

// link is the token of the newest link that was mailed to the address; "" when there is none.
func link(t *testing.T, s *apptest.Stack, address string) string {
	t.Helper()
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, mail := range s.Inbox(t, address) {
		if found := regexp.MustCompile(`\?token=([A-Za-z0-9_-]{43})\b`).FindStringSubmatch(mail.Text); found != nil {
			return found[1]
		}
	}
	return ""
}

func TestPasswordReset(t *testing.T) { // C-052 S-032
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.Registration.PasswordStrength = "UPPER_CASE" })
	row, owner := s.Member(t, accounttest.Email("hanako@example.com"))
	b := s.Browser(t)
	goes(t, "C-050", post(t, b, forgot, map[string]any{"email": "unknown@example.com"}), "/password/forgot/complete")
	goes(t, "C-050", post(t, b, forgot, map[string]any{"email": "Hanako@Example.com"}), "/password/forgot/complete")
	has(t, get(t, b, "/password/forgot/complete"), []member{{"C-048", "redirectTo", nil}, {"C-048", "flowError", nil}})
	if got := link(t, s, "unknown@example.com"); got != "" {
		t.Error("a link was mailed to an unknown address")
	}
	token := link(t, s, "hanako@example.com")
	for _, path := range []string{"/password/reset/screen-data?token=", "/zapi/internal/password/reset/screen-data?token="} { // C-049
		page := good(t, b.Get(path+token))
		exactly(t, "C-049", page, "redirectTo flowError "+passwordMembers)
		has(t, page, []member{
			{"C-049", "passwordStrength", "UPPER_CASE"}, {"C-049", "passwordMax", 30}, {"C-049", "mustChange", false}, {"F-11", "identifier", "hanako@example.com"}, {"C-049", "email", nil}, {"C-049", "flowError", nil},
		})
	}
	fresh := map[string]any{"token": token, "password": "Another9sesame", "passwordConfirm": "Another9sesame"}
	goes(t, "C-051", post(t, b, reset, fresh), "/password/reset/complete")
	has(t, get(t, b, "/root"), []member{{"no member is signed in", "authId", nil}})
	has(t, get(t, owner, "/root"), []member{{"the sessions end", "authId", nil}})
	refused(t, "E-013", b.Post("/login", password("hanako@example.com", accounttest.Password)), "en", 401, "LOGIN_FAILED_EMAIL", "", nil)
	goes(t, "C-016", post(t, b, "/login", password("hanako@example.com", "Another9sesame")), "/mypage")
	has(t, get(t, b, "/root"), []member{{"C-051", "authId", row.ID.String()}})
}

func TestPasswordResetRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.Registration.PasswordStrength = "UPPER_CASE_SYMBOL" })
	without := start(t, func(f *storefile.File) { f.Settings.Flags.Password = false })
	for _, locale := range []string{"ja", "en"} {
		row, _ := s.Member(t)
		b := s.Browser(t)
		ask := func(path string, body map[string]any) apptest.Answer { return said(t, b, locale, "POST", path, body) }
		refused(t, "C-050", ask(forgot, map[string]any{"email": " "}), locale, 400, "EMAIL_REQUIRED", "email", nil)
		refused(t, "C-050", ask(forgot, map[string]any{"email": "hanako"}), locale, 400, "EMAIL_INVALID", "email", nil)
		post(t, b, forgot, map[string]any{"email": *row.Email})
		token := link(t, s, *row.Email)
		set := func(password, confirm string) apptest.Answer {
			return ask(reset, map[string]any{"token": token, "password": password, "passwordConfirm": confirm})
		}
		for _, c := range []struct {
			row, password, confirm, code, field string
			args                                map[string]any
		}{
			{"V-105", "", "", "", "", nil},
			{"V-094", "Short9!", "Short9!", "TOO_SHORT", "password", map[string]any{"min": 8}},
			{"V-094", "Long9!aaaaaaaaaaaaaaaaaaaaaaaaa", "Long9!aaaaaaaaaaaaaaaaaaaaaaaaa", "TOO_LONG", "password", map[string]any{"max": 30}},
			{"V-095", "NOTONESMALL9!", "NOTONESMALL9!", "NEEDS_LOWERCASE", "password", nil},
			{"V-096", "No-Digit-At-All", "No-Digit-At-All", "NEEDS_DIGIT", "password", nil},
			{"V-097", "Ｆｕｌｌ9!widthpass", "Ｆｕｌｌ9!widthpass", "INVALID_CHARACTERS", "password", nil},
			{"V-100", "no9capital!", "no9capital!", "NEEDS_UPPERCASE", "password", nil},
			{"V-100", "No9symbolatall", "No9symbolatall", "NEEDS_SYMBOL", "password", nil},
			{"V-102", "Good9pass!word", "Good9pass!work", "MISMATCH", "passwordConfirm", nil},
			{"V-106", "Good9pass!word", "", "REQUIRED", "passwordConfirm", nil},
		} {
			got := set(c.password, c.confirm)
			if c.code == "" { // both fields are told at once
				has(t, got.JSON(t), []member{{c.row, "fields.0.field", "password"}, {c.row, "fields.0.code", "REQUIRED"}, {c.row, "fields.1.field", "passwordConfirm"}, {c.row, "status", 400}})
				continue
			}
			refused(t, c.row, got, locale, 400, c.code, c.field, c.args)
		}
		good(t, set("Good9pass!word", "Good9pass!word"))
		over := fault.Text(locale, "PASSWORD_RESET_EXPIRED", "", nil)
		broken(t, "spent", set("Other9pass!word", "Other9pass!word"), "/password/forgot", over)
		broken(t, "V-036", said(t, b, locale, "GET", "/password/reset/screen-data?token="+token, nil), "/password/forgot", over)
		broken(t, "V-036", said(t, b, locale, "GET", "/password/reset/screen-data", nil), "/password/forgot", over)
		post(t, b, forgot, map[string]any{"email": *row.Email})
		token = link(t, s, *row.Email)
		refused(t, "E-029", set("Good9pass!word", "Good9pass!word"), locale, 400, "INVALID_PASSWORD_REUSED", "password", nil)
		former := token
		post(t, b, forgot, map[string]any{"email": *row.Email})
		token = link(t, s, *row.Email)
		newest := token
		token = former
		broken(t, "replaced", set("Other9pass!word", "Other9pass!word"), "/password/forgot", over)
		token = newest
		s.Advance(t, 24*time.Hour)
		broken(t, "late", set("Other9pass!word", "Other9pass!word"), "/password/forgot", over)
		for range 5 {
			ask(forgot, map[string]any{"email": *row.Email})
		}
		refused(t, "too often", ask(forgot, map[string]any{"email": *row.Email}), locale, 429, "TOO_MANY_REQUESTS", "", nil)
		for range 6 { // the answers must not show who is a member
			ask(forgot, map[string]any{"email": locale + "-unknown@example.com"})
		}
		refused(t, "too often", ask(forgot, map[string]any{"email": locale + "-unknown@example.com"}), locale, 429, "TOO_MANY_REQUESTS", "", nil)
		refused(t, "off", said(t, without.Browser(t), locale, "POST", forgot, map[string]any{"email": "a@b.example"}), locale, 404, "NOT_FOUND", "", nil)
		for _, page := range []string{"/password/forgot", "/password/forgot/complete", "/password/reset", "/password/reset/complete"} {
			refused(t, "off", said(t, without.Browser(t), locale, "GET", page+"/screen-data", nil), locale, 404, "NOT_FOUND", "", nil)
		}
	}
}
