package credential_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
)

func TestResetPassword(t *testing.T) { // S-032 V-036 E-029 A-077 A-080
	e := setup(t, nil)
	ctx := t.Context()
	taro := e.watched(accounttest.Email("taro@example.com"), accounttest.UserID("tarosan01"))
	former := e.forget("taro@example.com")
	e.Clock.Advance(time.Minute)
	token := e.forget("taro@example.com")
	if len(token) < 43 {
		t.Errorf("token %q has less than 256 bits", token)
	}
	if n := e.Store.Client(ctx).AccountToken.Query().CountX(ctx); n != 2 {
		t.Errorf("%d links", n)
	}
	for name, c := range map[string]struct{ token, password, confirm, want string }{
		"none":                      {"", "brandnew1", "brandnew1", noLink},
		"unknown":                   {strings.Repeat("x", 43), "brandnew1", "brandnew1", noLink},
		"replaced":                  {former, "brandnew1", "brandnew1", noLink},
		"nothing":                   {token, "", "", "password:REQUIRED passwordConfirm:REQUIRED"},
		"seven characters":          {token, "brandn1", "brandn1", "password:TOO_SHORT"},
		"31 characters":             {token, strings.Repeat("a1", 15) + "b", strings.Repeat("a1", 15) + "b", "password:TOO_LONG"},
		"different confirmation":    {token, "brandnew1", "brandnew2", "passwordConfirm:MISMATCH"},
		"everybody's":               {token, "password1", "password1", "password:TOO_COMMON"},
		"one's user ID":             {token, "tarosan99", "tarosan99", "password:TOO_COMMON"},
		"the present one (E-029)":   {token, accounttest.Password, accounttest.Password, "password:INVALID_PASSWORD_REUSED"},
		"with an outer space":       {token, "brandnew1 ", "brandnew1 ", "password:INVALID_CHARACTERS"},
		"capitals without a number": {token, "Brandnewone", "Brandnewone", "password:NEEDS_DIGIT"},
	} {
		if got := said(e.ResetPassword(ctx, visitor(), c.token, c.password, c.confirm)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if _, err := e.PasswordResetPage(ctx, former); said(err) != noLink {
		t.Errorf("page of the replaced link: %v", err)
	}
	if page, err := e.PasswordResetPage(ctx, token); err != nil || page.Registration.PasswordMax != 30 || page.Account != nil || page.Identifier != "taro@example.com" {
		t.Errorf("page of the link: %+v, %v", page, err)
	}
	e.asked()
	if err := e.reset(token, "brandnew1"); err != nil {
		t.Fatal(err)
	}
	asked := e.asked()
	if !slices.Equal(asked.Ended, []uuid.UUID{taro.ID}) || asked.Kept[0] != uuid.Nil || len(asked.Forgotten) != 1 || len(asked.Forgiven) != 1 {
		t.Errorf("asked %+v", asked)
	}
	if !e.knows(taro, "brandnew1") || e.knows(taro, accounttest.Password) || !e.justNow(e.now(taro).PasswordUpdatedAt) {
		t.Error("the password is not the new one")
	}
	e.mails("the notice", "taro@example.com", "password-reset", "password-reset", "password-changed")
	if got := said(e.reset(token, "another1x")); got != noLink {
		t.Errorf("once more: %q", got)
	}
}

func TestResetLinkEnds(t *testing.T) { // security 30, A-077
	for _, c := range []struct {
		name string
		do   func(e env, taro *ent.Account)
		want string
	}{
		{"after 59 minutes", func(e env, _ *ent.Account) { e.Clock.Advance(59 * time.Minute) }, ""},
		{"after 60 minutes", func(e env, _ *ent.Account) { e.Clock.Advance(time.Hour) }, noLink},
		{"when the password was changed", func(e env, taro *ent.Account) {
			if err := e.ChangePassword(e.t.Context(), e.in(taro), accounttest.Password, "changed1x"); err != nil {
				e.t.Error(err)
			}
		}, noLink},
		{"when the address was changed", func(e env, taro *ent.Account) { e.changeEmail(e.in(taro), "new@example.com") }, noLink},
		{"when the account was suspended", func(e env, taro *ent.Account) {
			taro.Update().SetStatus(entaccount.StatusSuspended).ExecX(e.t.Context())
		}, noLink},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := setup(t, nil)
			taro := accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"))
			token := e.forget("taro@example.com")
			c.do(e, taro)
			if got := said(e.reset(token, "brandnew1")); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A mailed link sets a first password as well, where the address was proved; else the mailbox alone
// would be enough to take the account.
func TestResetWithoutPassword(t *testing.T) { // D-10
	e := setup(t, nil)
	taro := accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"), accounttest.NoPassword)
	accounttest.Member(t, e.Account, accounttest.Email("jiro@example.com"), accounttest.NoPassword, accounttest.Unverified)
	if err := e.reset(e.forget("taro@example.com"), "brandnew1"); err != nil {
		t.Fatal(err)
	}
	if !e.knows(taro, "brandnew1") {
		t.Errorf("account %v", e.now(taro))
	}
	if notice := accounttest.Mail[notify.PasswordChanged](t, e.Account, "taro@example.com"); !notice.First {
		t.Error("the notice says that there was a password")
	}
	e.noReset("jiro@example.com")
}

// A mailed link proves the address.
func TestResetOfAnUnprovedAddress(t *testing.T) {
	e := setup(t, nil)
	taro := accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"), accounttest.Unverified)
	if err := e.reset(e.forget("taro@example.com"), "brandnew1"); err != nil {
		t.Fatal(err)
	}
	if e.now(taro).EmailVerifiedAt == nil || !e.knows(taro, "brandnew1") {
		t.Errorf("account %v", e.now(taro))
	}
}

func TestFormerPasswordsAreRefused(t *testing.T) { // security 6, A-174
	e := setup(t, func(s *settings.Settings) { s.Registration.PasswordMax = 64 })
	ctx := t.Context()
	taro := accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"))
	for i, password := range []string{"second2pw", "third3pwd", "fourth4pw", strings.Repeat("long5", 12)} {
		if err := e.reset(e.forget("taro@example.com"), password); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		e.Clock.Advance(time.Hour)
	}
	token := e.forget("taro@example.com")
	for _, password := range []string{strings.Repeat("long5", 12), "fourth4pw", "third3pwd", "second2pw"} {
		if got := said(e.reset(token, password)); got != "password:INVALID_PASSWORD_REUSED" {
			t.Errorf("%s: %q", password, got)
		}
	}
	if n := e.Store.Client(ctx).FormerPassword.Query().CountX(ctx); n != 3 {
		t.Errorf("%d former passwords are kept", n)
	}
	if got := said(e.reset(token, accounttest.Password)); got != "" {
		t.Errorf("the one before the last three: %q", got)
	}
	if !e.knows(taro, accounttest.Password) {
		t.Error("it is not set")
	}
	if text := fault.Text("ja", "INVALID_PASSWORD_REUSED", "newPassword", nil); text != "現在または以前に使用したパスワードは使用できません。別のパスワードを入力してください。" {
		t.Error(text)
	}
}

// a call that comes twice, at once or after a lost answer, sets the password once and is
// answered well each time. Another password, and the same one once it is the account's no more or a
// while later, find the link over.
func TestARepeatedResetIsHarmless(t *testing.T) {
	e := setup(t, nil)
	taro := accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"))
	token := e.forget("taro@example.com")
	const parallel = 10
	if got := races(parallel, func(int) error { return e.reset(token, "brandnew1") }); got[""] != parallel {
		t.Errorf("at once: %v", got)
	}
	e.Clock.Advance(4 * time.Minute)
	if err := e.reset(token, "brandnew1"); err != nil {
		t.Errorf("minutes later: %v", err)
	}
	for what, got := range map[string]string{
		"another password":       said(e.reset(token, "another1x")),
		"a confirmation unlike":  said(e.ResetPassword(t.Context(), visitor(), token, "brandnew1", "brandnew2")),
		"the password of before": said(e.reset(token, accounttest.Password)),
		"another link":           said(e.reset(strings.Repeat("x", 43), "brandnew1")),
	} {
		if got != noLink {
			t.Errorf("%s: %q", what, got)
		}
	}
	e.mails("one notice", "taro@example.com", "password-reset", "password-changed")
	if !e.knows(taro, "brandnew1") {
		t.Error("it is not set")
	}
	e.Clock.Advance(2 * time.Minute)
	if got := said(e.reset(token, "brandnew1")); got != noLink {
		t.Errorf("later still: %q", got)
	}
	if err := e.reset(e.forget("taro@example.com"), "brandnew2"); err != nil {
		t.Fatal(err)
	}
	if got := said(e.reset(token, "brandnew1")); got != noLink {
		t.Errorf("a password of before: %q", got)
	}
}

func TestOneResetLinkSetsOnePassword(t *testing.T) { // security 30
	e := setup(t, nil)
	taro := accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"))
	token := e.forget("taro@example.com")
	got := races(parallel, func(i int) error { return e.reset(token, fmt.Sprintf("racing%dx", i)) })
	if got[""] != 1 || got[noLink]+got["TOO_MANY_REQUESTS"] != parallel-1 {
		t.Errorf("outcomes %v", got)
	}
	if n := e.Store.Client(t.Context()).FormerPassword.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d former passwords", n)
	}
	if e.knows(taro, accounttest.Password) {
		t.Error("the former password still counts")
	}
}
