package graph_test

import (
	"encoding/json"
	"testing"
	"time"

	"kaiin/ent/factor"
	"kaiin/ent/session"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login/logintest"
)

// mailedReset does the job of a forgotten password and returns the token of the link that
// was mailed.
func (b *browser) mailedReset(email string) string {
	b.t.Helper()
	var text []byte
	var args credential.ResetArgs
	row := b.login.Store.DB.QueryRowContext(b.t.Context(), `DELETE FROM river_job WHERE kind = 'account.reset' RETURNING args`)
	if err := row.Scan(&text); err != nil {
		b.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &args); err != nil {
		b.t.Fatal(err)
	}
	if err := b.login.Credential.MailReset(b.t.Context(), args); err != nil {
		b.t.Fatal(err)
	}
	return accounttest.Mail[notify.PasswordReset](b.t, b.login.Account, email).Token
}

// A reset ends what was open, signs no member in, and leaves the second factor as it is.
func TestResetThroughTheDocuments(t *testing.T) { // S-032 C-049 C-052 R-038 R-039 R-040 R-042 R-043 security 29 30
	b := open(t, func(s *settings.Settings) {
		s.Flags.MultiFactor, s.MultiFactorTypes = true, []string{"Email"}
		s.Registration.PasswordStrength = "UPPER_CASE"
	})
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	b.login.Store.Client(t.Context()).Factor.Create().SetCreatedAt(b.login.Clock.Now()).SetAccountID(member.ID).SetType(factor.TypeOTP).SetSecret([]byte("x")).ExecX(t.Context())
	elsewhere := b.other()
	_, elsewhere.sid = logintest.Member(t, b.login, member.ID)

	b.want("request", b.screen("PasswordForgotScreen", nil), "redirectTo", "null", "flowError", "null")
	b.want("an address that is none", b.act("ForgotPassword", map[string]any{"email": "taro"}), "userErrors.0.code", `"EMAIL_INVALID"`, "userErrors.0.field", `"email"`)
	b.want("asked", b.act("ForgotPassword", map[string]any{"email": "taro@example.com"}), "redirectTo", `"/password/forgot/complete"`, "userErrors", "[]")
	b.want("C-048 sent", b.screen("PasswordForgotCompleteScreen", nil), "redirectTo", "null", "errors", "null")
	token := b.mailedReset("taro@example.com")
	b.want("V-036 no link", b.screen("PasswordResetScreen", nil), "flowError.redirectTo", `"/password/forgot"`, "errors", "null",
		"flowError.message", `"リンクの有効期限が切れています。すでに使用したリンクもご利用いただけません。お手数ですが、もう一度パスワードの再設定をお申し込みください。"`)
	b.want("the link", b.screen("PasswordResetScreen", map[string]any{"token": token}), "flowError", "null", "passwordStrength", `"UPPER_CASE"`, "passwordMax", "30", "mustChange", "false")
	set := func(password string) map[string]any {
		return b.act("ResetPassword", map[string]any{"token": token, "password": password, "passwordConfirm": password})
	}
	b.want("the rules of the store", set(accounttest.Password), "userErrors.0.field", `"password"`, "userErrors.0.code", `"NEEDS_UPPERCASE"`)
	b.want("set", set("Brandnew1"), "redirectTo", `"/password/reset/complete"`, "userErrors", "[]")
	b.want("done", b.screen("PasswordResetCompleteScreen", nil), "redirectTo", "null", "errors", "null")
	b.want("once more", set("Brandnew2"), "flowError.redirectTo", `"/password/forgot"`)
	if b.sid != "" || b.auid != "" {
		t.Error("the reset signs in")
	}
	b.want("the old session", elsewhere.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)
	enter := func(password string) map[string]any {
		return b.act("Login", map[string]any{"input": map[string]any{"emailUserId": "taro@example.com", "password": password, "loginMethod": "Password"}})
	}
	b.want("the old password", enter(accounttest.Password), "userErrors.0.code", `"LOGIN_FAILED_EMAIL"`)
	b.want("the new one is only the first factor", enter("Brandnew1"), "redirectTo", `"/login/multi-factor/OTP"`)
	b.want("no member yet", b.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)
}

