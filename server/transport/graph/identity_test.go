package graph_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

func TestSignUpThroughTheDocuments(t *testing.T) { // F-106
	b := open(t, func(s *settings.Settings) { s.Registration.Rules["familyNameKana"] = "SOMETIMES" })
	b.want("entry", b.screen("SignupScreen", nil), "redirectTo", `"/signup/policy"`)
	policy := b.screen("SignupPolicyScreen", nil)
	b.want("policies F-318 F-319 F-320 F-321 F-322 F-323 F-324 F-325", policy, "step", "1", "totalSteps", "4",
		"policies.0.policyId", `"terms"`, "policies.0.revision", "1", "policies.0.key", `"terms"`, "policies.0.title", `"利用規約"`,
		"policies.0.renderData", `"\u003cp\u003e本文\u003c/p\u003e"`, "policies.0.isExternal", "false", "policies.0.usesExternalPolicy", "false",
		"policies.0.dataSource", `"inline"`, "policies.2.isExternal", "true")
	if b.sid != "" {
		t.Error("looking at a page made a session")
	}
	b.want("too few consents", b.act("SignupPolicy", map[string]any{"policyConsentData": []any{}}), "userErrors.0.code", `"CONSENT_REQUIRED"`)
	b.want("consents F-326", b.act("SignupPolicy", map[string]any{"policyConsentData": consents(policy["policies"])}), "redirectTo", `"/signup/auth"`)
	visitor := b.sid
	b.want("email page", b.screen("SignupAuthScreen", nil), "step", "2", "totalSteps", "4", "policies", "[]", "redirectTo", "null")
	b.want("email", b.act("SignupEmail", map[string]any{"type": "signUp", "email": "taro@example.com"}), "redirectTo", `"/signup/pin-code"`, "userErrors", "[]")
	b.want("PIN page", b.screen("SignupPinCodeScreen", nil), "step", "3", "email", `"taro@example.com"`, "pinCodeMinutes", "60")
	b.want("wrong PIN", b.act("SignupPinCode", map[string]any{"pinCode": "x"}), "userErrors.0.field", `"pinCode"`, "userErrors.0.message", `"認証コードが正しくないか、有効期限が切れています。"`)
	code := accounttest.PinCode(t, b.login.Account, "taro@example.com")
	b.want("in another browser", b.other().act("SignupPinCode", map[string]any{"pinCode": code}), "flowError.redirectTo", `"/signup"`)
	b.want("PIN", b.act("SignupPinCode", map[string]any{"pinCode": code}), "redirectTo", `"/signup/form"`)
	b.want("form page", b.screen("SignupFormScreen", nil), "step", "4", "formData.email", `"taro@example.com"`, "formData.familyName", "null",
		"setting.familyName", `"REQUIRED"`, "setting.nickname", `"OPTIONAL"`, "setting.nameKana", `"NOT_USE"`, "setting.name", `"NOT_USE"`,
		"setting.familyNameKana", `"OPTIONAL"`, "setting.country", `"NOT_USE"`, "setting.genderInputType", `"Radio"`, "setting.disallowUnknownGender", "false",
		"setting.customAssociatedInfo.0.id", `"howFound"`, "setting.customAssociatedInfo.0.type", `"SELECT"`, "setting.customAssociatedInfo.0.rule", `"OPTIONAL"`,
		"setting.customAssociatedInfo.0.title", `"知ったきっかけ"`, "setting.customAssociatedInfo.0.selectOptions.1", `{"id":"search","label":"検索"}`)
	b.want("blur", b.act("VerifyUserId", map[string]any{"userId": "tarotaro"}), "userErrors", "[]")
	form := map[string]any{
		"email": "taro@example.com", "userId": "tarotaro", "password": "open9sesame", "passwordConfirm": "open9sesame", "familyName": "山田",
		"givenName": "太郎", "birthday": "19900131", "nickname": nil, "sex": json.Number("2"),
	}
	custom := []any{map[string]any{"id": "adult", "value": "true"}, map[string]any{"id": "theatre", "value": nil}}
	b.want("a form with mistakes", b.act("SignupConfirm", map[string]any{"inputtedData": map[string]any{"formData": map[string]any{"birthday": "1"}}}),
		"userErrors.0.field", `"password"`, "userErrors.0.message", `"パスワードを入力してください。"`, "redirectTo", "null")
	input := map[string]any{"formData": form, "customAssociatedInfoData": custom, "policies": []any{}, "accountRegistrationSetting": map[string]any{"password": "NOT_USE"}}
	b.want("form", b.act("SignupConfirm", map[string]any{"inputtedData": input}), "userErrors", "[]", "redirectTo", `"/signup/confirm"`)
	confirm := b.screen("SignupConfirmScreen", nil)
	b.want("confirm page", confirm, "formData.familyName", `"山田"`, "formData.sex", "2", "formData.userId", `"tarotaro"`, "customAssociatedInfo", `[{"id":"adult","value":"true"}]`)
	if strings.Contains(at(confirm, "formData"), "sesame") {
		t.Error("the confirm page holds the password")
	}
	b.want("complete", b.act("Signup", map[string]any{"formData": form, "customAssociatedInfo": custom}), "redirectTo", `"/signup/complete"`, "userErrors", "[]")
	if b.sid == visitor || uuid.Validate(b.auid) != nil {
		t.Errorf("sid %q, auid %q", b.sid, b.auid)
	}
	b.want("completion page", b.screen("SignupCompleteScreen", nil), "email", `"taro@example.com"`, "nextPath", `"/signup/plans"`)
	b.want("the entry of a member", b.screen("SignupScreen", nil), "redirectTo", `"/mypage"`)
	b.want("the login of a member", b.screen("LoginScreen", nil), "redirectTo", `"/mypage"`)
}

