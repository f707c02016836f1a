package credential_test

import (
	"testing"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
)

func TestChangeUserID(t *testing.T) { // A-175 A-178
	e := setup(t, nil)
	ctx := t.Context()
	taro, a := e.memberIn(accounttest.Email("taro@example.com"), accounttest.UserID("taro01"))
	accounttest.Member(t, e.Account, accounttest.UserID("hanako"))
	left := accounttest.Member(t, e.Account, accounttest.UserID("leftleft"), accounttest.With(func(c *ent.AccountCreate) { c.SetStatus(entaccount.StatusWithdrawn) }))
	const password = accounttest.Password
	for _, c := range []struct{ name, userID, password, want, text string }{
		{"V-110", "abcde", password, "userId:TOO_SHORT", "ユーザIDは6文字以上で入力してください。"},
		{"V-111", "abcdefgh12345678", password, "userId:TOO_LONG", "ユーザIDは15文字以内で入力してください。"},
		{"V-112", "taro-01", password, "userId:ALPHANUMERIC_ONLY", "ユーザIDは半角英数字で入力してください。"},
		{"none", "", password, "userId:REQUIRED", "ユーザIDを入力してください。"},
		{"V-117", "taro02", "", "password:REQUIRED", "パスワードを入力してください。"},
		{"V-118", "taro02", "1234567", "password:PASSWORD_TOO_SHORT", "パスワードは8文字以上です"},
		{"A-175: no other rule for the present password", "taro02", "eightchr", "password:REQUEST_UNAUTHORIZED", "パスワードが正しくありません。"},
		{"E-083", "taro02", "guess9work", "password:REQUEST_UNAUTHORIZED", "パスワードが正しくありません。"},
		{"E-084", "HANAKO", password, "userId:ACCOUNT_ALREADY_EXISTS_USER_ID", "このユーザIDは既に使用されています。別のユーザIDを登録してください。"},
		{"V-116", "taro01", password, "userId:UNCHANGED", "ユーザIDを変更してください。"},
		{"changed", " taro02 ", password, "", ""},
		{"another case of one's own", "TARO02", password, "", ""},
		{"one who has left", "LeftLeft", password, "", ""},
	} {
		err := e.ChangeUserID(ctx, a, c.password, c.userID)
		if got := said(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
			continue
		}
		if f, ok := fault.As(err); ok && fault.Text("ja", f.Fields[0].Code, f.Fields[0].Path, f.Fields[0].Args) != c.text {
			t.Errorf("%s: %q", c.name, fault.Text("ja", f.Fields[0].Code, f.Fields[0].Path, f.Fields[0].Args))
		}
	}
	if row := e.now(taro); *row.UserID != "LeftLeft" || *row.UserIDKey != "leftleft" || e.now(left).UserIDKey != nil {
		t.Errorf("account %v", row)
	}
	e.mails("a notice each", "taro@example.com", "user-id-changed", "user-id-changed", "user-id-changed")
}

func TestChangeUserIDWithoutAPassword(t *testing.T) { // P-014
	e := setup(t, nil)
	_, a := e.memberIn(accounttest.UserID("taro01"), accounttest.NoPassword)
	if got := said(e.ChangeUserID(t.Context(), a, "x", "taro02")); got != "PASSWORD_NOT_SET" {
		t.Errorf("%q", got)
	}
	if row, err := e.UserIDEditPage(t.Context(), a); err != nil || row.PasswordHash != nil || *row.UserID != "taro01" {
		t.Errorf("page %v, %v", row, err)
	}
}

func TestStoreWithoutUserIDs(t *testing.T) {
	e := setup(t, func(s *settings.Settings) { s.Flags.UserID = false })
	_, a := e.memberIn()
	_, err := e.UserIDEditPage(t.Context(), a)
	for name, err := range map[string]error{"page": err, "change": e.ChangeUserID(t.Context(), a, accounttest.Password, "taro02")} {
		if got := said(err); got != "NOT_FOUND" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A member may not read from it who else has an account.
func TestTriedUserIDsAreLimited(t *testing.T) { // security 17
	e := setup(t, nil)
	accounttest.Member(t, e.Account, accounttest.UserID("hanako"))
	_, a := e.memberIn(accounttest.UserID("taro01"))
	for i := range 26 {
		want := "userId:ACCOUNT_ALREADY_EXISTS_USER_ID"
		if i == 25 {
			want = "TOO_MANY_REQUESTS"
		}
		if got := said(e.ChangeUserID(t.Context(), a, accounttest.Password, "hanako")); got != want {
			t.Fatalf("try %d: %q", i+1, got)
		}
	}
}

func TestOneUserIDGoesToOneMember(t *testing.T) {
	e := setup(t, nil)
	const members = 10
	var all []actor.Actor
	for range members {
		_, a := e.memberIn()
		all = append(all, a)
	}
	got := races(members, func(i int) error {
		return e.ChangeUserID(t.Context(), all[i], accounttest.Password, []string{"wanted", "Wanted"}[i%2])
	})
	if got[""] != 1 || got["userId:ACCOUNT_ALREADY_EXISTS_USER_ID"] != members-1 {
		t.Errorf("outcomes %v", got)
	}
}
