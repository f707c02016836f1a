package contract

import (
	"testing"

	"github.com/pquerna/otp/totp"

	"kaiin/server/app/apptest"
)

const (
	factors = "/mypage/multi-factor"
	enable  = "/zapi/account/enable-multi-factor"
	disable = "/zapi/account/disable-multi-factor"
	keep    = "/zapi/account/enable-multi-factor/with-backup-code"
	renew   = "/zapi/account/backup-code-regenerate"

	phone = "09012345678"
)

// otp is what an authenticator app with the secret shows now.
func otp(t *testing.T, s *apptest.Stack, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, s.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// broken wants an answer that says that the flow starts again there, in the language.
func broken(t *testing.T, row string, answer apptest.Answer, to, message string) {
	t.Helper()
	has(t, good(t, answer), []member{{row, "flowError", map[string]any{"redirectTo": to, "message": message}}})
}

// backupCodes are those on the page of fresh ones.
func backupCodes(t *testing.T, b *apptest.Browser) []any {
	t.Helper()
	codes, _ := get(t, b, factors+"/backup-code/generate")["backupCodeList"].([]any)
	if len(codes) == 0 {
		t.Fatal("there are no backup codes")
	}
	return codes
}

// enableOTP gives the member an authenticator app as their first second factor: its secret, and the
// backup codes.
func enableOTP(t *testing.T, s *apptest.Stack, b *apptest.Browser) (secret string, codes []any) {
	t.Helper()
	secret, _ = get(t, b, factors+"/otp")["secret"].(string)
	goes(t, "C-028", post(t, b, enable, map[string]any{"multiFactorType": "OTP", "secret": secret, "token": otp(t, s, secret)}), factors+"/backup-code/generate")
	codes = backupCodes(t, b)
	goes(t, "C-031", post(t, b, keep, map[string]any{"backupCodeList": codes}), factors+"/complete?type=enable&factor=OTP")
	return secret, codes
}

// enableSMS gives the member a phone as another second factor.
func enableSMS(t *testing.T, s *apptest.Stack, b *apptest.Browser) {
	t.Helper()
	goes(t, "C-029", post(t, b, enable, map[string]any{"multiFactorType": "SMS", "phoneNumber": phone}), factors+"/sms")
	code := pin(t, s, phone)
	goes(t, "C-029", post(t, b, enable, map[string]any{"multiFactorType": "SMS", "phoneNumber": phone, "pinCode": code}), factors+"/complete?type=enable&factor=SMS")
}