func TestStepsWithoutAFlow(t *testing.T) {
	b := open(t, nil)
	for _, document := range []string{"SignupPinCodeScreen", "SignupFormScreen", "SignupConfirmScreen", "SignupCompleteScreen"} {
		b.want(document, b.screen(document, nil), "flowError.redirectTo", `"/signup"`, "redirectTo", "null", "errors", "null")
	}
	b.locale = "en"
	b.want("in English", b.screen("SignupFormScreen", nil), "flowError.message", `"This page has expired or a step was skipped. Please start again from the beginning."`)
	b.want("last step", b.act("Signup", nil), "flowError.redirectTo", `"/signup"`)
	b.want("user ID check", b.act("VerifyUserId", map[string]any{"userId": "tarotaro"}), "errors", `"UNAUTHENTICATED"`)
}

func TestLoginThroughTheDocuments(t *testing.T) { // X-051 F-001 F-002
	b := open(t, func(s *settings.Settings) { s.DefaultLoginType = "authCode" })
	member := accounttest.Member(t, b.login.Account, accounttest.UserID("tarotaro"))
	b.want("login page", b.screen("LoginScreen", map[string]any{"returnTo": "/plans?x=1"}), "loginType", `"authCode"`, "canToggle", "true",
		"acceptsUserId", "true", "returnTo", `"/plans?x=1"`, "externalAccounts", "[]")
	b.want("another site's path", b.screen("LoginScreen", map[string]any{"returnTo": "//evil.example"}), "returnTo", "null")
	in := func(password string) map[string]any {
		return map[string]any{"input": map[string]any{"emailUserId": "tarotaro", "password": password, "loginMethod": "Password", "token": nil, "returnTo": "/plans?x=1"}}
	}
	b.want("wrong password", b.act("Login", in("guess9work")), "userErrors.0.code", `"LOGIN_FAILED_USER_ID"`, "userErrors.0.field", "null", "userErrors.0.message", `"ユーザIDまたはパスワードが正しくありません。"`)
	if b.sid != "" || b.auid != "" {
		t.Error("a failed login sets cookies")
	}
	b.want("header of a visitor", b.screen("AccountHeaderScreen", nil), "authId", "null")
	b.want("My Page of a visitor", b.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)
	b.want("right password", b.act("Login", in(accounttest.Password)), "redirectTo", `"/plans?x=1"`)
	if b.auid != member.ID.String() {
		t.Errorf("auid %q", b.auid)
	}
	b.want("header", b.screen("AccountHeaderScreen", nil), "authId", `"`+b.auid+`"`, "displayName", `"tarotaro"`)
	b.want("logout page of a member", b.screen("LogoutScreen", nil), "isLoggedIn", "true", "emailEditPath", `"/mypage/email/edit"`)
	stolen := b.sid
	b.want("logout", b.act("Logout", nil), "redirectTo", `"/logout"`)
	if b.sid != "" || b.auid != "" {
		t.Error("the logout leaves cookies")
	}
	b.want("logout page after the logout", b.screen("LogoutScreen", nil), "isLoggedIn", "false")
	b.sid = stolen
	b.want("with the old cookie", b.screen("MypageScreen", nil), "errors", `"UNAUTHENTICATED"`)
}

