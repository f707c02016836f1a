package credential_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/transport/paths"
)

// editEmail takes the browser to the PIN step of a change.
func (e env) editEmail(a actor.Actor, email string) {
	e.t.Helper()
	if next, err := e.StartEmailEdit(e.t.Context(), a, email, "mailEdit"); err != nil || paths.Of(next) != "/mypage/email/edit/pin-code" {
		e.t.Fatalf("%s, %v", next, err)
	}
}

// changeEmail changes the address.
func (e env) changeEmail(a actor.Actor, email string) {
	e.t.Helper()
	e.editEmail(a, email)
	if err := e.ChangeEmail(e.t.Context(), a, accounttest.PinCode(e.t, e.Account, email)); err != nil {
		e.t.Fatal(err)
	}
}

func TestStartEmailEdit(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	_, a := e.memberIn(accounttest.Email("Taro@example.com"))
	for _, c := range []struct{ row, email, kind, want, text string }{
		{"V-086", " ", "mailEdit", "email:EMAIL_REQUIRED", "メールアドレスを入力してください。"},
		{"V-087", "taro", "mailEdit", "email:EMAIL_INVALID", "メールアドレスの形式が正しくありません。"},
		{"V-092", "taro@EXAMPLE.com", "mailEdit", "email:UNCHANGED", "メールアドレスを変更してください。"},
		{"191", strings.Repeat("a", 180) + "@example.com", "mailEdit", "email:TOO_LONG", "メールアドレスは191文字以内で入力してください。"},
		{"C-089", "new@example.com", "signUp", "type:INVALID_CHOICE", "選択してください。"},
	} {
		_, err := e.StartEmailEdit(ctx, a, c.email, c.kind)
		f, ok := fault.As(err)
		if !ok || said(err) != c.want {
			t.Errorf("%s: %v", c.row, err)
			continue
		}
		if got := fault.Text("ja", f.Fields[0].Code, f.Fields[0].Path, f.Fields[0].Args); got != c.text {
			t.Errorf("%s: %q", c.row, got)
		}
	}
	stale := a
	stale.AuthenticatedAt = e.Clock.Now().Add(-20 * time.Minute)
	_, start := e.StartEmailEdit(ctx, stale, "new@example.com", "mailEdit")
	_, page := e.EmailEditPage(ctx, stale)
	_, pin := e.EmailEditPinCodePage(ctx, stale)
	for name, err := range map[string]error{"start": start, "page": page, "PIN page": pin, "end": e.ChangeEmail(ctx, stale, "000000")} {
		if got := said(err); got != "REAUTHENTICATION_REQUIRED" {
			t.Errorf("security 31 %s: %q", name, got)
		}
	}
	if page, err := e.EmailEditPage(ctx, a); err != nil || *page.Account.Email != "Taro@example.com" {
		t.Errorf("page %+v, %v", page, err)
	}
	if page, err := e.EmailEditPinCodePage(ctx, a); err != nil || paths.Of(page.Next) != "/mypage/email/edit" {
		t.Errorf("PIN page without a change: %+v, %v", page, err)
	}
	if got := said(e.ChangeEmail(ctx, a, "000000")); got != "INVALID_SESSION_FLOW → /mypage/email/edit" {
		t.Errorf("end without a beginning: %q", got)
	}
	if n := e.Store.Client(ctx).Message.Query().CountX(ctx); n != 0 {
		t.Errorf("%d mails", n)
	}
}

