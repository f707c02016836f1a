package contract

import (
	"testing"

	"kaiin/server/shop/storefile"
)

// The inline style has the calls of the other, fewer of them, and leads to no page that it lacks.
func TestInlineSignup(t *testing.T) { // U-6 U-32
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.SignupStyle = "inline" })
	b := s.Browser(t)
	has(t, get(t, b, "/root"), []member{{"", "storeSettingData.signupStyle", "inline"}})
	for page, to := range map[string]string{
		"/signup": "/signup/auth", "/signup/policy": "/signup/auth", "/signup/pin-code": "/signup/auth",
	} {
		has(t, get(t, b, page), []member{{"", "redirectTo", to}})
	}
	has(t, get(t, b, "/signup/auth"), []member{{"", "asksCode", false}, {"", "step", nil}, {"", "policies.0", something{}}})
	email := map[string]any{"type": "signUp", "email": "taro@example.com", "policyConsentData": consents, "returnTo": "/plans/standard"}
	exactly(t, "email", post(t, b, "/zapi/signup/email", email), "")
	has(t, get(t, b, "/signup/auth"), []member{
		{"", "asksCode", true}, {"", "email", "taro@example.com"}, {"", "step", 1}, {"", "totalSteps", 4}, {"", "resendAt", something{}},
	})
	goes(t, "", post(t, b, "/zapi/signup/pin-code", map[string]any{"pinCode": pin(t, s, "taro@example.com")}), "/signup/form")
	has(t, get(t, b, "/signup/form"), []member{
		{"", "setting.familyName", "REQUIRED"}, {"", "setting.nickname", "NOT_USE"}, {"", "setting.password", "REQUIRED"}, {"", "step", 1}, {"", "totalSteps", 4},
	})
	has(t, get(t, b, "/signup/confirm"), []member{{"", "redirectTo", "/signup/form"}})
	has(t, post(t, b, "/zapi/signup/confirm", inputted(form(nil))), []member{{"", "flowError.redirectTo", "/signup"}})
	body := form(map[string]any{"customAssociatedInfo": custom})
	delete(body, "passwordConfirm")
	goes(t, "", post(t, b, "/zapi/signup", body), "/plans/standard?signup=1")
	has(t, get(t, b, "/mypage"), []member{{"", "account.isEmailVerified", true}, {"", "account.userId", nil}}) // what is optional is asked in My Page
}
