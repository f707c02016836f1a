package credential_test

import (
	"encoding/json"
	"errors"
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
	"kaiin/server/identity/credential"
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
	e := setup(t, func(s *settings.Settings) { s.Flags.Password = false })
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

// For every address the request leaves the same behind: two counts and one job, in which no address
// can be read.
func TestForgotPasswordIsTheSameForEverybody(t *testing.T) { // security 16, A-079
	e := setup(t, nil)
	ctx := t.Context()
	accounttest.Member(t, e.Account, accounttest.Email("taro@example.com"))
	accounttest.Member(t, e.Account, accounttest.Email("social@example.com"), accounttest.NoPassword)
	for _, status := range []entaccount.Status{entaccount.StatusWithdrawn, entaccount.StatusSuspended} {
		accounttest.Member(t, e.Account, accounttest.Email(string(status)+"@example.com"), accounttest.With(func(c *ent.AccountCreate) { c.SetStatus(status) }))
	}
	for email, want := range map[string][]string{
		"taro@example.com": {"password-reset"}, "social@example.com": {"password-reset"}, "unknown@example.com": nil,
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
		e.mails("in the end", email, want...)
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
		for _, email := range []string{"taro@example.com", "unknown@example.com"} {
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
