package contract

import (
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

// consents are the records that agree to the test store's policies.
var consents = []map[string]any{
	{"policyId": "terms", "revision": 3, "key": "termsOfUse"},
	{"policyId": "news", "revision": 1, "key": "news"},
}

// codeName is what the code of the sign-up is called.
var codeName = map[string]map[string]any{"ja": {"codeName": "認証コード"}, "en": {"codeName": "Verification code"}}

// pin is the code in the newest mail to the address.
func pin(t *testing.T, s *apptest.Stack, address string) string {
	t.Helper()
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, mail := range s.Inbox(t, address) {
		if code := regexp.MustCompile(`\b[0-9]{6}\b`).FindString(mail.Text); code != "" {
			return code
		}
	}
	t.Fatalf("no code was mailed to %s", address)
	return ""
}

// wrong is a code that is not the right one.
func wrong(right string) string {
	if right == "000000" {
		return "111111"
	}
	return "000000"
}

// proved is a visitor whose address is proved.
func proved(t *testing.T, s *apptest.Stack, address string) *apptest.Browser {
	t.Helper()
	b := s.Browser(t)
	post(t, b, "/zapi/signup/policy", map[string]any{"policyConsentData": consents})
	post(t, b, "/zapi/signup/email", map[string]any{"type": "signUp", "email": address, "policyConsentData": consents})
	post(t, b, "/zapi/signup/pin-code", map[string]any{"pinCode": pin(t, s, address)})
	return b
}

var person = map[string]any{
	"email": "taro@example.com", "userId": "taro2026", "familyName": "会員", "givenName": "太郎", "nickname": "たろう", "sex": 1, "birthday": "19900102",
	"postalCode": "1000001", "prefecture": 13, "address": "千代田区千代田1-1", "address2": nil, "phoneNumber": "0312345678",
}

var custom = []map[string]any{{"id": "adult", "value": "true"}, {"id": "howFound", "value": "friend"}, {"id": "theatre", "value": "渋谷"}}

func form(change map[string]any) map[string]any {
	all := map[string]any{"password": "open9sesame", "passwordConfirm": "open9sesame"}
	maps.Copy(all, person)
	maps.Copy(all, change)
	return all
}

// inputted is the body of the confirm step; what the server knows better is sent along and
// not read.
func inputted(formData map[string]any) map[string]any {
	return map[string]any{"inputtedData": map[string]any{
		"formData": formData, "customAssociatedInfoData": custom, "policyConsentData": consents,
		"policies": []any{map[string]any{"policyId": "mine"}}, "accountRegistrationSetting": map[string]any{"familyName": "NOT_USE"},
	}}
}

// goes wants an answer that does nothing but lead on.
func goes(t *testing.T, row string, answer map[string]any, to string) { // C-047
	t.Helper()
	exactly(t, row, answer, "redirectTo")
	has(t, answer, []member{{row, "redirectTo", to}})
}

func TestSignup(t *testing.T) { // A-064 A-066 A-068
	t.Parallel()
	s := start(t, nil)
	b := s.Browser(t)

	goes(t, "C-044", post(t, b, "/zapi/signup/policy", map[string]any{"policyConsentData": consents}), "/signup/auth")
	has(t, get(t, b, "/signup"), []member{{"C-035", "redirectTo", "/signup/policy"}})
	has(t, get(t, b, "/signup/auth"), []member{
		{"C-036", "redirectTo", nil}, {"C-036", "step", 2}, {"C-036", "totalSteps", 4}, {"C-036", "policies", []any{}}, {"C-036", "externalAccounts", []any{}},
	})
	email := map[string]any{"type": "signUp", "email": "taro@example.com", "policyConsentData": consents}
	goes(t, "C-041", post(t, b, "/zapi/signup/email", email), "/signup/pin-code")
	has(t, get(t, b, "/signup/pin-code"), []member{
		{"C-038", "step", 3}, {"C-038", "totalSteps", 4}, {"C-038", "email", "taro@example.com"}, {"C-038", "pinCodeMinutes", 60}, {"C-038", "resendAt", something{}},
	})
	goes(t, "C-043", post(t, b, "/zapi/signup/pin-code", map[string]any{"pinCode": pin(t, s, "taro@example.com")}), "/signup/form")

	has(t, get(t, b, "/signup/form"), []member{
		{"C-039", "step", 4}, {"C-039", "totalSteps", 4}, {"C-039", "formData.email", "taro@example.com"}, {"C-039", "formData.familyName", nil},
		{"C-039", "customAssociatedInfo", []any{}}, {"C-039", "policies", []any{}},
	})
	exactly(t, "C-095", post(t, b, "/zapi/account/user-id/verify", map[string]any{"userId": "taro2026"}), "")
	goes(t, "C-045", post(t, b, "/zapi/signup/confirm", inputted(form(nil))), "/signup/confirm")

	confirm := good(t, b.Get("/zapi/internal/signup/confirm/screen-data")) // C-040
	exactly(t, "formData", confirm["formData"], "email socialEmail userId name nameKana familyName givenName familyNameKana givenNameKana nickname sex birthday "+
		"postalCode prefecture address address2 phoneNumber")
	for name, value := range person {
		has(t, confirm, []member{{"C-040", "formData." + name, value}})
	}
	has(t, confirm, []member{{"C-040 C-083 C-084", "customAssociatedInfo", custom}})

	body := form(map[string]any{"customAssociatedInfo": custom, "policyConsentData": consents})
	answer := b.Post("/zapi/signup", body)
	goes(t, "C-046", good(t, answer), "/signup/complete")
	authID := get(t, b, "/root")["authId"]
	if authID == nil || authID != b.Cookie("auid") || b.Cookie("sid") == "" { // F-001 F-002
		t.Errorf("authId %v, auid %q", authID, b.Cookie("auid"))
	}
	has(t, get(t, b, "/signup/complete"), []member{{"C-047", "email", "taro@example.com"}, {"C-047", "nextPath", "/signup/plans"}, {"C-047", "redirectTo", nil}})
	has(t, get(t, b, "/mypage"), []member{{"C-046", "account.userId", "taro2026"}, {"C-046", "account.isEmailVerified", true}})
	has(t, get(t, b, "/mypage/login-history"), []member{ // the history begins with the sign-up
		{"", "loginHistory.0.result", true}, {"", "loginHistory.0.loginMethod", "Password"}, {"", "loginHistory.0.userIdentifierName", "Email"},
	})
	again := good(t, b.Post("/zapi/signup", body))
	exactly(t, "C-047", again, "flowError")
	has(t, again, []member{{"C-047", "flowError.redirectTo", "/signup"}, {"C-047", "flowError.message", something{}}})
}

// The form's rules are the store's (P-010), and so are the policies.
func TestSignupTexts(t *testing.T) {
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.Registration.Rules["nickname"] = "SOMETHING" })
	b := s.Browser(t)
	page := good(t, b.Get("/zapi/internal/signup/policy/screen-data")) // C-037
	has(t, page, []member{{"C-037", "step", 1}, {"C-037", "totalSteps", 4}})
	for i, want := range []map[string]any{
		{"policyId": "terms", "revision": 3, "key": "termsOfUse", "title": "Terms of use", "renderData": "<p>Text</p>", "isExternal": false, "usesExternalPolicy": false, "dataSource": "inline"},
		{"policyId": "news", "revision": 1, "key": "news", "title": "News", "renderData": nil, "isExternal": true, "usesExternalPolicy": false, "dataSource": "https://store.example/news"},
	} {
		has(t, page, []member{{"F-318 F-319 F-320 F-321 F-322 F-323 F-324 F-325", "policies." + string(rune('0'+i)), want}})
	}
	setting, _ := at(get(t, proved(t, s, "taro@example.com"), "/signup/form"), "setting")
	exactly(t, "setting", setting, "userId password name nameKana familyName givenName familyNameKana givenNameKana nickname sex birthday postalCode prefecture "+
		"address address2 phoneNumber country disallowUnknownGender genderInputType passwordStrength passwordMax customAssociatedInfo")
	has(t, setting, []member{ // F-106
		{"P-010 F-255", "name", "NOT_USE"}, {"F-256", "nameKana", "NOT_USE"}, {"F-257", "givenName", "REQUIRED"}, {"F-258", "familyName", "REQUIRED"},
		{"F-259", "givenNameKana", "NOT_USE"}, {"F-260", "familyNameKana", "NOT_USE"}, {"P-010 F-261", "nickname", "OPTIONAL"}, {"F-262", "birthday", "REQUIRED"},
		{"F-263", "sex", "OPTIONAL"}, {"F-264", "phoneNumber", "OPTIONAL"}, {"F-265", "country", "NOT_USE"}, {"F-266", "prefecture", "OPTIONAL"},
		{"F-267", "postalCode", "OPTIONAL"}, {"F-268", "address", "OPTIONAL"}, {"F-269", "address2", "OPTIONAL"}, {"F-270", "userId", "OPTIONAL"},
		{"F-272", "disallowUnknownGender", false}, {"F-273", "genderInputType", "Radio"}, {"", "passwordStrength", "NONE"}, {"", "passwordMax", 30},
		{"F-271 F-278 F-279 F-280 F-281 F-282", "customAssociatedInfo", []any{
			map[string]any{"id": "howFound", "title": "How did you find us?", "type": "SELECT", "rule": "OPTIONAL", "selectOptions": []any{
				map[string]any{"id": "friend", "label": "A friend"}, map[string]any{"id": "search", "label": "Search"}}},
			map[string]any{"id": "theatre", "title": "Favourite cinema", "type": "TEXT", "rule": "OPTIONAL", "selectOptions": []any{}},
			map[string]any{"id": "adult", "title": "I am 18 or older", "type": "CHECKBOX", "rule": "REQUIRED", "selectOptions": []any{}},
		}},
	})
}

func TestSignupRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.Member(t, accounttest.Email("hanako@example.com"), accounttest.UserID("hanako01"))
	for _, locale := range []string{"ja", "en"} {
		b := s.Browser(t)
		ask := func(path string, body map[string]any) func(string, int, string, string, map[string]any) {
			return func(row string, status int, code, field string, args map[string]any) {
				t.Helper()
				refused(t, row, said(t, b, locale, "POST", path, body), locale, status, code, field, args)
			}
		}
		ask("/zapi/signup/policy", map[string]any{"policyConsentData": consents[:1]})("C-044", 400, "CONSENT_REQUIRED", "policyConsentData", nil)
		old := []map[string]any{{"policyId": "terms", "revision": 2, "key": "termsOfUse"}, consents[1]}
		ask("/zapi/signup/policy", map[string]any{"policyConsentData": old})("C-044", 409, "POLICY_CHANGED", "", nil)
		post(t, b, "/zapi/signup/policy", map[string]any{"policyConsentData": consents})

		email := func(address string) map[string]any { return map[string]any{"type": "signUp", "email": address} }
		ask("/zapi/signup/email", email(""))("C-041", 400, "REQUIRED", "email", nil)
		ask("/zapi/signup/email", email("taro"))("C-041", 400, "INVALID_FORMAT", "email", nil)
		ask("/zapi/signup/email", email(strings.Repeat("a", 190)+"@example.com"))("C-041", 400, "TOO_LONG", "email", map[string]any{"max": 191})

		address := locale + "@example.com"
		post(t, b, "/zapi/signup/email", email(address))
		right := pin(t, s, address)
		ask("/zapi/signup/pin-code", map[string]any{"pinCode": ""})("C-043", 400, "REQUIRED", "pinCode", codeName[locale])
		ask("/zapi/signup/pin-code", map[string]any{"pinCode": "いちに"})("C-043", 400, "HALF_WIDTH_ONLY", "pinCode", codeName[locale])
		ask("/zapi/signup/pin-code", map[string]any{"pinCode": wrong(right)})("E-004 E-018", 400, "PIN_CODE_ERROR", "pinCode", codeName[locale])
		post(t, b, "/zapi/signup/pin-code", map[string]any{"pinCode": right})

		ask("/zapi/account/user-id/verify", map[string]any{"userId": "HANAKO01"})("C-095 E-021", 400, "ACCOUNT_ALREADY_EXISTS_USER_ID", "userId", nil)
		ask("/zapi/account/user-id/verify", map[string]any{"userId": "abc"})("C-095", 400, "TOO_SHORT", "userId", map[string]any{"min": 6})
		taken := form(map[string]any{"email": address, "userId": "hanako01"})
		ask("/zapi/signup/confirm", inputted(taken))("E-021", 400, "ACCOUNT_ALREADY_EXISTS_USER_ID", "userId", nil)
		post(t, b, "/zapi/signup/confirm", inputted(form(map[string]any{"email": address, "userId": nil})))
		ask("/zapi/signup", form(map[string]any{"email": address, "userId": nil, "nickname": "じろう"}))("C-046", 400, "CONFIRM_MISMATCH", "", nil)

		another := s.Browser(t)
		post(t, another, "/zapi/signup/policy", map[string]any{"policyConsentData": consents})
		post(t, another, "/zapi/signup/email", email("Hanako@example.com"))
		code := map[string]any{"pinCode": pin(t, s, "Hanako@example.com")}
		got := said(t, another, locale, "POST", "/zapi/signup/pin-code", code)
		refused(t, "E-020 E-024", got, locale, 400, "ACCOUNT_ALREADY_EXISTS_EMAIL", "email", nil)
	}
}

