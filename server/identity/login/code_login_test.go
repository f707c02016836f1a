package login_test

import (
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/loginevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/transport/paths"
)

// asked is a visitor who has asked for a login code.
func asked(t *testing.T, s *login.Service, identifier string) actor.Actor {
	t.Helper()
	a, _ := logintest.Visitor(t, s)
	next, err := s.RequestCode(t.Context(), a, login.CodeRequest{Identifier: identifier})
	if err != nil || paths.Of(next) != "/login/code" {
		t.Fatalf("%q, %v", next, err)
	}
	logintest.MailCodes(t, s)
	return a
}

// byCode is a login with a mailed code.
func byCode(identifier, code string) login.Input {
	return login.Input{Identifier: identifier, AuthCode: code, Method: actor.MethodAuthCode}
}

// wrong is a code of the same form that is another.
func wrong(code string) string { return string('0'+(code[0]-'0'+1)%10) + code[1:] }

func TestLoginByCode(t *testing.T) { // X-052 S-009 S-010 S-011
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"), accounttest.UserID("taro01"))
	for _, identifier := range []string{"taro@example.com", " TARO@example.com ", "Taro01"} {
		a := asked(t, s, identifier)
		page, err := s.CodePage(t.Context(), a, step.Plain)
		if err != nil || page.Identifier != strings.TrimSpace(identifier) || page.Called.Minutes != 10 || page.ResendAt.Sub(s.Clock.Now()) > 30*time.Second {
			t.Errorf("page: %+v, %v", page, err)
		}
		code := accounttest.PinCode(t, s.Account, "taro@example.com")
		if _, err := s.Login(t.Context(), a, byCode(identifier, wrong(code))); said(err) != "authCode:PIN_CODE_ERROR" { // E-006
			t.Errorf("a wrong code: %v", err)
		}
		signed, err := s.Login(t.Context(), a, byCode(identifier, " "+code))
		if err != nil || signed.AccountID != taro.ID || paths.Of(signed.Next) != "/mypage" {
			t.Fatalf("%+v, %v", signed, err)
		}
		row := logintest.Resumed(t, s, signed.Token)
		if row == nil || *row.LoginMethod != "AuthCode" {
			t.Errorf("session: %+v", row)
		}
		if _, err := s.Login(t.Context(), a, byCode(identifier, code)); err == nil { // K-007
			t.Error("the code works twice")
		}
	}
	bad := s.Store.Client(t.Context()).LoginEvent.Query().Where(loginevent.AccountID(taro.ID), loginevent.Result(false), loginevent.LoginMethod("AuthCode")).CountX(t.Context())
	if bad != 3 {
		t.Errorf("%d failures in the history", bad)
	}
}

