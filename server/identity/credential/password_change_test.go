package credential_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/transport/paths"
)

func TestChangePassword(t *testing.T) { // security 1 3 4 6
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	a.AuthenticatedAt = time.Time{} // the password is proof enough
	for _, c := range []struct{ name, old, new, want, text string }{
		{"V-104", "", "brandnew1", "oldPassword:REQUIRED", "現在のパスワードを入力してください。"},
		{"nothing", "", "", "oldPassword:REQUIRED newPassword:REQUIRED", "現在のパスワードを入力してください。"},
		{"no new one", accounttest.Password, "", "newPassword:REQUIRED", "新しいパスワードを入力してください。"},
		{"V-103 the same", accounttest.Password, accounttest.Password, "newPassword:INVALID_PASSWORD_REUSED", "現在または以前に使用したパスワードは使用できません。別のパスワードを入力してください。"},
		{"seven characters", accounttest.Password, "brandn1", "newPassword:TOO_SHORT", "パスワードは8文字以上で入力してください。"},
		{"31 characters", accounttest.Password, strings.Repeat("a1", 15) + "b", "newPassword:TOO_LONG", "パスワードは30文字以内で入力してください。"},
		{"everybody's", accounttest.Password, "abcd1234", "newPassword:TOO_COMMON", "このパスワードは推測されやすいため使用できません。別のパスワードを入力してください。"},
		{"E-082", "guess9work", "brandnew1", "oldPassword:REQUEST_UNAUTHORIZED", "現在のパスワードが正しくありません。"},
		{"E-082 in capitals", strings.ToUpper(accounttest.Password), "brandnew1", "oldPassword:REQUEST_UNAUTHORIZED", "現在のパスワードが正しくありません。"},
	} {
		err := e.ChangePassword(ctx, a, c.old, c.new)
		f, ok := fault.As(err)
		if !ok || said(err) != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
			continue
		}
		if got := fault.Text("ja", f.Fields[0].Code, f.Fields[0].Path, f.Fields[0].Args); got != c.text {
			t.Errorf("%s: %q", c.name, got)
		}
		if unauthorized := f.Status() == 401; unauthorized != strings.HasPrefix(c.name, "E-082") {
			t.Errorf("%s: status %d", c.name, f.Status())
		}
	}
	e.asked()
	if err := e.ChangePassword(ctx, a, accounttest.Password, "brandnew1"); err != nil {
		t.Fatal(err)
	}
	asked := e.asked()
	if !slices.Equal(asked.Ended, []uuid.UUID{taro.ID}) || asked.Kept[0] != a.SessionID || len(asked.Forgotten) != 1 || len(asked.Lifted) != 1 {
		t.Errorf("asked %+v", asked)
	}
	if !e.knows(taro, "brandnew1") {
		t.Error("the password is not the new one")
	}
	e.mails("the notice", "taro@example.com", "password-changed")
	if accounttest.Mail[notify.PasswordChanged](t, e.Account, "taro@example.com").First {
		t.Error("the notice says that there was none before")
	}
	if got := said(e.ChangePassword(ctx, a, "brandnew1", accounttest.Password)); got != "newPassword:INVALID_PASSWORD_REUSED" {
		t.Errorf("E-081 back to the former one: %q", got)
	}
	page, err := e.PasswordEditPage(ctx, a)
	if err != nil || paths.Of(page.Next) != "" || page.Identifier != "taro@example.com" || !e.justNow(page.Account.PasswordUpdatedAt) {
		t.Errorf("page %+v, %v", page, err)
	}
}

func TestStrengthOfTheStore(t *testing.T) {
	for strength, want := range map[string][3]string{ // of brandnew1, Brandnew1, brandnew-1
		"NONE": {}, "UPPER_CASE": {"newPassword:NEEDS_UPPERCASE", "", "newPassword:NEEDS_UPPERCASE"},
		"SYMBOL":            {"newPassword:NEEDS_SYMBOL", "newPassword:NEEDS_SYMBOL", ""},
		"UPPER_CASE_SYMBOL": {"newPassword:NEEDS_UPPERCASE", "newPassword:NEEDS_SYMBOL", "newPassword:NEEDS_UPPERCASE"},
	} {
		t.Run(strength, func(t *testing.T) {
			e := setup(t, func(s *settings.Settings) { s.Registration.PasswordStrength = strength })
			for i, password := range []string{"brandnew1", "Brandnew1", "brandnew-1"} {
				_, a := e.memberIn()
				if got := said(e.ChangePassword(t.Context(), a, accounttest.Password, password)); got != want[i] {
					t.Errorf("%s: %q, want %q", password, got, want[i])
				}
			}
		})
	}
}

// An attacker who has only a stolen session cannot try passwords at will, and the right one is not
// looked at in the meantime.
func TestGuessingThePresentPasswordIsSlow(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.UserID("tarotaro"))
	for i := range 10 {
		if got := said(e.ChangePassword(ctx, a, "guess9work", "brandnew1")); got != "oldPassword:REQUEST_UNAUTHORIZED" {
			t.Fatalf("try %d: %q", i+1, got)
		}
	}
	for _, err := range []error{
		e.ChangePassword(ctx, e.in(taro), accounttest.Password, "brandnew1"), e.ChangeUserID(ctx, a, accounttest.Password, "jirojiro"),
	} {
		if got := said(err); got != "TOO_MANY_REQUESTS" {
			t.Errorf("the eleventh: %q", got)
		}
	}
	e.Clock.Advance(31 * time.Second)
	if got := said(e.ChangePassword(ctx, a, accounttest.Password, "brandnew1")); got != "" {
		t.Errorf("half a minute later: %q", got)
	}
}

