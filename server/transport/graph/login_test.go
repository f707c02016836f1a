package graph_test

import (
	"strings"
	"testing"
	"time"

	"kaiin/ent/factor"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
)

func TestCodeLoginThroughTheDocuments(t *testing.T) { // C-011 C-021 X-052
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account, accounttest.UserID("tarotaro"))
	b.want("the page before", b.screen("LoginCodeScreen", nil), "redirectTo", `"/login"`)
	b.want("the page before, for another app C-013", b.screen("LoginCodeScreen", map[string]any{"oidc": true}), "redirectTo", `"/oidc/login"`)
	b.want("nothing", b.act("SendLoginCode", map[string]any{"emailUserId": ""}), "userErrors.0.field", `"emailUserId"`, "userErrors.0.message", `"メールアドレスまたはユーザIDを入力してください。"`)
	b.want("asking", b.act("SendLoginCode", map[string]any{"emailUserId": "tarotaro", "returnTo": "/plans"}), "redirectTo", `"/login/code"`, "userErrors", "[]")
	visitor := b.sid
	b.want("asking again at once", b.act("SendLoginCode", map[string]any{"emailUserId": "tarotaro"}), "errors", `"TOO_MANY_REQUESTS"`)
	logintest.MailCodes(t, b.login)
	b.want("the page", b.screen("LoginCodeScreen", nil), "emailUserId", `"tarotaro"`, "codeName", `"ログインコード"`, "redirectTo", "null")
	in := func(code string) map[string]any {
		return map[string]any{"input": map[string]any{"emailUserId": "tarotaro", "authCode": code, "loginMethod": "AuthCode"}}
	}
	b.want("a wrong code E-006", b.act("Login", in("x")), "userErrors.0.code", `"PIN_CODE_ERROR"`, "userErrors.0.field", `"authCode"`, "userErrors.0.message", `"ログインコードが正しくないか、有効期限が切れています。"`)
	b.want("no code V-024", b.act("Login", in("")), "userErrors.0.message", `"ログインコードを入力してください。"`)
	b.want("the code", b.act("Login", in(accounttest.PinCode(t, b.login.Account, *member.Email))), "redirectTo", `"/plans"`)
	if b.sid == visitor || b.auid != member.ID.String() || b.latid == "" || b.tdt != "" {
		t.Errorf("cookies: %+v", b)
	}
	history := b.screen("LoginHistoryScreen", nil) // F-288 F-289 F-290 F-291 F-292 F-293 F-294 F-295 F-296 F-297
	b.want("history", history, "loginHistory.0.result", "true", "loginHistory.0.loginMethod", `"AuthCode"`, "loginHistory.0.userIdentifierName", `"UserID"`,
		"loginHistory.0.ip", `"192.0.2.1"`, "loginHistory.0.multiFactorType", "null", "loginHistory.0.requestMultiFactor", "false",
		"loginHistory.0.deviceInfo", "null", "loginHistory.0.country", "null", "loginHistory.0.browserInfo", "null", "loginHistory.1.result", "false")
	if at(history, "loginHistory.0.createdAt") == "null" {
		t.Error("the history has no times")
	}
}