func TestLoginCodeForms(t *testing.T) {
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	a := asked(t, s, "taro@example.com")
	for _, c := range []struct{ name, identifier, code, want string }{
		{"V-024 no code", "taro@example.com", " ", "authCode:REQUIRED"},
		{"full width", "taro@example.com", "いちに", "authCode:HALF_WIDTH_ONLY"},
		{"no identifier", "", "123456", "emailUserId:LOGIN_IDENTIFIER_REQUIRED"},
		{"another identifier than the code was asked for", "jiro@example.com", "123456", "LOGIN_FAILED_CODE"},
	} {
		if _, err := s.Login(t.Context(), a, byCode(c.identifier, c.code)); said(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	for locale, want := range map[string]string{
		"ja": "ログイン用の認証コードが正しくありません。お手数ですが、もう一度コードの送信からお試しください。",
		"en": "The login code is incorrect. Please have a new one sent and try again.",
	} {
		if got := fault.Text(locale, "LOGIN_FAILED_CODE", "", nil); got != want { // E-012
			t.Errorf("%s: %q", locale, got)
		}
	}
	if got := fault.Text("ja", "REQUIRED", "authCode", map[string]any{"codeName": "ログインコード"}); got != "ログインコードを入力してください。" { // V-024
		t.Errorf("%q", got)
	}
	if _, err := s.RequestCode(t.Context(), a, login.CodeRequest{}); said(err) != "emailUserId:LOGIN_IDENTIFIER_REQUIRED" {
		t.Errorf("no identifier: %v", err)
	}
}

// What a visitor is told and where they are led is the same for every identifier; only an active
// account with a proved address gets a mail, and trying a code costs as many statements.
func TestLoginCodeTellsNothing(t *testing.T) {
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	accounttest.Member(t, s.Account, accounttest.Email("away@example.com"), accounttest.With(suspended))
	accounttest.Member(t, s.Account, accounttest.Email("gone@example.com"), accounttest.With(func(c *ent.AccountCreate) { c.SetStatus(entaccount.StatusWithdrawn) }))
	accounttest.Member(t, s.Account, accounttest.Email("typo@example.com"), accounttest.Unverified)
	costs := map[string]int64{}
	for identifier, mails := range map[string]int{
		"taro@example.com": 1, "unknown@example.com": 0, "away@example.com": 0, "gone@example.com": 0, "typo@example.com": 0,
	} {
		a := asked(t, s, identifier)
		if got := accounttest.Mails(t, s.Account, identifier); len(got) != mails {
			t.Errorf("%s: %d mails", identifier, len(got))
		}
		page, err := s.CodePage(t.Context(), a, step.Plain)
		if err != nil || page.Identifier != identifier || !page.Next.None() {
			t.Errorf("%s: %+v, %v", identifier, page, err)
		}
		ctx, n := store.CountStatements(t.Context())
		if _, err := s.Login(ctx, a, byCode(identifier, "x")); said(err) != "authCode:PIN_CODE_ERROR" {
			t.Errorf("%s: %v", identifier, err)
		}
		costs[identifier] = n.Load()
	}
	for identifier, n := range costs {
		if n != costs["taro@example.com"] {
			t.Errorf("a try at %s costs %d statements, at a member's %d", identifier, n, costs["taro@example.com"])
		}
	}
}

func TestLoginCodeIsBound(t *testing.T) {
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	mine := asked(t, s, "taro@example.com")
	code := accounttest.PinCode(t, s.Account, "taro@example.com")
	other, _ := logintest.Visitor(t, s)
	if _, err := s.Login(t.Context(), other, byCode("taro@example.com", code)); said(err) != "LOGIN_FAILED_CODE" {
		t.Errorf("in a browser that asked for none: %v", err)
	}
	other = asked(t, s, "unknown@example.com")
	if _, err := s.Login(t.Context(), other, byCode("unknown@example.com", code)); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("in a browser that asked for another: %v", err)
	}
	s.Clock.Advance(10*time.Minute + time.Second)
	if _, err := s.Login(t.Context(), mine, byCode("taro@example.com", code)); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("after ten minutes: %v", err)
	}
}

func TestLoginCodeTriesAndResends(t *testing.T) {
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	a := asked(t, s, "taro@example.com")
	old := accounttest.PinCode(t, s.Account, "taro@example.com")
	again := login.CodeRequest{Identifier: "taro@example.com"}
	_, err := s.RequestCode(t.Context(), a, again)
	if f, ok := fault.As(err); !ok || f.Status() != 429 || f.RetryAfter > 30*time.Second {
		t.Errorf("at once: %v", err)
	}
	s.Clock.Advance(31 * time.Second)
	if _, err := s.RequestCode(t.Context(), a, again); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Login(t.Context(), a, byCode("taro@example.com", old)); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("the former code: %v", err)
	}
	logintest.MailCodes(t, s)
	code := accounttest.PinCode(t, s.Account, "taro@example.com")
	for range 5 {
		if _, err := s.Login(t.Context(), a, byCode("taro@example.com", wrong(code))); said(err) != "authCode:PIN_CODE_ERROR" {
			t.Fatal(err)
		}
	}
	if _, err := s.Login(t.Context(), a, byCode("taro@example.com", code)); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("the right code after five wrong ones: %v", err)
	}
}

// A request that a later one in the same browser has replaced mails nothing: the code would belong
// to somebody else.
func TestLoginCodeOfTheLastRequestOnly(t *testing.T) {
	s := setup(t, nil)
	for _, address := range []string{"taro@example.com", "jiro@example.com"} {
		accounttest.Member(t, s.Account, accounttest.Email(address))
	}
	a, _ := logintest.Visitor(t, s)
	for _, address := range []string{"taro@example.com", "jiro@example.com"} {
		if _, err := s.RequestCode(t.Context(), a, login.CodeRequest{Identifier: address}); err != nil {
			t.Fatal(err)
		}
	}
	logintest.MailCodes(t, s)
	if n := len(accounttest.Mails(t, s.Account, "taro@example.com")); n != 0 {
		t.Errorf("%d mails for the replaced request", n)
	}
	if n := len(accounttest.Mails(t, s.Account, "jiro@example.com")); n != 1 {
		t.Errorf("%d mails for the last one", n)
	}
}