// Everything wrong with the form is told at once, each on its field.
func TestSignupFormTellsAllItsMistakes(t *testing.T) { // C-047
	t.Parallel()
	s := start(t, nil)
	b := proved(t, s, "taro@example.com")
	empty := map[string]any{"inputtedData": map[string]any{"formData": map[string]any{"phoneNumber": "x", "sex": 3}, "customAssociatedInfoData": []any{}}}
	got := said(t, b, "ja", "POST", "/zapi/signup/confirm", empty)
	fields, _ := at(got.JSON(t), "fields")
	wrong := map[string]string{}
	for _, f := range fields.([]any) {
		exactly(t, "a field", f, "field code message")
		f := f.(map[string]any)
		wrong[f["field"].(string)] = f["code"].(string)
	}
	want := map[string]string{
		"password": "REQUIRED", "passwordConfirm": "REQUIRED", "familyName": "REQUIRED", "givenName": "REQUIRED", "birthday": "REQUIRED",
		"sex": "INVALID_CHOICE", "phoneNumber": "INVALID_FORMAT", "custom.adult": "INVALID_CHOICE",
	}
	if got.StatusCode != 400 || !maps.Equal(wrong, want) {
		t.Errorf("%d, wrong are\n%v, want\n%v", got.StatusCode, wrong, want)
	}
}

