package contract

import (
	"testing"

	"kaiin/server/identity/account/accounttest"
)

// Where the specification gives the words, they are these to the letter; the other words are ours
// and are listed here with them.
func TestWording(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.Member(t, accounttest.Email("hanako@example.com"), accounttest.UserID("hanako01"))
	signingUp := proved(t, s, "taro@example.com")
	for _, c := range []struct {
		row, path string
		body      map[string]any
		ja, en    string
	}{
		{"E-010 V-021", "/login", password("hanako01", ""), "パスワードを入力してください。", "Please enter your password."},
		{"V-022", "/login", password("", "x"), "メールアドレスまたはユーザIDを入力してください。", "Please enter your email address or user ID."},
		{"E-021", "/zapi/account/user-id/verify", map[string]any{"userId": "hanako01"},
			"このユーザIDは既に使用されています。別のユーザIDを登録してください。", "This user ID is already in use. Please register a different one."},
		{"V-125 V-129", "/login", map[string]any{"emailUserId": "x"}, "入力してください。", "Please fill this in."},
		{"V-126 V-129", "/login", map[string]any{"emailUserId": 1, "loginMethod": "Password"}, "値の種類が正しくありません。", "This is not the right kind of value."},
		{"V-127 V-129", "/zapi/account/user-id/verify", map[string]any{"userId": "abc"}, "ユーザIDは6文字以上で入力してください。", "The user ID must be 6 characters or more."},
		{"V-128 V-129", "/zapi/account/user-id/verify", map[string]any{"userId": "abcdefghijklmnop"}, "ユーザIDは15文字以内で入力してください。", "The user ID must be 15 characters or less."},
	} {
		caller := signingUp
		if c.path == "/login" {
			caller = s.Browser(t)
		}
		for locale, want := range map[string]string{"ja": c.ja, "en": c.en} {
			got := said(t, caller, locale, "POST", c.path, c.body)
			has(t, got.JSON(t), []member{{c.row, "fields.0.message", want}, {c.row, "status", 400}})
		}
	}
	taken := s.Browser(t)
	post(t, taken, "/zapi/signup/policy", map[string]any{"policyConsentData": consents})
	post(t, taken, "/zapi/signup/email", map[string]any{"type": "signUp", "email": "hanako@example.com"})
	got := said(t, taken, "ja", "POST", "/zapi/signup/pin-code", map[string]any{"pinCode": pin(t, s, "hanako@example.com")})
	has(t, got.JSON(t), []member{{"E-020", "message", "このメールアドレスは既に使用されています。別のメールアドレスを登録してください。"}})
}
