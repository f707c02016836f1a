package graph_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
)

// texter is somebody who sends short messages.
type texter struct{}

func (texter) SendText(context.Context, notify.Text) error { return nil }

// An app's first password waits for the backup codes; other types follow at once; the last one
// takes the codes with it.
func TestSecondFactorsAreSetUpThroughTheDocuments(t *testing.T) { // F-073 F-074 F-075 F-083 F-084
	b := open(t, nil)
	b.login.Account.Notify.Texter = texter{}
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	_, b.sid = logintest.Member(t, b.login, member.ID)
	elsewhere := b.other()
	_, elsewhere.sid = logintest.Member(t, b.login, member.ID)
	none := `[{"enabled":false,"type":"Email"},{"enabled":false,"type":"SMS"},{"enabled":false,"type":"OTP"}]`
	b.want("the types", b.screen("MultiFactorSettingScreen", nil), "types", none, "multiFactorType", "[]", "isEnabledMultiFactor", "false",
		"backupCodesLeft", "0", "trustedDeviceCount", "0", "redirectTo", "null")
	for _, name := range []string{"BackupCodeScreen", "BackupCodeGenerateScreen"} {
		b.want(name+" without a type", b.screen(name, nil), "redirectTo", `"/mypage/multi-factor"`)
	}
	b.want("no such type", b.screen("MultiFactorTypeScreen", map[string]any{"type": "otp"}), "errors", `"NOT_FOUND"`)

	page := b.screen("MultiFactorTypeScreen", map[string]any{"type": "OTP"})
	b.want("the app", page, "type", `"OTP"`, "enabled", "false", "sendTo", "null", "phoneNumber", "null", "codeName", "null", "resendAt", "null")
	secret, _ := page["secret"].(string)
	if address, _ := page["otpauthUrl"].(string); secret == "" || !strings.Contains(address, "secret="+secret) || !strings.Contains(at(page, "qrCode"), "svg") {
		t.Fatalf("the app: %v", page)
	}
	app := func(token string) map[string]any {
		return b.act("EnableMultiFactor", map[string]any{"multiFactorType": "OTP", "secret": secret, "token": token})
	}
	b.want("V-029", app("12345"), "userErrors.0.field", `"token"`, "userErrors.0.code", `"OTP_LENGTH"`, "userErrors.0.message", `"6桁のワンタイムパスワードを入力してください。"`)
	b.want("another secret", b.act("EnableMultiFactor", map[string]any{"multiFactorType": "OTP", "secret": "ABCDEFGH", "token": "123456"}),
		"flowError.redirectTo", `"/mypage/multi-factor/otp"`)
	token, err := totp.GenerateCode(secret, b.login.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	b.want("the first password", app(token), "redirectTo", `"/mypage/multi-factor/backup-code/generate"`, "userErrors", "[]")
	b.want("nothing yet", b.screen("MypageScreen", nil), "account.isEnabledMultiFactor", "false", "account.multiFactorType", "[]")

	codes := b.screen("BackupCodeGenerateScreen", nil)
	b.want("the codes", codes, "regenerate", "false", "redirectTo", "null")
	if list, _ := codes["backupCodeList"].([]any); len(list) != 10 {
		t.Fatalf("the codes: %v", codes)
	}
	b.want("not those", b.act("EnableMultiFactorWithBackupCode", map[string]any{"backupCodeList": []any{"abcde-fghij"}}),
		"flowError.redirectTo", `"/mypage/multi-factor/backup-code/generate"`)
	b.want("saved", b.act("EnableMultiFactorWithBackupCode", map[string]any{"backupCodeList": codes["backupCodeList"]}),
		"redirectTo", `"/mypage/multi-factor/complete?type=enable\u0026factor=OTP"`, "userErrors", "[]")
	b.want("another browser", elsewhere.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)
	b.want("the account", b.screen("MypageScreen", nil), "account.isEnabledMultiFactor", "true", "account.multiFactorType", `["OTP"]`)
	b.want("codes left", b.screen("BackupCodeScreen", nil), "backupCodesLeft", "10", "redirectTo", "null")
	b.want("the app, enabled", b.screen("MultiFactorTypeScreen", map[string]any{"type": "OTP"}), "enabled", "true", "secret", "null", "otpauthUrl", "null", "qrCode", "null")

	phone := map[string]any{"multiFactorType": "SMS", "phoneNumber": "0312345678"}
	b.want("no mobile phone", b.act("EnableMultiFactor", phone), "userErrors.0.field", `"phoneNumber"`, "userErrors.0.code", `"PHONE_NUMBER_INVALID"`)
	phone["phoneNumber"] = "09012345678"
	b.want("a code to the phone", b.act("EnableMultiFactor", phone), "redirectTo", `"/mypage/multi-factor/sms"`)
	b.want("waits for it", b.screen("MultiFactorTypeScreen", map[string]any{"type": "SMS"}), "phoneNumber", `"09012345678"`, "sendTo", `"09012345678"`, "enabled", "false")
	phone["pinCode"] = "x"
	b.want("a wrong code", b.act("EnableMultiFactor", phone), "userErrors.0.field", `"pinCode"`, "userErrors.0.code", `"PIN_CODE_ERROR"`)
	phone["pinCode"] = accounttest.Mail[notify.SMSCode](t, b.login.Account, "09012345678").Code
	b.want("the code", b.act("EnableMultiFactor", phone), "redirectTo", `"/mypage/multi-factor/complete?type=enable\u0026factor=SMS"`)
	b.want("by mail", b.act("EnableMultiFactor", map[string]any{"multiFactorType": "Email"}), "redirectTo", `"/mypage/multi-factor/complete?type=enable\u0026factor=Email"`)
	b.want("all", b.screen("MypageScreen", nil), "account.multiFactorType", `["Email","SMS","OTP"]`)

	fresh := b.screen("BackupCodeGenerateScreen", nil)
	b.want("codes anew", fresh, "regenerate", "true")
	b.want("saved anew", b.act("RegenerateBackupCode", map[string]any{"backupCodeList": fresh["backupCodeList"]}),
		"redirectTo", `"/mypage/multi-factor/complete?type=enable\u0026factor=BackupCode"`)

	for _, kind := range []string{"Email", "OTP", "SMS"} {
		b.want("off: "+kind, b.act("DisableMultiFactor", map[string]any{"multiFactorType": kind}), "redirectTo", `"/mypage/multi-factor/complete?type=disable\u0026factor=`+kind+`"`)
	}
	b.want("off once more", b.act("DisableMultiFactor", map[string]any{"multiFactorType": "SMS"}), "errors", `"NOT_FOUND"`)
	b.want("none left", b.screen("MultiFactorSettingScreen", nil), "types", none, "backupCodesLeft", "0")

	b.login.Clock.Advance(16 * time.Minute)
	b.want("security 31 the page", b.screen("MultiFactorSettingScreen", nil), "errors", `"REAUTHENTICATION_REQUIRED"`)
	b.want("security 31 the call", b.act("EnableMultiFactor", map[string]any{"multiFactorType": "Email"}), "errors", `"REAUTHENTICATION_REQUIRED"`)
}

// An unproved address is no second factor.
func TestUnverifiedAddressIsNoSecondFactor(t *testing.T) { // S-019
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"), accounttest.Unverified)
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.want("the page", b.screen("MultiFactorTypeScreen", map[string]any{"type": "Email"}), "isEmailVerified", "false", "sendTo", `"taro@example.com"`, "enabled", "false")
	b.want("the call", b.act("EnableMultiFactor", map[string]any{"multiFactorType": "Email"}), "userErrors.0.code", `"EMAIL_NOT_VERIFIED"`, "redirectTo", "null")
	// No service sends short messages here (P-011).
	b.want("the types", b.screen("MultiFactorSettingScreen", nil), "types", `[{"enabled":false,"type":"Email"},{"enabled":false,"type":"OTP"}]`)
}
