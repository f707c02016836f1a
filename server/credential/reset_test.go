package credential_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/account/accounttest"
	"kaiin/server/catalog"
	"kaiin/server/credential"
	"kaiin/server/fault"
	"kaiin/server/notify"
)

const noLink = "PASSWORD_RESET_EXPIRED → /password/forgot"

// forget asks for a link and does the jobs; it returns the token of the newest one.
func (e env) forget(email string) string {
	e.t.Helper()
	if err := e.ForgotPassword(e.t.Context(), visitor(), email); err != nil {
		e.t.Fatal(err)
	}
	e.work()
	return accounttest.Mail[notify.PasswordReset](e.t, e.Account, email).Token
}

// work does the jobs that mail links, once each.
func (e env) work() {
	e.t.Helper()
	rows, err := e.Store.DB.QueryContext(e.t.Context(), `DELETE FROM river_job WHERE kind = 'account.reset' RETURNING args`)
	if err != nil {
		e.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var all []credential.ResetArgs
	for rows.Next() {
		var text []byte
		var args credential.ResetArgs
		if err := errors.Join(rows.Scan(&text), json.Unmarshal(text, &args)); err != nil {
			e.t.Fatal(err)
		}
		all = append(all, args)
	}
	for _, args := range all {
		if err := e.MailReset(e.t.Context(), args); err != nil {
			e.t.Fatal(err)
		}
	}
}

func (e env) reset(token, password string) error {
	return e.ResetPassword(e.t.Context(), visitor(), token, password, password)
}

func TestForgotPasswordForm(t *testing.T) {
	e := setup(t, nil)
	for _, c := range []struct{ row, email, want, text string }{
		{"V-037", " ", "email:EMAIL_REQUIRED", "メールアドレスを入力してください。"},
		{"V-038", "taro.example.com", "email:EMAIL_INVALID", "メールアドレスの形式が正しくありません。"},
		{"V-038", strings.Repeat("a", 180) + "@example.com", "email:TOO_LONG", "メールアドレスは191文字以内で入力してください。"},
		{"the rest", " Taro@Example.com ", "", ""},
	} {
		err := e.ForgotPassword(t.Context(), visitor(), c.email)
		if got := said(err); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.row, c.email, got, c.want)
		}
		if f, ok := fault.As(err); ok && fault.Text("ja", f.Fields[0].Code, "email", f.Fields[0].Args) != c.text {
			t.Errorf("%s: %s", c.row, fault.Text("ja", f.Fields[0].Code, "email", f.Fields[0].Args))
		}
	}
}

func TestStoreWithoutPasswords(t *testing.T) {
	e := setup(t, func(s *catalog.Settings) { s.Flags.Password = false })
	ctx := t.Context()
	taro, a := e.memberIn()
	_, resetPage := e.PasswordResetPage(ctx, "x")
	_, enablePage := e.EnablePasswordPage(ctx, a)
	_, editPage := e.PasswordEditPage(ctx, a)
	for name, err := range map[string]error{
		"page": e.PasswordForgotPage(ctx), "forgot": e.ForgotPassword(ctx, a, *taro.Email), "reset page": resetPage, "reset": e.reset("x", "brandnew1"),
		"enable page": enablePage, "enable": e.EnablePassword(ctx, a, "000000", "brandnew1", "brandnew1"), "edit page": editPage,
		"change": e.ChangePassword(ctx, a, accounttest.Password, "brandnew1"), "resend": e.ResendCode(ctx, a, "passwordSetting"),
	} {
		if got := said(err); got != "NOT_FOUND" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// For every address the request leaves the same behind: two counts and one job, in which no address can be read.
func TestForgotPasswordIsTheSameForEverybody(t *testing.T) { // security 16
	e := setup(t, nil)
	ctx := t.Context()
	accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"))
	accounttest.Member(t, e.Account, accounttest.Email("social@example.com"), accounttest.NoPassword)
	for _, status := range []entaccount.Status{entaccount.StatusWithdrawn, entaccount.StatusSuspended} {
		accounttest.Member(t, e.Account, accounttest.Email(string(status)+"@example.com"), accounttest.With(func(c *ent.AccountCreate) { c.SetStatus(status) }))
	}
	for email, want := range map[string][]string{
		"taro@example.com": {"password-reset"}, "social@example.com": {"password-reset"}, "nobody@example.com": nil,
		"withdrawn@example.com": nil, "suspended@example.com": nil,
	} {
		before := e.Store.Client(ctx).Throttle.Query().CountX(ctx)
		a := visitor()
		a.IP = uuid.NewString()
		if err := e.ForgotPassword(ctx, a, email); err != nil {
			t.Errorf("%s: %v", email, err)
		}
		var jobs, open int
		row := e.Store.DB.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE args::text LIKE '%example%') FROM river_job WHERE kind = 'account.reset'`)
		if err := row.Scan(&jobs, &open); err != nil || jobs != 1 || open != 0 {
			t.Errorf("%s: %d jobs, %d of them readable, %v", email, jobs, open, err)
		}
		if counts := e.Store.Client(ctx).Throttle.Query().CountX(ctx) - before; counts != 2 {
			t.Errorf("%s: %d counts", email, counts)
		}
		if mails := e.Store.Client(ctx).Message.Query().CountX(ctx); mails != len(accounttest.Mails(t, e.Account, "taro@example.com"))+len(accounttest.Mails(t, e.Account, "social@example.com")) {
			t.Errorf("%s: a mail left before its job", email)
		}
		e.work()
		e.mails("afterwards", email, want...)
	}
}

func TestForgotPasswordIsLimited(t *testing.T) { // security 16
	e := setup(t, nil)
	ctx := t.Context()
	for i := range 6 {
		want := ""
		if i == 5 {
			want = "TOO_MANY_REQUESTS"
		}
		for _, email := range []string{"taro@example.com", "nobody@example.com"} {
			if got := said(e.ForgotPassword(ctx, visitor(), email)); got != want {
				t.Errorf("request %d for %s: %q", i+1, email, got)
			}
		}
	}
	e.Clock.Advance(time.Hour)
	if got := said(e.ForgotPassword(ctx, visitor(), "taro@example.com")); got != "" {
		t.Errorf("an hour later: %q", got)
	}
}

func TestResetPassword(t *testing.T) { // S-032 V-036 E-029
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
	if page, err := e.PasswordResetPage(ctx, token); err != nil || page.Registration.PasswordMax != 30 || page.Account != nil {
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

func TestResetLinkEnds(t *testing.T) { // security 30
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

// A mailed link sets a first password as well, where the address was proved; else the mailbox alone would be enough to take the account.
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

func TestFormerPasswordsAreRefused(t *testing.T) { // security 6
	e := setup(t, func(s *catalog.Settings) { s.Registration.PasswordMax = 64 })
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