// Whatever name is typed and in however many browsers, an account gets at most 20 codes a day, and
// then one an hour for each network that asks.
func TestLoginCodesOfADay(t *testing.T) {
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"), accounttest.UserID("taro01"))
	for i := range 30 {
		asked(t, s, []string{"taro@example.com", "taro01"}[i%2])
	}
	if n := len(accounttest.Mails(t, s.Account, "taro@example.com")); n != 21 {
		t.Errorf("%d codes", n)
	}
}

// in a store without passwords a code is the only way in. Strangers who ask for all codes of
// a day and try what they like do not close it: a member in an unknown browser gets a code within
// the hour, and it can be tried.
func TestStrangersDoNotCloseTheLoginByCode(t *testing.T) {
	s := setup(t, func(settings *settings.Settings) { settings.Flags.Password = false })
	const name = "taro@example.com"
	accounttest.Member(t, s.Account, accounttest.Email(name))
	asks := func(ip string) (actor.Actor, error) {
		a, _ := logintest.Visitor(t, s)
		a.IP = ip
		_, err := s.RequestCode(t.Context(), a, login.CodeRequest{Identifier: name})
		logintest.MailCodes(t, s)
		return a, err
	}
	mails := func() (codes int) {
		for _, template := range accounttest.Mails(t, s.Account, name) {
			if template == "pin-code" {
				codes++
			}
		}
		return codes
	}
	refused := false
	for i := range 60 {
		a, err := asks("198.51.100.1")
		refused = refused || said(err) == "TOO_MANY_REQUESTS"
		if err == nil && i < 20 {
			for range 5 {
				_, _ = s.Login(t.Context(), a, byCode(name, "000000"))
			}
		}
	}
	if n := mails(); !refused || n != 21 {
		t.Fatalf("strangers of one network were refused %v, and had %d codes mailed", refused, n)
	}
	for hour := range 2 {
		home, err := asks("203.0.113.7")
		if err != nil || mails() != 22+hour {
			t.Fatalf("hour %d: the member's own code: %v, %d mails", hour, err, mails())
		}
		if _, err := asks("203.0.113.7"); said(err) != "TOO_MANY_REQUESTS" || mails() != 22+hour {
			t.Errorf("hour %d: another one at once: %v, %d mails", hour, err, mails())
		}
		code := accounttest.PinCode(t, s.Account, name)
		if _, err := s.Login(t.Context(), home, byCode(name, wrong(code))); said(err) != "authCode:PIN_CODE_ERROR" {
			t.Errorf("hour %d: a wrong try: %v", hour, err)
		}
		if entered, err := s.Login(t.Context(), home, byCode(name, code)); err != nil || entered.Token == "" {
			t.Errorf("hour %d: the member's try: %v", hour, err)
		}
		s.Clock.Advance(time.Hour)
	}
}

func TestLoginCodeAtOnce(t *testing.T) { // K-007
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"))
	for range 3 { // five tries of one code pass at most; the rest is refused before
		a := asked(t, s, "taro@example.com")
		code := accounttest.PinCode(t, s.Account, "taro@example.com")
		if living := atOnce(t, s, 50, func() (login.Entered, error) { return s.Login(t.Context(), a, byCode("taro@example.com", code)) }); living != 1 {
			t.Errorf("%d sessions of one code", living)
		}
		s.Clock.Advance(time.Hour)
	}
}

// atOnce runs n logins at once and counts the sessions that live.
func atOnce(t *testing.T, s *login.Service, n int, enter func() (login.Entered, error)) (living int) {
	t.Helper()
	tokens := make(chan string, n)
	for range n {
		go func() {
			signed, err := enter()
			if err != nil {
				signed.Token = ""
			}
			tokens <- signed.Token
		}()
	}
	for range n {
		if token := <-tokens; token != "" && logintest.Resumed(t, s, token) != nil {
			living++
		}
	}
	return living
}