func TestTwoChangesOfOnePassword(t *testing.T) {
	e := setup(t, nil)
	taro, _ := e.memberIn(accounttest.Email("taro@example.com"))
	var browsers []actor.Actor
	for range 5 {
		browsers = append(browsers, e.in(taro))
	}
	got := races(5, func(i int) error {
		return e.ChangePassword(t.Context(), browsers[i], accounttest.Password, "racing"+strings.Repeat("x", i)+"1")
	})
	// The first one ends the others' sessions: they come too late to prove the former password, or
	// to do anything.
	if got[""] != 1 || got["oldPassword:REQUEST_UNAUTHORIZED"]+got["newPassword:TOO_SHORT"]+got["UNAUTHENTICATED"] != 4 {
		t.Errorf("outcomes %v", got)
	}
	e.mails("one notice", "taro@example.com", "password-changed")
}

func TestEnablePassword(t *testing.T) { // P-014
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.Email("taro@example.com"), accounttest.NoPassword, accounttest.Unverified)
	if got := said(e.ChangePassword(ctx, a, "x", "brandnew1")); got != "PASSWORD_NOT_SET" {
		t.Errorf("changing none: %q", got)
	}
	if page, err := e.PasswordEditPage(ctx, a); err != nil || paths.Of(page.Next) != "/mypage/enable-password" {
		t.Errorf("A-170: %+v, %v", page, err)
	}
	stale := a
	stale.AuthenticatedAt = e.Clock.Now().Add(-20 * time.Minute)
	_, err := e.EnablePasswordPage(ctx, stale)
	for name, err := range map[string]error{
		"page": err, "set": e.EnablePassword(ctx, stale, "000000", "brandnew1", "brandnew1"), "resend": e.ResendCode(ctx, stale, "passwordSetting"),
	} {
		if got := said(err); got != "REAUTHENTICATION_REQUIRED" {
			t.Errorf("%s twenty minutes after the login: %q", name, got)
		}
	}
	e.mails("before the page", "taro@example.com")
	for range 2 { // a page that is loaded again leaves the code alone
		page, err := e.EnablePasswordPage(ctx, a)
		if err != nil || paths.Of(page.Next) != "" || page.Code.SendTo != "taro@example.com" || page.Identifier != "taro@example.com" || page.Code.Called.Minutes != 60 || page.Code.ResendAt == nil {
			t.Errorf("page %+v, %v", page, err)
		}
		e.Clock.Advance(time.Minute)
	}
	e.mails("the page opened twice", "taro@example.com", "pin-code")
	first := accounttest.PinCode(t, e.Account, "taro@example.com")
	if err := e.ResendCode(ctx, a, "passwordSetting"); err != nil {
		t.Error(err)
	}
	code := accounttest.PinCode(t, e.Account, "taro@example.com")
	for _, c := range []struct{ name, code, password, confirm, want string }{
		{"nothing", " ", "", "", "pinCode:REQUIRED password:REQUIRED passwordConfirm:REQUIRED"},
		{"a mismatch", code, "brandnew1", "brandnew2", "passwordConfirm:MISMATCH"},
		{"seven characters", code, "brandn1", "brandn1", "password:TOO_SHORT"},
		{"a wrong code", wrong(code), "brandnew1", "brandnew1", wrongCode},
		{"the former code", first, "brandnew1", "brandnew1", wrongCode},
	} {
		if got := said(e.EnablePassword(ctx, a, c.code, c.password, c.confirm)); got != c.want && c.code != code || c.code == code && got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := said(e.EnablePassword(ctx, e.in(taro), code, "brandnew1", "brandnew1")); got != wrongCode {
		t.Errorf("in another browser: %q", got)
	}
	e.asked()
	if err := e.EnablePassword(ctx, a, code, "brandnew1", "brandnew1"); err != nil {
		t.Fatal(err)
	}
	if asked := e.asked(); len(asked.Ended) != 1 || asked.Kept[0] != a.SessionID || len(asked.Forgotten) != 1 {
		t.Errorf("asked %+v", asked)
	}
	if !e.knows(taro, "brandnew1") || e.now(taro).EmailVerifiedAt == nil {
		t.Errorf("account %v", e.now(taro))
	}
	e.mails("the notice", "taro@example.com", "pin-code", "pin-code", "password-changed")
	if page, err := e.EnablePasswordPage(ctx, a); err != nil || paths.Of(page.Next) != "/mypage/password/edit" {
		t.Errorf("A-170: %+v, %v", page, err)
	}
	for name, err := range map[string]error{
		"set": e.EnablePassword(ctx, a, code, "brandnew1", "brandnew1"), "resend": e.ResendCode(ctx, a, "passwordSetting"),
	} {
		if got := said(err); got != "PASSWORD_ALREADY_SET" {
			t.Errorf("%s once more: %q", name, got)
		}
	}
}

func TestAFirstPasswordIsSetOnce(t *testing.T) {
	e := setup(t, nil)
	_, a := e.memberIn(accounttest.Email("taro@example.com"), accounttest.NoPassword)
	if _, err := e.EnablePasswordPage(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	code := accounttest.PinCode(t, e.Account, "taro@example.com")
	got := races(parallel, func(int) error { return e.EnablePassword(t.Context(), a, code, "brandnew1", "brandnew1") })
	if got[""] != 1 || got["PASSWORD_ALREADY_SET"]+got[wrongCode] != parallel-1 {
		t.Errorf("outcomes %v", got)
	}
	e.mails("one notice", "taro@example.com", "pin-code", "password-changed")
}
