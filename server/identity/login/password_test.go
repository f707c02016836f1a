package login_test

import (
	"fmt"
	"testing"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/loginevent"
	"kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/transport/paths"
)

func suspended(c *ent.AccountCreate) { c.SetStatus(entaccount.StatusSuspended) }

func TestLogin(t *testing.T) { // X-051 A-037 A-042
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account, accounttest.Email("Taro@example.com"), accounttest.UserID("Taro01"))
	accounttest.Member(t, s.Account, accounttest.Email("away@example.com"), accounttest.With(suspended))
	accounttest.Member(t, s.Account, accounttest.Email("gone@example.com"), accounttest.With(func(c *ent.AccountCreate) { c.SetStatus(entaccount.StatusWithdrawn) }))
	accounttest.Member(t, s.Account, accounttest.Email("social@example.com"), accounttest.NoPassword)
	for _, c := range []struct{ name, identifier, password, want, ja, en string }{
		{"by address", "Taro@example.com", accounttest.Password, "", "", ""},
		{"address in another case", " taro@EXAMPLE.com ", accounttest.Password, "", "", ""},
		{"by user ID", "taro01", accounttest.Password, "", "", ""},
		{"V-022 no identifier", " ", accounttest.Password, "emailUserId:LOGIN_IDENTIFIER_REQUIRED", "メールアドレスまたはユーザIDを入力してください。", "Please enter your email address or user ID."},
		{"V-021 E-010 no password", "taro01", "", "password:PASSWORD_REQUIRED", "パスワードを入力してください。", "Please enter your password."},
		{"nothing", "", "", "emailUserId:LOGIN_IDENTIFIER_REQUIRED password:PASSWORD_REQUIRED", "メールアドレスまたはユーザIDを入力してください。", "Please enter your email address or user ID."},
		{"E-013 wrong password", "taro@example.com", "guess9work", "LOGIN_FAILED_EMAIL", "メールアドレスまたはパスワードが正しくありません。", "The email address or the password is incorrect."},
		{"E-013 unknown address", "unknown@example.com", accounttest.Password, "LOGIN_FAILED_EMAIL", "", ""},
		{"E-014 wrong password", "taro01", "guess9work", "LOGIN_FAILED_USER_ID", "ユーザIDまたはパスワードが正しくありません。", "The user ID or the password is incorrect."},
		{"E-014 unknown user ID", "unknown", accounttest.Password, "LOGIN_FAILED_USER_ID", "", ""},
		{"no user ID at all", "山田 \x00太郎", accounttest.Password, "LOGIN_FAILED_USER_ID", "", ""},
		{"no password set", "social@example.com", accounttest.Password, "LOGIN_FAILED_EMAIL", "", ""},
		{"outer space", "taro01", accounttest.Password + " ", "LOGIN_FAILED_USER_ID", "", ""},
		{"other case", "taro01", "Open9sesame", "LOGIN_FAILED_USER_ID", "", ""},
		{"one character less", "taro01", "open9sesam", "LOGIN_FAILED_USER_ID", "", ""},
		{"E-011 suspended, right password", "away@example.com", accounttest.Password, "LOGIN_PROHIBITED", "このアカウントではログインできません。", "This account cannot be used to log in."},
		{"suspended, wrong password", "away@example.com", "guess9work", "LOGIN_FAILED_EMAIL", "", ""},
		{"E-011 withdrawn, right password", "gone@example.com", accounttest.Password, "LOGIN_PROHIBITED", "", ""},
		{"withdrawn, wrong password", "gone@example.com", "guess9work", "LOGIN_FAILED_EMAIL", "", ""},
	} {
		signed, err := s.Login(t.Context(), at("192.0.2.1"), input(c.identifier, c.password))
		if got := said(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
			continue
		}
		if err == nil && (signed.AccountID != taro.ID || logintest.Resumed(t, s, signed.Token) == nil || paths.Of(signed.Next) != "/mypage") {
			t.Errorf("%s: %+v", c.name, signed)
		}
		if f, _ := fault.As(err); c.ja != "" {
			for locale, want := range map[string]string{"ja": c.ja, "en": c.en} {
				if got := fault.Text(locale, f.Code, "", nil); got != want {
					t.Errorf("%s: %q, want %q", c.name, got, want)
				}
			}
		}
	}
	events := func(result bool) int {
		return s.Store.Client(t.Context()).LoginEvent.Query().Where(loginevent.AccountID(taro.ID), loginevent.Result(result)).CountX(t.Context())
	}
	if good, bad := events(true), events(false); good != 3 || bad != 5 {
		t.Errorf("history: %d good, %d bad", good, bad)
	}
}

