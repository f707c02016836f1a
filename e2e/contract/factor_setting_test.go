package contract

import (
	"strings"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

func TestFactorSettings(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t, accounttest.Email("hanako@example.com"))
	state := func(email, sms, otp bool) []any {
		all := []any{}
		for _, c := range []struct {
			kind string
			on   bool
		}{{"Email", email}, {"SMS", sms}, {"OTP", otp}} {
			all = append(all, map[string]any{"type": c.kind, "enabled": c.on})
		}
		return all
	}
	has(t, get(t, b, factors), []member{
		{"P-011 F-073 F-074 F-075", "types", state(false, false, false)}, {"F-084", "multiFactorType", []any{}}, {"F-083", "isEnabledMultiFactor", false},
		{"S-017", "backupCodesLeft", 0}, {"", "trustedDeviceCount", 0},
	})
	has(t, get(t, b, factors+"/email"), []member{{"", "type", "Email"}, {"", "enabled", false}, {"", "sendTo", "hanako@example.com"}, {"", "isEmailVerified", true}})
	app := get(t, b, factors+"/otp")
	has(t, app, []member{{"C-028", "type", "OTP"}, {"C-028", "secret", something{}}})
	address, _ := app["otpauthUrl"].(string)
	picture, _ := app["qrCode"].(string)
	if !strings.HasPrefix(address, "otpauth://totp/") || !strings.Contains(address, app["secret"].(string)) || !strings.Contains(picture, "<svg") {
		t.Errorf("C-028: %q, %.40q", address, picture)
	}
	_, elsewhere := s.Member(t)
	if other := get(t, elsewhere, factors+"/otp")["secret"]; other == app["secret"] {
		t.Error("two members have the same secret")
	}

	_, codes := enableOTP(t, s, b)
	has(t, get(t, b, factors), []member{
		{"S-015", "types", state(false, false, true)}, {"F-084", "multiFactorType", []string{"OTP"}}, {"F-083", "isEnabledMultiFactor", true},
		{"S-017", "backupCodesLeft", len(codes)},
	})
	has(t, get(t, b, "/mypage"), []member{{"F-083", "account.isEnabledMultiFactor", true}, {"F-084", "account.multiFactorType", []string{"OTP"}}})
	has(t, get(t, b, factors+"/otp"), []member{{"", "enabled", true}, {"", "secret", nil}, {"", "otpauthUrl", nil}, {"", "qrCode", nil}})
	goes(t, "C-029", post(t, b, enable, map[string]any{"multiFactorType": "SMS", "phoneNumber": phone}), factors+"/sms")
	has(t, get(t, b, factors+"/sms"), []member{
		{"C-029", "phoneNumber", phone}, {"C-029", "sendTo", phone}, {"", "codeName", "Two-step code"}, {"", "codeMinutes", 60}, {"", "resendAt", something{}}, {"", "enabled", false},
	})
	code := pin(t, s, phone)
	goes(t, "C-029", post(t, b, enable, map[string]any{"multiFactorType": "SMS", "phoneNumber": phone, "pinCode": code}), factors+"/complete?type=enable&factor=SMS")
	has(t, get(t, b, factors+"/sms"), []member{{"", "enabled", true}, {"", "sendTo", "*******5678"}})
	goes(t, "C-027", post(t, b, enable, map[string]any{"multiFactorType": "Email"}), factors+"/complete?type=enable&factor=Email")
	has(t, get(t, b, factors), []member{{"F-084", "multiFactorType", []string{"Email", "SMS", "OTP"}}})

	fresh := get(t, b, factors+"/backup-code/generate")
	has(t, fresh, []member{{"C-032", "regenerate", true}})
	goes(t, "C-032", post(t, b, renew, map[string]any{"backupCodeList": fresh["backupCodeList"]}), factors+"/complete?type=enable&factor=BackupCode")
	has(t, get(t, b, factors+"/backup-code"), []member{{"", "backupCodesLeft", len(codes)}, {"", "redirectTo", nil}})
	for i, kind := range []string{"OTP", "SMS", "Email"} {
		goes(t, "C-030", post(t, b, disable, map[string]any{"multiFactorType": kind}), factors+"/complete?type=disable&factor="+kind)
		has(t, get(t, b, factors), []member{{"S-016", "isEnabledMultiFactor", i < 2}})
	}
	has(t, get(t, b, factors), []member{{"S-017", "backupCodesLeft", 0}})
	has(t, get(t, b, factors+"/backup-code"), []member{{"S-017", "redirectTo", factors}})
}

func TestFactorSettingRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	without := start(t, func(f *storefile.File) { f.Settings.MultiFactorTypes = []string{"Email"} })
	off := start(t, func(f *storefile.File) { f.Settings.Flags.MultiFactor = false })
	_, limited := without.Member(t)
	_, denied := off.Member(t)
	for _, locale := range []string{"ja", "en"} {
		_, b := s.Member(t)
		_, unproved := s.Member(t, accounttest.Unverified)
		called := map[string]any{"codeName": map[string]string{"ja": "二段階認証コード", "en": "Two-step code"}[locale]}
		told := func(code fault.Code) string { return fault.Text(locale, code, "", nil) }
		ask := func(b *apptest.Browser, path string, body map[string]any) apptest.Answer {
			return said(t, b, locale, "POST", path, body)
		}
		refused(t, "S-019", ask(unproved, enable, map[string]any{"multiFactorType": "Email"}), locale, 409, "EMAIL_NOT_VERIFIED", "", nil)
		for _, number := range []string{"", "0312345678", "0901234567", "+15005550006"} {
			sms := ask(b, enable, map[string]any{"multiFactorType": "SMS", "phoneNumber": number})
			refused(t, "C-029 "+number, sms, locale, 400, "PHONE_NUMBER_INVALID", "phoneNumber", nil)
		}
		sms := map[string]any{"multiFactorType": "SMS", "phoneNumber": phone}
		goes(t, "C-029", good(t, ask(b, enable, sms)), factors+"/sms")
		refused(t, "C-029", ask(b, enable, sms), locale, 429, "TOO_MANY_REQUESTS", "", nil)
		sms["pinCode"] = wrong(pin(t, s, phone))
		refused(t, "C-029", ask(b, enable, sms), locale, 400, "PIN_CODE_ERROR", "pinCode", called)

		secret, _ := get(t, b, factors+"/otp")["secret"].(string)
		app := func(secret, token string) apptest.Answer {
			return ask(b, enable, map[string]any{"multiFactorType": "OTP", "secret": secret, "token": token})
		}
		refused(t, "V-029", app(secret, "12345"), locale, 400, "OTP_LENGTH", "token", nil)
		refused(t, "C-028", app(secret, wrong(otp(t, s, secret))), locale, 400, "OTP_INVALID", "token", nil)
		broken(t, "C-028", app("JBSWY3DPEHPK3PXP", "123456"), factors+"/otp", told("SECRET_MISMATCH"))
		broken(t, "C-031", ask(b, keep, map[string]any{"backupCodeList": []string{"mine"}}), factors+"/backup-code/generate", told("BACKUP_CODES_CHANGED"))
		goes(t, "C-028", good(t, app(secret, otp(t, s, secret))), factors+"/backup-code/generate")
		has(t, get(t, b, factors), []member{{"S-015", "isEnabledMultiFactor", false}})
		old := backupCodes(t, b)
		codes := backupCodes(t, b)
		broken(t, "C-031", ask(b, keep, map[string]any{"backupCodeList": old}), factors+"/backup-code/generate", told("BACKUP_CODES_CHANGED"))
		post(t, b, keep, map[string]any{"backupCodeList": codes})
		refused(t, "", app(secret, "123456"), locale, 409, "ALREADY_ENABLED", "", nil)
		refused(t, "C-030", ask(b, disable, map[string]any{"multiFactorType": "SMS"}), locale, 404, "NOT_FOUND", "", nil)

		refused(t, "P-011", ask(limited, enable, map[string]any{"multiFactorType": "OTP"}), locale, 404, "NOT_FOUND", "", nil)
		for _, path := range []string{"", "/email", "/otp", "/backup-code", "/backup-code/generate", "/trusted-device"} {
			refused(t, "P-011 "+path, said(t, denied, locale, "GET", factors+path+"/screen-data", nil), locale, 404, "NOT_FOUND", "", nil)
		}
		refused(t, "P-011", said(t, limited, locale, "GET", factors+"/otp/screen-data", nil), locale, 404, "NOT_FOUND", "", nil)
		for _, path := range []string{enable, disable} {
			refused(t, "P-011", ask(denied, path, map[string]any{"multiFactorType": "Email"}), locale, 404, "NOT_FOUND", "", nil)
		}
	}
}

// What changes second factors needs a login of the last 15 minutes, and enabling one ends the
// other sessions.
func TestFactorSettingsNeedAFreshLogin(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	row, b := s.Member(t, accounttest.Email("hanako@example.com"))
	elsewhere := s.Browser(t)
	post(t, elsewhere, "/login", password(*row.Email, accounttest.Password))
	enableOTP(t, s, b)
	has(t, get(t, elsewhere, "/root"), []member{{"", "authId", nil}})
	has(t, get(t, b, "/root"), []member{{"", "authId", row.ID.String()}})
	s.Advance(t, 16*time.Minute)
	for _, path := range []string{"", "/email", "/sms", "/otp", "/backup-code", "/backup-code/generate"} {
		to := "/login/confirm?returnTo=" + strings.ReplaceAll(factors+path, "/", "%2F")
		has(t, get(t, b, factors+path), []member{{"", "redirectTo", to}})
		has(t, get(t, b, "/zapi/internal"+factors+path), []member{{"", "redirectTo", to}})
	}
	for _, locale := range []string{"ja", "en"} {
		for path, body := range map[string]map[string]any{
			enable: {"multiFactorType": "Email"}, disable: {"multiFactorType": "OTP"}, keep: {"backupCodeList": []string{}}, renew: {"backupCodeList": []string{}},
		} {
			late := said(t, b, locale, "POST", path, body)
			refused(t, path, late, locale, 403, "REAUTHENTICATION_REQUIRED", "", nil)
			has(t, late.JSON(t), []member{{path, "redirectTo", "/login/confirm"}})
		}
	}
}