func TestChangeEmail(t *testing.T) { // S-092 C-090 A-168
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.Email("taro@example.com"), accounttest.Unverified)
	e.editEmail(a, " New@Example.com ")
	page, err := e.EmailEditPinCodePage(ctx, a)
	if err != nil || page.Code.SendTo != "New@Example.com" || *page.Account.Email != "taro@example.com" || page.Code.Called.Minutes != 60 ||
		page.Code.ResendAt.Sub(e.Clock.Now()) > 30*time.Second || page.Code.ResendAt.Sub(e.Clock.Now()) < 20*time.Second {
		t.Errorf("page %+v, %v", page, err)
	}
	first := accounttest.PinCode(t, e.Account, "New@Example.com")
	if got := said(e.ResendCode(ctx, a, "mailEdit")); got != "TOO_MANY_REQUESTS" {
		t.Errorf("at once: %q", got)
	}
	e.Clock.Advance(31 * time.Second)
	if err := e.ResendCode(ctx, a, "mailEdit"); err != nil {
		t.Error(err)
	}
	code := accounttest.PinCode(t, e.Account, "New@Example.com")
	for _, c := range []struct{ name, code, want string }{
		{"V-093", "", "pinCode:REQUIRED"}, {"full width", "いちに", "pinCode:HALF_WIDTH_ONLY"},
		{"E-079", wrong(code), wrongCode}, {"the former code", first, wrongCode},
	} {
		if got := said(e.ChangeEmail(ctx, a, c.code)); got != c.want && c.code != code {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := said(e.ChangeEmail(ctx, e.in(taro), code)); got != "INVALID_SESSION_FLOW → /mypage/email/edit" {
		t.Errorf("security 24 in another browser: %q", got)
	}
	if got := said(e.VerifyEmail(ctx, a, code)); got != wrongCode {
		t.Errorf("security 24 for another purpose: %q", got)
	}
	e.asked()
	if err := e.ChangeEmail(ctx, a, code); err != nil {
		t.Fatal(err)
	}
	row := e.now(taro)
	if *row.Email != "New@Example.com" || *row.EmailKey != "new@example.com" || !e.justNow(row.EmailVerifiedAt) {
		t.Errorf("account %v", row)
	}
	if asked := e.asked(); !slices.Equal(asked.Ended, []uuid.UUID{taro.ID}) || asked.Kept[0] != a.SessionID {
		t.Errorf("asked %+v", asked)
	}
	e.mails("A-169", "taro@example.com", "email-changed")
	e.mails("the new address", "New@Example.com", "pin-code", "pin-code", "email-changed")
	former := accounttest.Mail[notify.EmailChanged](t, e.Account, "taro@example.com")
	if len(former.UndoToken) < 43 || former.UndoHours != 72 || former.Email != "N***@Example.com" {
		t.Errorf("notice to the former address %+v", former)
	}
	if told := accounttest.Mail[notify.EmailChanged](t, e.Account, "New@Example.com"); told.UndoToken != "" {
		t.Error("the new address may take the change back")
	}
	if got := said(e.ChangeEmail(ctx, a, code)); got != "INVALID_SESSION_FLOW → /mypage/email/edit" {
		t.Errorf("security 21 once more: %q", got)
	}
}

// An address of another account gets the same answer and the same mail; only a member who has read
// it is told.
func TestChangeToATakenAddress(t *testing.T) { // V-091
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.Email("taro@example.com"))
	accounttest.Member(t, e.Account, accounttest.Email("Taken@example.com"))
	e.editEmail(a, "taken@example.com")
	if got := said(e.ChangeEmail(ctx, a, wrong(accounttest.PinCode(t, e.Account, "taken@example.com")))); got != wrongCode {
		t.Errorf("a wrong code tells: %q", got)
	}
	code := accounttest.PinCode(t, e.Account, "taken@example.com")
	if got := said(e.ChangeEmail(ctx, a, code)); got != "email:ACCOUNT_ALREADY_EXISTS_EMAIL" {
		t.Errorf("the right code: %q", got)
	}
	if got := said(e.ChangeEmail(ctx, a, code)); got != wrongCode {
		t.Errorf("the code is used up: %q", got)
	}
	if *e.now(taro).Email != "taro@example.com" {
		t.Error("the address is changed")
	}
	left := accounttest.Member(t, e.Account, accounttest.Email("left@example.com"), accounttest.With(func(c *ent.AccountCreate) { c.SetStatus(entaccount.StatusWithdrawn) }))
	e.changeEmail(a, "Left@example.com")
	if *e.now(taro).EmailKey != "left@example.com" || e.now(left).EmailKey != nil {
		t.Error("the address of one who has left is not free")
	}
}

func TestOneAddressGoesToOneMember(t *testing.T) {
	e := setup(t, nil)
	const members = 10
	var all []actor.Actor
	var codes []string
	for range members {
		_, a := e.memberIn()
		e.editEmail(a, "wanted@example.com")
		all, codes = append(all, a), append(codes, accounttest.PinCode(t, e.Account, "wanted@example.com"))
	}
	got := races(members, func(i int) error { return e.ChangeEmail(t.Context(), all[i], codes[i]) })
	if got[""] != 1 || got["email:ACCOUNT_ALREADY_EXISTS_EMAIL"] != members-1 {
		t.Errorf("outcomes %v", got)
	}
}

func TestOneCodeChangesTheAddressOnce(t *testing.T) { // security 21
	e := setup(t, nil)
	_, a := e.memberIn(accounttest.Email("taro@example.com"))
	e.editEmail(a, "new@example.com")
	code := accounttest.PinCode(t, e.Account, "new@example.com")
	got := races(parallel, func(int) error { return e.ChangeEmail(t.Context(), a, code) })
	if got[""] != 1 || got[wrongCode]+got["INVALID_SESSION_FLOW → /mypage/email/edit"] != parallel-1 {
		t.Errorf("outcomes %v", got)
	}
	e.mails("one notice", "taro@example.com", "email-changed")
}

func TestTheStoresOwnPageForTheAddress(t *testing.T) {
	e := setup(t, func(s *settings.Settings) { s.EmailEditURL = "https://id.example/email" })
	_, a := e.memberIn()
	if page, err := e.EmailEditPage(t.Context(), a); err != nil || paths.Of(page.Next) != "https://id.example/email" {
		t.Errorf("page %+v, %v", page, err)
	}
	if _, err := e.StartEmailEdit(t.Context(), a, "new@example.com", "mailEdit"); said(err) != "NOT_FOUND" {
		t.Errorf("call: %v", err)
	}
}
