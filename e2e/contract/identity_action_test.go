package contract

import (
	"net/http"
	"strings"
	"testing"
)

// identityActions are the calls by which people prove who they are, and by which members set up how
// they do.
var identityActions = []action{
	{"C-014 C-015", "/login/code", map[string]any{"emailUserId": "a@b.example", "isAmaltheaLogin": true}, false},
	{"C-019", "/login", map[string]any{"emailUserId": "a@b.example", "authCode": "000000", "loginMethod": "AuthCode"}, false},
	{"C-017", "/oidc/login", map[string]any{"emailUserId": "a@b.example", "password": "x", "loginMethod": "Password", "token": "t"}, false},
	{"C-020", "/oidc/login", map[string]any{"emailUserId": "a@b.example", "authCode": "000000", "loginMethod": "AuthCode"}, false},
	{"C-025", "/zapi/login/multi-factor/OTP", map[string]any{"value": "000000", "isPreferred": true, "rememberDevice": true}, false},
	{"C-026", "/zapi/oidc/login/multi-factor/Email", map[string]any{"value": "000000", "isPreferred": false, "rememberDevice": false}, false},
	{"", "/zapi/login/multi-factor/Email/send", map[string]any{}, false},
	{"", "/zapi/login/confirm", map[string]any{"password": "x", "authCode": nil, "returnTo": "/mypage"}, true},
	{"", "/zapi/login/confirm/send", map[string]any{}, true},
	{"C-050", "/zapi/auth/password/forgot", map[string]any{"email": "a@b.example"}, false},
	{"C-051", "/zapi/auth/password/reset", map[string]any{"token": "t", "password": "x", "passwordConfirm": "x"}, false},
	{"", "/zapi/auth/email/undo", map[string]any{"token": "t", "password": "x"}, false},
	{"", "/zapi/auth/account-change/prove", map[string]any{"token": "t", "pinCode": "1"}, false},
	{"", "/zapi/auth/account-change/agree", map[string]any{"token": "t"}, false},
	{"", "/zapi/auth/account-change/stop", map[string]any{"token": "t"}, false},
	{"", "/zapi/subscription/leave", map[string]any{"token": "t"}, false},
	{"", "/zapi/withdraw/stop", map[string]any{"token": "t"}, false},
	{"C-058", "/zapi/auth/social/disable", map[string]any{"userIdentifierType": "LINE", "userIdentifierMethod": "oidc"}, true},
	{"C-086", "/zapi/account/email/edit/send-pin-code", map[string]any{"email": "a@b.example", "type": "mailEdit"}, true},
	{"C-087", "/zapi/account/email/edit", map[string]any{"pinCode": "000000"}, true},
	{"C-088", "/zapi/account/email/send-pin-code", map[string]any{"email": "a@b.example", "type": "mailVerify"}, true},
	{"C-091", "/zapi/account/email/verify", map[string]any{"pinCode": "000000"}, true},
	{"C-092", "/zapi/account/enable-password", map[string]any{"pinCode": "000000", "password": "x", "passwordConfirm": "x"}, true},
	{"C-093", "/zapi/account/password/edit", map[string]any{"oldPassword": "x", "newPassword": "y"}, true},
	{"C-094", "/zapi/account/user-id/edit", map[string]any{"password": "x", "userId": "hanako01"}, true},
	{"C-079", "/zapi/account/edit/confirm", map[string]any{"inputtedData": map[string]any{"formData": map[string]any{}, "customAssociatedInfoData": []any{}, "accountRegistrationSetting": map[string]any{}, "account": map[string]any{}}}, true},
	{"C-080", "/zapi/account/edit", map[string]any{"optionalInfo": map[string]any{"familyName": "x", "customAssociatedInfo": []any{}}}, true},
	{"", "/zapi/account/data", map[string]any{}, true},
	{"C-096", "/zapi/account/consent", map[string]any{"consentOptionId": "news", "key": "k", "value": true}, true},
	{"C-100", "/zapi/account/policy/re-consent", map[string]any{"policyConsentData": []any{map[string]any{"policyId": "terms", "revision": 1, "key": "termsOfUse"}}}, true},
	{"C-081", "/zapi/account/profile-image", map[string]any{"profileImage": "data:image/png;base64,"}, true},
	{"C-082", "/zapi/account/profile-image", map[string]any{"profileImage": nil}, true},
	{"C-098", "/zapi/account/pinCode/set", map[string]any{"pinCode": "0420"}, true},
	{"C-027", "/zapi/account/enable-multi-factor", map[string]any{"multiFactorType": "Email"}, true},
	{"C-028", "/zapi/account/enable-multi-factor", map[string]any{"multiFactorType": "OTP", "secret": "s", "token": "000000"}, true},
	{"C-029", "/zapi/account/enable-multi-factor", map[string]any{"multiFactorType": "SMS", "phoneNumber": "090", "pinCode": nil}, true},
	{"C-030", "/zapi/account/disable-multi-factor", map[string]any{"multiFactorType": "Email"}, true},
	{"C-031", "/zapi/account/enable-multi-factor/with-backup-code", map[string]any{"backupCodeList": []any{"a"}}, true},
	{"C-032", "/zapi/account/backup-code-regenerate", map[string]any{"backupCodeList": []any{"a"}}, true},
	{"C-101", "/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}}, true},
	{"C-102", "/zapi/account/withdraw", map[string]any{"pinCode": "000000"}, true},
}

// The calls that delete are for members, and only on what is theirs.
func TestDeletions(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	const unknownID = "01a1fc23-2002-71f9-a558-0064764363c2"
	for _, c := range []struct {
		row, path string
		body      any
		missing   bool // what it would delete is not there
	}{
		{"C-033", "/zapi/account/trusted-device", map[string]any{"deviceToken": unknownID}, true},
		{"C-033", "/zapi/account/trusted-device", map[string]any{"deviceToken": "x"}, true},
		{"C-034", "/zapi/account/trusted-device/all", nil, false},
		{"", "/zapi/account/session/" + unknownID, nil, true},
		{"", "/zapi/account/session/x", nil, true},
		{"", "/zapi/account/session", nil, false},
	} {
		for _, locale := range []string{"ja", "en"} {
			refused(t, c.row, said(t, s.Browser(t), locale, "DELETE", c.path, c.body), locale, 401, "UNAUTHENTICATED", "", nil)
			foreign := b.Do("DELETE", c.path, `{"deviceToken":"x"}`, "Accept-Language", locale, "Origin", "https://elsewhere.example")
			refused(t, c.row, foreign, locale, 403, "CROSS_ORIGIN", "", nil)
			got := said(t, b, locale, "DELETE", c.path, c.body)
			if c.missing {
				refused(t, c.row, got, locale, 404, "NOT_FOUND", "", nil)
			} else {
				exactly(t, c.row, good(t, got), "")
			}
		}
	}
	more := said(t, b, "en", "DELETE", "/zapi/account/trusted-device", map[string]any{"deviceToken": "x", "accountId": "y"})
	if more.StatusCode != http.StatusBadRequest || !strings.Contains(more.Text, `accountId","code":"UNKNOWN_FIELD"`) {
		t.Errorf("an unknown member is answered with %d %s", more.StatusCode, more.Text)
	}
}