// A member who signed in with a commonly used password has to change it before anything else, and
// then goes on.
func TestPasswordThatHasToBeChanged(t *testing.T) { // security 5 R-092 R-093
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account)
	_, b.sid = logintest.Member(t, b.login, member.ID)
	elsewhere := b.other()
	_, elsewhere.sid = logintest.Member(t, b.login, member.ID)
	b.login.Store.Client(t.Context()).Session.Update().Where(session.AccountID(member.ID)).SetMustChangePassword(true).ExecX(t.Context())
	b.want("My Page", b.screen("MypageScreen", nil), "errors", `"PASSWORD_CHANGE_REQUIRED"`)
	b.want("another change", b.act("ChangeUserId", map[string]any{"password": accounttest.Password, "userId": "tarotaro"}), "errors", `"PASSWORD_CHANGE_REQUIRED"`)
	page := b.screen("PasswordEditScreen", nil)
	b.want("the page", page, "mustChange", "true", "redirectTo", "null", "passwordStrength", `"NONE"`)
	if at(page, "passwordUpdatedAt") == "null" {
		t.Error("the page does not say when it was changed last")
	}
	change := func(old string) map[string]any {
		return b.act("ChangePassword", map[string]any{"oldPassword": old, "newPassword": "brandnew1"})
	}
	b.want("E-082", change("guess9work"), "userErrors.0.field", `"oldPassword"`, "userErrors.0.message", `"現在のパスワードが正しくありません。"`, "userErrors.0.code", `"REQUEST_UNAUTHORIZED"`)
	b.want("changed", change(accounttest.Password), "redirectTo", `"/mypage/password/edit/complete"`)
	b.want("the last page", b.screen("AccountCompleteScreen", nil), "errors", "null", "redirectTo", "null")
	b.want("My Page after the change", b.screen("MypageScreen", nil), "errors", "null", "account.isEnabledPassword", "true")
	b.want("another browser", elsewhere.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)
}

func TestFirstPasswordThroughTheDocuments(t *testing.T) {
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"), accounttest.NoPassword)
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.want("A-170", b.screen("PasswordEditScreen", nil), "redirectTo", `"/mypage/enable-password"`)
	b.want("P-014", b.screen("UserIdEditScreen", nil), "isEnabledPassword", "false", "userId", "null")
	page := b.screen("EnablePasswordScreen", nil)
	b.want("the page", page, "email", `"taro@example.com"`, "codeName", `"認証コード"`, "codeMinutes", "60", "passwordMax", "30")
	if at(page, "resendAt") == "null" {
		t.Error("the page does not say when another code may be sent")
	}
	b.want("C-090", b.act("SendPinCode", map[string]any{"email": "else@example.com", "type": "passwordSetting"}), "errors", `"TOO_MANY_REQUESTS"`)
	code := accounttest.PinCode(t, b.login.Account, "taro@example.com")
	b.want("a wrong code", b.act("EnablePassword", map[string]any{"pinCode": "x", "password": "brandnew1", "passwordConfirm": "brandnew1"}),
		"userErrors.0.code", `"PIN_CODE_ERROR"`, "userErrors.0.field", `"pinCode"`, "userErrors.0.message", `"認証コードが正しくないか、有効期限が切れています。"`)
	b.want("set", b.act("EnablePassword", map[string]any{"pinCode": code, "password": "brandnew1", "passwordConfirm": "brandnew1"}), "redirectTo", `"/mypage/enable-password/complete"`)
	b.want("A-170 after the change", b.screen("EnablePasswordScreen", nil), "redirectTo", `"/mypage/password/edit"`)
}

