package contract

import (
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
)

const (
	confirmPage = "/login/confirm/screen-data?returnTo=%2Fmypage%2Fmulti-factor"
	confirm     = "/zapi/login/confirm"
)

// stale is a member whose last proof of who they are is too long ago.
func stale(t *testing.T, s *apptest.Stack, options ...accounttest.Option) *apptest.Browser {
	t.Helper()
	_, b := s.Member(t, options...)
	s.Advance(t, 16*time.Minute)
	return b
}

// A member who proves once more who they are goes on where they were, in a session of its own.
func TestConfirmLogin(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	b := stale(t, s, accounttest.Email("hanako@example.com"))
	for _, prefix := range []string{"", "/zapi/internal"} {
		has(t, good(t, b.Get(prefix+confirmPage)), []member{
			{"", "returnTo", factors}, {"", "methods", []string{"Password", "AuthCode"}}, {"", "sendTo", "h***@example.com"},
			{"", "codeName", "Login code"}, {"", "resendAt", nil}, {"", "redirectTo", nil},
		})
	}
	for _, proof := range []func() map[string]any{
		func() map[string]any { return map[string]any{"password": accounttest.Password, "returnTo": factors} },
		func() map[string]any {
			exactly(t, "the code is sent", post(t, b, confirm+"/send", map[string]any{}), "")
			has(t, good(t, b.Get(confirmPage)), []member{{"", "resendAt", something{}}})
			return map[string]any{"authCode": pin(t, s, "hanako@example.com"), "returnTo": factors}
		},
	} {
		before := b.Cookie("sid")
		goes(t, "", post(t, b, confirm, proof()), factors)
		has(t, good(t, b.Get(confirmPage)), []member{{"fresh", "redirectTo", factors}})
		has(t, get(t, b, factors), []member{{"fresh", "redirectTo", nil}})
		if b.Cookie("sid") == before {
			t.Error("the session is the same as before")
		}
		old := s.Browser(t)
		old.SetCookie("sid", before)
		has(t, get(t, old, "/root"), []member{{"", "authId", nil}})
		s.Advance(t, 16*time.Minute)
	}
	goes(t, "another site", post(t, b, confirm, map[string]any{"password": accounttest.Password, "returnTo": "https://elsewhere.example/"}), "/mypage")
}

// The second factor is asked for as it is at a login.
func TestConfirmLoginWithASecondFactor(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t)
	secret, _ := enableOTP(t, s, b)
	s.Advance(t, 16*time.Minute)
	goes(t, "", post(t, b, confirm, map[string]any{"password": accounttest.Password, "returnTo": factors}), "/login/multi-factor/OTP")
	has(t, get(t, b, "/root"), []member{{"still signed in", "authId", row.ID.String()}})
	has(t, good(t, b.Get(confirmPage)), []member{{"not fresh yet", "redirectTo", nil}})
	goes(t, "C-025", post(t, b, "/zapi/login/multi-factor/OTP", map[string]any{"value": otp(t, s, secret)}), factors)
	has(t, get(t, b, factors), []member{{"fresh", "redirectTo", nil}})
}

func TestConfirmLoginRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, locale := range []string{"ja", "en"} {
		called := map[string]any{"codeName": map[string]string{"ja": "ログインコード", "en": "Login code"}[locale]}
		b := stale(t, s)
		ask := func(body map[string]any) apptest.Answer { return said(t, b, locale, "POST", confirm, body) }
		refused(t, "nothing", ask(map[string]any{}), locale, 400, "REQUIRED", "password", nil)
		refused(t, "a wrong password", ask(map[string]any{"password": "wrong1password"}), locale, 401, "REQUEST_UNAUTHORIZED", "password", nil)
		refused(t, "no code was sent", ask(map[string]any{"authCode": "123456"}), locale, 400, "PIN_CODE_ERROR", "authCode", called)
		refused(t, "full width", ask(map[string]any{"authCode": "いちに"}), locale, 400, "HALF_WIDTH_ONLY", "authCode", called)
		good(t, said(t, b, locale, "POST", confirm+"/send", map[string]any{}))
		refused(t, "at once", said(t, b, locale, "POST", confirm+"/send", map[string]any{}), locale, 429, "TOO_MANY_REQUESTS", "", nil)
		_, unproved := s.Member(t, accounttest.Unverified)
		refused(t, "no address to send to", said(t, unproved, locale, "POST", confirm+"/send", map[string]any{}), locale, 404, "NOT_FOUND", "", nil)
		for range 10 {
			ask(map[string]any{"password": "wrong1password"})
		}
		refused(t, "E-015", ask(map[string]any{"password": accounttest.Password}), locale, 429, "TOO_MANY_REQUESTS", "", nil)
	}
}