func TestSecondFactorThroughTheDocuments(t *testing.T) { // S-012
	b := open(t, func(s *settings.Settings) { s.AuthCodes.MultiFactorEmail.Minutes = 10 })
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	b.login.Store.Client(t.Context()).Factor.Create().SetCreatedAt(b.login.Clock.Now()).SetAccountID(member.ID).SetType(factor.TypeEmail).ExecX(t.Context())
	password := map[string]any{"input": map[string]any{"emailUserId": "taro@example.com", "password": accounttest.Password, "loginMethod": "Password", "returnTo": "/plans"}}
	b.want("nothing waits C-023", b.screen("MultiFactorScreen", nil), "redirectTo", `"/login"`)
	b.want("no such type", b.screen("MultiFactorCodeScreen", map[string]any{"type": "email"}), "errors", `"NOT_FOUND"`)
	b.want("out of the blue", b.act("MultiFactorLogin", map[string]any{"type": "Email", "value": "1"}), "flowError.redirectTo", `"/login"`)
	b.want("the password", b.act("Login", password), "redirectTo", `"/login/multi-factor/Email"`)
	if b.auid != "" || b.sid == "" || b.latid != "" {
		t.Errorf("before the second factor: %+v", b)
	}
	b.want("My Page before the second factor", b.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)
	b.want("the choice F-071 F-072", b.screen("MultiFactorScreen", nil), "multiFactorType", `["Email"]`, "type", "null", "defaultMultiFactorType", "null")
	b.want("the entry C-024 F-069 F-070", b.screen("MultiFactorCodeScreen", map[string]any{"type": "Email"}), "type", `"Email"`, "sendTo", `"t***@example.com"`, "codeMinutes", "10")
	b.want("another code at once", b.act("SendMultiFactorCode", map[string]any{"type": "Email"}), "errors", `"TOO_MANY_REQUESTS"`)
	b.want("a wrong one E-016", b.act("MultiFactorLogin", map[string]any{"type": "Email", "value": "x"}), "userErrors.0.field", `"value"`, "userErrors.0.message", `"認証に失敗しました。"`)
	right := map[string]any{"type": "Email", "value": accounttest.PinCode(t, b.login.Account, "taro@example.com"), "isPreferred": true, "rememberDevice": true}
	b.want("the right one", b.act("MultiFactorLogin", right), "redirectTo", `"/plans"`)
	if b.auid != member.ID.String() || b.latid == "" || b.tdt == "" {
		t.Errorf("after the second factor: %+v", b)
	}
	devices := b.screen("TrustedDeviceScreen", nil)
	b.want("devices F-078 F-079 F-080 F-081 F-082", devices, "trustedDevices.0.currentDevice", "true", "trustedDevices.0.option", `{"browserInfo":null,"deviceInfo":null}`)
	token := strings.Trim(at(devices, "trustedDevices.0.deviceToken"), `"`)
	b.want("an unknown device", b.act("DeleteTrustedDevice", map[string]any{"deviceToken": "x"}), "errors", `"NOT_FOUND"`)
	b.want("one", b.act("DeleteTrustedDevice", map[string]any{"deviceToken": token}), "userErrors", "[]")
	if b.tdt != "" {
		t.Error("the cookie tdt stays")
	}
	b.want("once more E-017", b.act("DeleteTrustedDevice", map[string]any{"deviceToken": token}), "errors", `"NOT_FOUND"`)
	b.want("all", b.act("DeleteAllTrustedDevices", nil), "userErrors", "[]")
}

func TestSessionsThroughTheDocuments(t *testing.T) {
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account)
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.login.Clock.Advance(time.Minute)
	logintest.Member(t, b.login, member.ID)
	page := b.screen("SessionsScreen", nil)
	b.want("sessions", page, "sessions.0.current", "true", "sessions.1.current", "false", "sessions.0.loginMethod", `"Password"`, "sessions.0.ip", `"192.0.2.1"`)
	other := strings.Trim(at(page, "sessions.1.sessionId"), `"`)
	b.want("one that is none", b.act("EndSession", map[string]any{"sessionId": "x"}), "errors", `"NOT_FOUND"`)
	b.want("the other", b.act("EndSession", map[string]any{"sessionId": other}), "userErrors", "[]")
	b.want("once more", b.act("EndSession", map[string]any{"sessionId": other}), "errors", `"NOT_FOUND"`)
	b.want("the others", b.act("EndOtherSessions", nil), "userErrors", "[]")
	own := strings.Trim(at(b.screen("SessionsScreen", nil), "sessions.0.sessionId"), `"`)
	b.want("this one", b.act("EndSession", map[string]any{"sessionId": own}), "userErrors", "[]")
	if b.sid != "" || b.auid != "" {
		t.Error("the cookies of an ended session stay")
	}
}

func TestConfirmationThroughTheDocuments(t *testing.T) {
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.want("fresh already", b.screen("ConfirmLoginScreen", map[string]any{"returnTo": "/mypage/email/edit"}), "redirectTo", `"/mypage/email/edit"`)
	b.login.Clock.Advance(16 * time.Minute)
	b.want("the page", b.screen("ConfirmLoginScreen", map[string]any{"returnTo": "/mypage/email/edit"}), "redirectTo", "null", "methods", `["Password","AuthCode"]`,
		"sendTo", `"t***@example.com"`, "codeName", `"ログインコード"`, "resendAt", "null", "returnTo", `"/mypage/email/edit"`)
	b.want("a wrong password", b.act("ConfirmLogin", map[string]any{"password": "guess9work"}), "userErrors.0.field", `"password"`, "userErrors.0.code", `"REQUEST_UNAUTHORIZED"`)
	b.want("a code", b.act("SendConfirmLoginCode", nil), "userErrors", "[]")
	if at(b.screen("ConfirmLoginScreen", nil), "resendAt") == "null" {
		t.Error("the page does not know of the code")
	}
	before := b.sid
	code := map[string]any{"authCode": accounttest.PinCode(t, b.login.Account, "taro@example.com"), "returnTo": "/mypage/email/edit"}
	b.want("the code", b.act("ConfirmLogin", code), "redirectTo", `"/mypage/email/edit"`)
	if b.sid == before {
		t.Error("the session is not renewed")
	}
	b.want("a visitor", b.other().screen("ConfirmLoginScreen", nil), "errors", `"UNAUTHENTICATED"`)
}