func TestRegistrationSetting(t *testing.T) {
	rules := map[string]settings.Rule{}
	b := open(t, func(s *settings.Settings) {
		s.SignupPolicyStep = false
		s.Registration.Rules = rules
		for i, field := range settings.FormFields {
			rules[field] = []settings.Rule{settings.Required, settings.Optional, settings.NotUse}[i%3]
		}
		rules["userId"], rules["password"] = settings.Optional, settings.Required
		s.Registration.DisallowUnknownGender, s.Registration.GenderInputType = true, "Select"
	})
	policies := b.screen("SignupAuthScreen", nil)["policies"]
	b.act("SignupEmail", map[string]any{"type": "signUp", "email": "taro@example.com", "policyConsentData": consents(policies)})
	b.act("SignupPinCode", map[string]any{"pinCode": accounttest.PinCode(t, b.login.Account, "taro@example.com")})
	page := b.screen("SignupFormScreen", nil)
	for row, field := range map[string]string{
		"F-255": "name", "F-256": "nameKana", "F-257": "givenName", "F-258": "familyName", "F-259": "givenNameKana", "F-260": "familyNameKana",
		"F-261": "nickname", "F-262": "birthday", "F-263": "sex", "F-264": "phoneNumber", "F-266": "prefecture", "F-267": "postalCode",
		"F-268": "address", "F-269": "address2", "F-270": "userId",
	} {
		b.want(row, page, "setting."+field, `"`+string(rules[field])+`"`)
	}
	b.want("F-265 F-271 F-272 F-273", page, "setting.country", `"NOT_USE"`, "setting.disallowUnknownGender", "true", "setting.genderInputType", `"Select"`, "step", "3")
	b.want("F-278 F-279 F-280 F-281 F-282", page, "setting.customAssociatedInfo.0",
		`{"id":"howFound","rule":"OPTIONAL","selectOptions":[{"id":"friend","label":"友人"},{"id":"search","label":"検索"}],"title":"知ったきっかけ","type":"SELECT"}`)
}

// known is a provider that is configured.
type known struct{ login.Provider }

func TestMypage(t *testing.T) {
	b := open(t, func(s *settings.Settings) {
		s.EmailEditURL = "https://id.example/email"
		for _, kind := range []string{"LINE", "Google", "Yahoo! JAPAN", "Facebook"} {
			s.ExternalAccounts = append(s.ExternalAccounts, settings.ExternalAccount{Name: kind, Type: kind, Method: "oidc"})
		}
	})
	b.login.Providers = map[string]login.Provider{"LINE": known{}, "Yahoo! JAPAN": known{}}
	member := accounttest.Member(t, b.login.Account, accounttest.Email("Taro@example.com"), accounttest.UserID("Taro01"),
		accounttest.With(func(c *ent.AccountCreate) { c.SetProfileImageURL("https://img.example/taro.png") }))
	if err := b.login.Account.Link(t.Context(), member.ID, account.External{Type: "Google", Subject: "taro"}); err != nil {
		t.Fatal(err)
	}
	_, b.sid = logintest.Member(t, b.login, member.ID)
	ctx, n := store.CountStatements(b.context())
	page := b.run(ctx, "MypageScreen", map[string]any{"root": false})
	if n.Load() > 7 {
		t.Errorf("%d statements", n.Load())
	}
	b.want("F-230 F-231 F-232 F-233 F-234 F-235 F-252 F-254", page, "account.authId", `"`+member.ID.String()+`"`, "account.userId", `"Taro01"`,
		"account.contactEmail", `"Taro@example.com"`, "account.isEmailVerified", "true", "account.userIdentifiers", `[{"userIdentifierType":"Email"}]`,
		"account.isEnabledPassword", "true", "account.profileImageUrl", `"https://img.example/taro.png"`, "header.profileImageUrl", `"https://img.example/taro.png"`, "header.displayName", `"Taro01"`, "externalAccountCount", "3")
	b.want("F-107 F-112 F-113 F-114 F-083 F-084", page, "externalAccounts", `[{"isLinked":false,"isLogin":false,"userIdentifierMethod":"oidc","userIdentifierName":"LINE","userIdentifierType":"LINE"},`+
		`{"isLinked":true,"isLogin":false,"userIdentifierMethod":"oidc","userIdentifierName":"Google","userIdentifierType":"Google"},`+
		`{"isLinked":false,"isLogin":false,"userIdentifierMethod":"oidc","userIdentifierName":"Yahoo! JAPAN","userIdentifierType":"Yahoo! JAPAN"}]`,
		"account.isEnabledMultiFactor", "false", "account.multiFactorType", "[]")
	for _, path := range []string{"account.emailVerifiedDate", "account.passwordUpdatedAt"} {
		if at(page, path) == "null" {
			t.Errorf("%s is missing", path)
		}
	}
	b.want("the store's own page", b.screen("LogoutScreen", nil), "emailEditPath", `"https://id.example/email"`)

	plain := accounttest.Member(t, b.login.Account, accounttest.NoPassword, accounttest.Unverified)
	_, b.sid = logintest.Member(t, b.login, plain.ID)
	b.want("without password and proof", b.screen("MypageScreen", nil), "account.isEnabledPassword", "false", "account.passwordUpdatedAt", "null",
		"account.isEmailVerified", "false", "account.emailVerifiedDate", "null", "account.userId", "null", "account.profileImageUrl", "null")
}