func TestEmailThroughTheDocuments(t *testing.T) { // S-092 S-093 R-084 R-085 R-086 R-089
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"), accounttest.Unverified)
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.want("edit", b.screen("EmailEditScreen", nil), "email", `"taro@example.com"`, "isEmailVerified", "false", "codeName", `"認証コード"`, "codeMinutes", "60")
	b.want("PIN page too early", b.screen("EmailEditPinCodeScreen", nil), "redirectTo", `"/mypage/email/edit"`)
	b.want("unchanged", b.act("StartEmailEdit", map[string]any{"email": "TARO@example.com", "type": "mailEdit"}), "userErrors.0.code", `"UNCHANGED"`)
	b.want("start", b.act("StartEmailEdit", map[string]any{"email": "new@example.com", "type": "mailEdit"}), "redirectTo", `"/mypage/email/edit/pin-code"`)
	b.want("PIN page", b.screen("EmailEditPinCodeScreen", nil), "email", `"taro@example.com"`, "sendTo", `"new@example.com"`, "redirectTo", "null")
	b.login.Clock.Advance(31 * time.Second)
	b.want("A-032", b.act("SendPinCode", map[string]any{"email": "else@example.com", "type": "mailEdit"}), "userErrors", "[]", "errors", "null")
	if mails := accounttest.Mails(t, b.login.Account, "else@example.com"); len(mails) != 0 {
		t.Errorf("a mail went where the caller wanted: %v", mails)
	}
	b.want("a wrong PIN", b.act("ChangeEmail", map[string]any{"pinCode": "x"}), "userErrors.0.field", `"pinCode"`)
	code := accounttest.PinCode(t, b.login.Account, "new@example.com")
	b.want("changed", b.act("ChangeEmail", map[string]any{"pinCode": code}), "redirectTo", `"/mypage/email/edit/complete"`)
	b.want("proved by it", b.screen("EmailVerifyScreen", map[string]any{"send": true}), "redirectTo", `"/mypage"`)
	undo := accounttest.Mail[notify.EmailChanged](t, b.login.Account, "taro@example.com").UndoToken
	stranger := b.other()
	b.want("undo page", stranger.screen("EmailUndoScreen", map[string]any{"token": undo}), "email", `"t***@example.com"`, "flowError", "null")
	b.want("no link", stranger.screen("EmailUndoScreen", nil), "flowError.redirectTo", `"/login"`)
	b.want("undone", stranger.act("UndoEmailChange", map[string]any{"token": undo, "password": accounttest.Password}), "redirectTo", "null", "userErrors", "[]")
	b.want("who had changed it", b.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)

	other := accounttest.Member(t, b.login.Account, accounttest.Email("jiro@example.com"), accounttest.Unverified)
	_, b.sid = logintest.Member(t, b.login, other.ID)
	b.want("verify", b.screen("EmailVerifyScreen", map[string]any{"send": true}), "sendTo", `"jiro@example.com"`, "isEmailVerified", "false")
	b.want("verified", b.act("VerifyEmail", map[string]any{"pinCode": accounttest.PinCode(t, b.login.Account, "jiro@example.com")}),
		"redirectTo", `"/mypage/email/verify/complete"`)
	b.want("C-089", b.act("SendPinCode", map[string]any{"type": "signUp"}), "userErrors.0.code", `"INVALID_CHOICE"`, "userErrors.0.field", `"type"`)
}

func TestUserIDThroughTheDocuments(t *testing.T) { // R-094 R-095
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account, accounttest.UserID("taro01"))
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.want("page", b.screen("UserIdEditScreen", nil), "userId", `"taro01"`, "isEnabledPassword", "true")
	change := func(password, userID string) map[string]any {
		return b.act("ChangeUserId", map[string]any{"password": password, "userId": userID})
	}
	b.want("E-083", change("guess9work", "taro02"), "userErrors.0.field", `"password"`, "userErrors.0.message", `"パスワードが正しくありません。"`)
	b.want("V-118", change("short", "taro02"), "userErrors.0.message", `"パスワードは8文字以上です"`)
	b.want("V-116", change(accounttest.Password, "taro01"), "userErrors.0.message", `"ユーザIDを変更してください。"`)
	b.want("changed", change(accounttest.Password, "taro02"), "redirectTo", `"/mypage/user-id/edit/complete"`)
	b.want("page after the change", b.screen("UserIdEditScreen", nil), "userId", `"taro02"`)
}