func TestIdentifierWithoutUserIDs(t *testing.T) { // V-023 A-037
	s := setup(t, func(st *settings.Settings) { st.Flags.UserID = false })
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"), accounttest.UserID("taro01"))
	for _, c := range []struct{ name, identifier, want, ja, en string }{
		{"E-009 empty", "", "emailUserId:EMAIL_REQUIRED", "メールアドレスを入力してください。", "Please enter your email address."},
		{"a user ID", "taro01", "emailUserId:EMAIL_INVALID", "メールアドレスの形式が正しくありません。", "The format of the email address is incorrect."},
		{"half an address", "taro@", "emailUserId:EMAIL_INVALID", "", ""},
		{"an address", "taro@example.com", "", "", ""},
	} {
		_, err := s.Login(t.Context(), at("192.0.2.1"), input(c.identifier, accounttest.Password))
		if got := said(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if f, _ := fault.As(err); c.ja != "" && (fault.Text("ja", f.Code, "", nil) != c.ja || fault.Text("en", f.Code, "", nil) != c.en) {
			t.Errorf("%s: %q %q", c.name, fault.Text("ja", f.Code, "", nil), fault.Text("en", f.Code, "", nil))
		}
	}
}

func TestMethodsThatAreNotOffered(t *testing.T) { // E-008
	s := setup(t, func(st *settings.Settings) { st.Flags.AuthCode = false })
	off := logintest.New(t, func(st *settings.Settings) { st.Flags.Password, st.Flags.AuthCode = false, false })
	for _, service := range []*login.Service{s, off} {
		taro := accounttest.Member(t, service.Account)
		for _, method := range []actor.Method{actor.MethodAuthCode, "", "password", "Token"} {
			in := input(*taro.Email, accounttest.Password)
			in.Method = method
			if _, err := service.Login(t.Context(), at("192.0.2.1"), in); said(err) != "LOGIN_FAILED" {
				t.Errorf("method %q: %v", method, err)
			}
		}
	}
	taro := accounttest.Member(t, off.Account)
	if _, err := off.Login(t.Context(), at("192.0.2.1"), input(*taro.Email, accounttest.Password)); said(err) != "LOGIN_FAILED" {
		t.Errorf("a password where the store has none: %v", err)
	}
	if fault.Text("ja", "LOGIN_FAILED", "", nil) != "ログインに失敗しました。" || fault.Text("en", "LOGIN_FAILED", "", nil) != "We could not log you in." {
		t.Error("the default failure has no text")
	}
}

// A member who logs in with a password that everybody tries first has to change it before anything
// else (ASVS 6.2.12).
func TestCommonPassword(t *testing.T) {
	s := setup(t, nil)
	hash, err := s.Credential.Passwords.Hash(t.Context(), "", "Password1")
	if err != nil {
		t.Fatal(err)
	}
	common := accounttest.Member(t, s.Account, accounttest.With(func(c *ent.AccountCreate) { c.SetPasswordHash(hash) }))
	for row, c := range map[*ent.Account]struct {
		password string
		want     bool
	}{common: {"Password1", true}, accounttest.Member(t, s.Account): {accounttest.Password, false}} {
		signed, err := s.Login(t.Context(), at("192.0.2.1"), input(*row.Email, c.password))
		if err != nil {
			t.Fatal(err)
		}
		if session := logintest.Resumed(t, s, signed.Token); session == nil || session.MustChangePassword != c.want {
			t.Errorf("%s: %+v", c.password, session)
		}
	}
	if _, err := s.Login(t.Context(), at("192.0.2.1"), input(*common.Email, "password1")); said(err) != "LOGIN_FAILED_EMAIL" {
		t.Errorf("in another case: %v", err)
	}
}

func TestLoginReturns(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	for returnTo, want := range map[string]string{
		"/plans/standard?x=1": "/plans/standard?x=1", "//evil.example": "/mypage", "https://evil.example": "/mypage", "/logout": "/mypage",
	} {
		in := input(*taro.Email, accounttest.Password)
		in.ReturnTo = returnTo
		if signed, err := s.Login(t.Context(), at("192.0.2.1"), in); err != nil || paths.Of(signed.Next) != want {
			t.Errorf("%s leads to %s, %v", returnTo, paths.Of(signed.Next), err)
		}
	}
}

func TestLoginRotatesTheSession(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	visitor, planted := logintest.Visitor(t, s)
	signed, err := s.Login(t.Context(), visitor, input(*taro.Email, accounttest.Password))
	if err != nil || signed.Token == planted || logintest.Resumed(t, s, planted) != nil {
		t.Errorf("a token from before the login goes on (%v)", err)
	}
	if _, err := s.Login(t.Context(), visitor, input(*taro.Email, "guess9work")); err == nil || logintest.Resumed(t, s, signed.Token) == nil {
		t.Errorf("a failed login ends a session (%v)", err)
	}
}

func TestGuessingOneAccount(t *testing.T) { // E-015
	s := setup(t, nil)
	for name, identifier := range map[string]string{"member": *accounttest.Member(t, s.Account).Email, "unknown": "unknown@example.com"} {
		t.Run(name, func(t *testing.T) {
			here := at(map[string]string{"member": "192.0.2.1", "unknown": "198.51.100.1"}[name])
			try := func(a actor.Actor, password string) error {
				_, err := s.Login(t.Context(), a, input(identifier, password))
				return err
			}
			for i := range 10 {
				if got := said(try(here, "guess9work")); got != "LOGIN_FAILED_EMAIL" {
					t.Fatalf("guess %d: %q", i+1, got)
				}
			}
			f, ok := fault.As(try(here, accounttest.Password)) // the right one has to wait as well
			if !ok || f.Status() != 429 || f.RetryAfter <= 20*time.Second || f.RetryAfter > 30*time.Second {
				t.Fatalf("the 11th: %+v", f)
			}
			s.Clock.Advance(30 * time.Second)
			if got := said(try(here, "guess9work")); got != "LOGIN_FAILED_EMAIL" {
				t.Fatalf("after the wait: %q", got)
			}
			if f, _ := fault.As(try(here, "guess9work")); f == nil || f.RetryAfter <= 50*time.Second {
				t.Errorf("the wait does not grow: %+v", f)
			}
			if name == "unknown" {
				return
			}
			if err := try(at("203.0.113.9"), accounttest.Password); err != nil {
				t.Errorf("the member elsewhere: %v", err)
			}
			s.Clock.Advance(time.Minute)
			if err := try(here, accounttest.Password); err != nil {
				t.Errorf("the member here, after the wait: %v", err)
			}
			if got := said(try(here, "guess9work")); got != "LOGIN_FAILED_EMAIL" {
				t.Errorf("the count goes on after a login: %q", got)
			}
		})
	}
	for locale, want := range map[string]string{
		"ja": "操作の回数が多すぎます。しばらく時間をおいてからもう一度お試しください。",
		"en": "Too many attempts. Please wait a while and try again.",
	} {
		if got := fault.Text(locale, fault.TooManyRequests, "", nil); got != want {
			t.Errorf("%s: %q", locale, got)
		}
	}
}

func TestGuessingFromManyAddresses(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	blocked := 0
	for i := range 50 {
		_, err := s.Login(t.Context(), at(fmt.Sprintf("192.0.2.%d", i)), input(*taro.Email, "guess9work"))
		if said(err) == string(fault.TooManyRequests) {
			blocked++
		}
	}
	if blocked != 20 {
		t.Errorf("%d of 50 guesses were refused, want those after the 30th", blocked)
	}
}

func TestOnePasswordForManyAccounts(t *testing.T) {
	s := setup(t, nil)
	var refused int
	for i := range 120 {
		_, err := s.Login(t.Context(), at("192.0.2.1"), input(fmt.Sprintf("member%d@example.org", i), "summer2026x"))
		if said(err) == string(fault.TooManyRequests) {
			refused++
		}
	}
	if refused != 20 {
		t.Errorf("%d of 120 were refused, want those after the 100th", refused)
	}
	taro := accounttest.Member(t, s.Account)
	if _, err := s.Login(t.Context(), at("198.51.100.1"), input(*taro.Email, accounttest.Password)); err != nil {
		t.Errorf("a member elsewhere: %v", err)
	}
}

// Many guesses at once count as many: none of them is looked at beyond the free ones.
func TestParallelGuesses(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	outcomes := make(chan string, 60)
	for i := range 60 {
		go func() {
			_, err := s.Login(t.Context(), at("192.0.2.1"), input(*taro.Email, fmt.Sprintf("guess9work%d", i)))
			outcomes <- said(err)
		}()
	}
	got := map[string]int{}
	for range 60 {
		got[<-outcomes]++
	}
	if got["LOGIN_FAILED_EMAIL"] != 10 || got[string(fault.TooManyRequests)] != 50 {
		t.Errorf("outcomes %v", got)
	}
}

// A stranger behind the same proxy uses up no limit of the others', also where the store has
// forgotten to name the proxy.
func TestAProxyThatIsNotNamedLocksNoMemberOut(t *testing.T) { // D-16
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	behind := func(address string) actor.Actor {
		a := at("172.18.0.2")
		a.Behind = address
		return a
	}
	refused := 0
	for i := range 120 {
		_, err := s.Login(t.Context(), behind("203.0.113.66"), input(fmt.Sprintf("sprayed%d@example.com", i), "guess9work"))
		if said(err) == "TOO_MANY_REQUESTS" {
			refused++
		}
	}
	if refused < 15 {
		t.Errorf("%d of 120 tries were refused: nothing slows the stranger down", refused)
	}
	if _, err := s.Login(t.Context(), behind("203.0.113.7"), input(*taro.Email, accounttest.Password)); err != nil {
		t.Errorf("a member behind the same proxy: %v", err)
	}
	if row := s.Store.Client(t.Context()).Session.Query().Where(session.IP("172.18.0.2")).CountX(t.Context()); row != 1 {
		t.Error("the session took the address for true that a proxy claims")
	}
}
