package contract

import (
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
)

// half is a browser in which the right password was given and the second factor is asked for, on
// the page below base.
func half(t *testing.T, b *apptest.Browser, base, email, page string) *apptest.Browser {
	t.Helper()
	body := password(email, accounttest.Password)
	body["returnTo"] = "/plans"
	goes(t, "S-012", post(t, b, base, body), base+page)
	has(t, get(t, b, "/root"), []member{{"", "authId", nil}})
	return b
}

// A login goes on after each of the second factors, in the identity-provider flow too.
func TestSecondFactorLogin(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, owner := s.Member(t, accounttest.Email("hanako@example.com"))
	secret, codes := enableOTP(t, s, owner)
	goes(t, "C-027", post(t, owner, enable, map[string]any{"multiFactorType": "Email"}), factors+"/complete?type=enable&factor=Email")
	enableSMS(t, s, owner)
	for _, c := range []struct {
		kind           string
		sendTo, length any
		ja, en         string
		give           func() string
	}{
		{"Email", "h***@example.com", 60, "二段階認証コード", "Two-step code", func() string { return pin(t, s, "hanako@example.com") }},
		{"SMS", "*******5678", 60, "二段階認証コード", "Two-step code", func() string { return pin(t, s, phone) }},
		{"OTP", nil, nil, "ワンタイムパスワード", "one-time password", func() string { return otp(t, s, secret) }},
		{"BackupCode", nil, nil, "バックアップコード", "backup code", func() string { codes = codes[1:]; return codes[0].(string) }},
	} {
		for base, rows := range map[string]struct{ choice, entry, call string }{
			"/login": {"C-023", "C-024", "C-025"}, "/oidc/login": {"C-023", "C-024", "C-026"},
		} {
			s.Advance(t, 31*time.Second) // an app's password counts once
			b := half(t, s.Browser(t), base, "hanako@example.com", "/multi-factor")
			page, call := base+"/multi-factor/"+c.kind, "/zapi"+base+"/multi-factor/"+c.kind
			for _, prefix := range []string{"", "/zapi/internal"} {
				has(t, get(t, b, prefix+base+"/multi-factor"), []member{
					{rows.choice + " F-069", "type", nil}, {"F-070", "sendTo", nil}, {"F-072", "defaultMultiFactorType", nil},
					{"F-071 F-073 F-074 F-075 F-076", "multiFactorType", []string{"Email", "SMS", "OTP", "BackupCode"}},
				})
				has(t, get(t, b, prefix+page), []member{
					{rows.entry + " F-069", "type", c.kind}, {"F-070", "sendTo", c.sendTo}, {"", "codeName", c.en}, {"", "codeMinutes", c.length},
					{"", "redirectTo", nil},
				})
			}
			for locale, name := range map[string]string{"ja": c.ja, "en": c.en} {
				ask := func(value string) apptest.Answer {
					return said(t, b, locale, "POST", call, map[string]any{"value": value, "isPreferred": false, "rememberDevice": false})
				}
				refused(t, "V-027", ask(" "), locale, 400, "REQUIRED", "value", map[string]any{"codeName": name})
				refused(t, "E-016", ask("no"), locale, 400, "MULTI_FACTOR_FAILED", "value", nil)
			}
			right := map[string]any{"value": c.give(), "isPreferred": false, "rememberDevice": false}
			goes(t, rows.call+" "+c.kind, post(t, b, call, right), "/plans")
			has(t, get(t, b, "/root"), []member{{rows.call, "authId", row.ID.String()}})
			if b.Cookie("tdt") != "" {
				t.Error("the browser is a trusted device, and the member did not ask for it")
			}
		}
	}
}

// A member who chose a factor is asked for it first, and in that browser no more.
func TestPreferredFactorAndTrustedDevice(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, owner := s.Member(t, accounttest.Email("hanako@example.com"))
	secret, _ := enableOTP(t, s, owner)
	s.Advance(t, 31*time.Second)
	b := half(t, s.Browser(t), "/login", "hanako@example.com", "/multi-factor/OTP")
	wish := map[string]any{"value": otp(t, s, secret), "isPreferred": true, "rememberDevice": true}
	answer := b.Post("/zapi/login/multi-factor/OTP", wish)
	goes(t, "C-025", good(t, answer), "/plans")
	for _, cookie := range answer.Cookies() {
		if cookie.Name == "tdt" && (!cookie.HttpOnly || cookie.Path != "/") {
			t.Errorf("cookie %s", cookie)
		}
	}
	if len(b.Cookie("tdt")) != 43 { // F-004; what it is good for follows
		t.Errorf("tdt %q", b.Cookie("tdt"))
	}
	post(t, b, "/logout", map[string]any{})
	goes(t, "F-077", post(t, b, "/login", password("hanako@example.com", accounttest.Password)), "/mypage")
	has(t, get(t, b, "/root"), []member{{"F-077", "authId", row.ID.String()}})
	elsewhere := s.Browser(t)
	goes(t, "C-023", post(t, elsewhere, "/login", password("hanako@example.com", accounttest.Password)), "/login/multi-factor/OTP")
	has(t, get(t, elsewhere, "/login/multi-factor"), []member{{"F-072", "defaultMultiFactorType", "OTP"}})
	s.Advance(t, 30*24*time.Hour) // which is how long a device is trusted
	post(t, b, "/logout", map[string]any{})
	goes(t, "F-077", post(t, b, "/login", password("hanako@example.com", accounttest.Password)), "/login/multi-factor/OTP")
}

func TestSecondFactorRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, owner := s.Member(t, accounttest.Email("hanako@example.com"))
	_, codes := enableOTP(t, s, owner)
	post(t, owner, enable, map[string]any{"multiFactorType": "Email"})
	give := func(b *apptest.Browser, locale, path, value string) apptest.Answer {
		return said(t, b, locale, "POST", path, map[string]any{"value": value})
	}
	for locale, over := range map[string]string{
		"ja": "操作の有効期限が切れたか、手順が正しくありません。最初からやり直してください。",
		"en": "This page has expired or a step was skipped. Please start again from the beginning.",
	} {
		broken(t, "C-025", give(s.Browser(t), locale, "/zapi/login/multi-factor/OTP", "000000"), "/login", over)
		broken(t, "C-026", give(s.Browser(t), locale, "/zapi/oidc/login/multi-factor/OTP", "000000"), "/oidc/login", over)
		b := half(t, s.Browser(t), "/login", "hanako@example.com", "/multi-factor")
		broken(t, "not enabled", give(b, locale, "/zapi/login/multi-factor/SMS", "000000"), "/login?returnTo=%2Fplans", over)
		broken(t, "not sent", said(t, b, locale, "POST", "/zapi/login/multi-factor/OTP/send", map[string]any{}), "/login?returnTo=%2Fplans", over)
		refused(t, "no type", said(t, b, locale, "GET", "/login/multi-factor/email/screen-data", nil), locale, 404, "NOT_FOUND", "", nil)
		has(t, get(t, b, "/login/multi-factor/SMS"), []member{{"", "redirectTo", "/login/multi-factor"}})

		get(t, b, "/login/multi-factor/Email")
		again := said(t, b, locale, "POST", "/zapi/login/multi-factor/Email/send", map[string]any{})
		refused(t, "sent just now", again, locale, 429, "TOO_MANY_REQUESTS", "", nil)
		first := pin(t, s, "hanako@example.com")
		s.Advance(t, 31*time.Second)
		exactly(t, "sent once more", post(t, b, "/zapi/login/multi-factor/Email/send", map[string]any{}), "")
		if second := pin(t, s, "hanako@example.com"); second != first {
			refused(t, "E-016", give(b, locale, "/zapi/login/multi-factor/Email", first), locale, 400, "MULTI_FACTOR_FAILED", "value", nil)
		}
		spent := codes[0].(string)
		codes = codes[1:]
		goes(t, "", good(t, give(b, locale, "/zapi/login/multi-factor/BackupCode", spent)), "/plans")
		broken(t, "the login is over", give(b, locale, "/zapi/login/multi-factor/BackupCode", codes[1].(string)), "/login", over)
		b = half(t, s.Browser(t), "/login", "hanako@example.com", "/multi-factor")
		refused(t, "K-008", give(b, locale, "/zapi/login/multi-factor/BackupCode", spent), locale, 400, "MULTI_FACTOR_FAILED", "value", nil)
		s.Advance(t, 10*time.Minute+time.Second)
		broken(t, "late", give(b, locale, "/zapi/login/multi-factor/BackupCode", codes[0].(string)), "/login?returnTo=%2Fplans", over)
	}
	b := half(t, s.Browser(t), "/login", "hanako@example.com", "/multi-factor")
	for range 5 {
		give(b, "en", "/zapi/login/multi-factor/OTP", "no")
	}
	for _, locale := range []string{"ja", "en"} {
		late := give(b, locale, "/zapi/login/multi-factor/BackupCode", codes[0].(string))
		refused(t, "E-015", late, locale, 429, "TOO_MANY_REQUESTS", "", nil)
		if late.Header.Get("Retry-After") == "" {
			t.Error("the wait is not told")
		}
	}
}