// Every field of the form has a message of its own, in both languages.
func TestSignupFieldsHaveTheirOwnMessages(t *testing.T) { // V-015
	t.Parallel()
	asked := strings.Fields("userId password name nameKana familyName givenName familyNameKana givenNameKana nickname sex birthday postalCode prefecture " +
		"address address2 phoneNumber")
	s := start(t, func(f *storefile.File) {
		f.Settings.Registration.Custom = nil
		for _, name := range asked {
			f.Settings.Registration.Rules[name] = settings.Required
		}
	})
	b := proved(t, s, "taro@example.com")
	seen := map[string]string{}
	for _, locale := range []string{"ja", "en"} {
		got := said(t, b, locale, "POST", "/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{"formData": map[string]any{}}}).JSON(t)
		fields, _ := got["fields"].([]any)
		if len(fields) != len(asked)+1 { // and passwordConfirm
			t.Errorf("%d fields are wrong: %v", len(fields), fields)
		}
		for _, f := range fields {
			f := f.(map[string]any)
			field, message := f["field"].(string), f["message"].(string)
			if message == fault.Text(locale, "REQUIRED", "", nil) || message == fault.Text(locale, "NO_SUCH_CODE", "", nil) {
				t.Errorf("%s says only %q", field, message)
			}
			if other, twice := seen[message]; twice {
				t.Errorf("%s and %s both say %q", field, other, message)
			}
			seen[message] = field
		}
	}
}

// An hour after the address was proved a sign-up is over, whatever its step.
func TestSignupTimeout(t *testing.T) { // E-028
	t.Parallel()
	s := start(t, nil)
	b := proved(t, s, "taro@example.com")
	s.Advance(t, time.Hour+time.Second)
	for locale, message := range map[string]string{
		"ja": "登録手続きの有効期限が切れました。お手数ですが、最初からやり直してください。",
		"en": "The time for your registration is up. Please start again from the beginning.",
	} {
		want := map[string]any{"redirectTo": "/signup", "message": message}
		for _, answer := range []apptest.Answer{
			said(t, b, locale, "GET", "/signup/form/screen-data", nil),
			said(t, b, locale, "POST", "/zapi/signup/confirm", inputted(form(nil))),
			said(t, b, locale, "POST", "/zapi/signup", nil),
		} {
			has(t, good(t, answer), []member{{"E-028", "flowError", want}})
		}
	}
}
