package contract

import (
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/shop/storefile"
)

// leavable is a store that asks who leaves, and whose terms say what leaving means.
func leavable(t *testing.T) *apptest.Stack {
	t.Helper()
	return start(t, func(f *storefile.File) {
		f.Settings.WithdrawSurvey, f.Settings.WithdrawPolicy = everyQuestion(), f.Policies[0].ID
	})
}

var leaving = map[string]any{"consent": true, "answers": []any{
	map[string]any{"questionId": "q-text", "values": []any{"abc"}}, map[string]any{"questionId": "q-checkbox", "values": []any{"1", "3"}},
}}

func TestWithdrawal(t *testing.T) {
	t.Parallel()
	s := leavable(t)
	row, b := s.Member(t, accounttest.Email("hanako@example.com"))
	has(t, get(t, b, "/withdraw"), []member{
		{"F-327", "contractSubscriptions", []any{}}, {"F-328", "hasContractSubscription", false},
		{"F-329", "survey.questions.0.questionId", "q-text"}, {"F-330", "policy.policyId", "terms"},
	})
	inApp := b.Do("GET", "/withdraw/screen-data", "", "User-Agent", "Mozilla/5.0 (Linux; Android 16; Pixel 10) Mobile PVS/2.0/android")
	has(t, good(t, inApp), []member{{"P-015", "hasContractSubscription", false}})
	answer := post(t, b, "/zapi/account/withdraw/confirm", leaving)               // C-101
	exactly(t, "C-103", answer, "redirectTo")
	has(t, answer, []member{{"C-101", "redirectTo", "/withdraw/pin-code"}})
	has(t, get(t, b, "/withdraw/pin-code"), []member{
		{"C-101", "sendTo", "hanako@example.com"}, {"C-101", "codeName", "Withdrawal code"}, {"C-101", "resendAt", something{}},
	})
	answer = post(t, b, "/zapi/account/withdraw", map[string]any{"pinCode": pin(t, s, *row.Email)}) // C-102
	exactly(t, "C-103", answer, "redirectTo")
	has(t, answer, []member{{"C-102", "redirectTo", "/withdraw/complete"}})
	for _, name := range []string{"sid", "auid", "tdt", "latid"} {
		if b.Cookie(name) != "" {
			t.Errorf("the browser still has the cookie %s", name)
		}
	}
	has(t, get(t, b, "/withdraw/complete"), []member{{"R-106", "redirectTo", nil}})
	has(t, get(t, b, "/withdraw"), []member{{"A-015", "redirectTo", "/login?returnTo=%2Fwithdraw"}})
}

func TestWithdrawalRefusals(t *testing.T) {
	t.Parallel()
	s := leavable(t)
	for _, locale := range []string{"ja", "en"} {
		called := map[string]any{"codeName": map[string]string{"ja": "退会コード", "en": "Withdrawal code"}[locale]}
		row, b := s.Member(t)
		ask := func(path string, body map[string]any) func(string, int, string, string, map[string]any) {
			return func(row string, status int, code, field string, args map[string]any) {
				t.Helper()
				refused(t, row, said(t, b, locale, "POST", path, body), locale, status, code, field, args)
			}
		}
		changed := func(change func(map[string]any)) map[string]any {
			body := map[string]any{"consent": true, "answers": leaving["answers"]}
			change(body)
			return body
		}
		ask("/zapi/account/withdraw/confirm", changed(func(f map[string]any) { f["consent"] = false }))("V-123", 400, "CONSENT_REQUIRED", "consent", nil)
		ask("/zapi/account/withdraw/confirm", changed(func(f map[string]any) { delete(f, "consent") }))("V-123", 400, "CONSENT_REQUIRED", "consent", nil)
		ask("/zapi/account/withdraw/confirm", changed(func(f map[string]any) { f["answers"] = []any{} }))("V-124", 400, "REQUIRED", "answers.q-text", nil)
		post(t, b, "/zapi/account/withdraw/confirm", leaving)
		code := pin(t, s, *row.Email)
		ask("/zapi/account/withdraw", map[string]any{"pinCode": ""})("C-102", 400, "REQUIRED", "pinCode", called)
		ask("/zapi/account/withdraw", map[string]any{"pinCode": wrong(code)})("C-102", 400, "PIN_CODE_ERROR", "pinCode", called)
		ask("/zapi/account/email/send-pin-code", map[string]any{"type": "withdraw"})("S-116", 429, "TOO_MANY_REQUESTS", "", nil)

		order := map[string]any{"planId": "club", "paymentMethodId": card(t, s, b), "answers": answers}
		form := post(t, b, "/zapi/purchase/form/club", order)
		token, _ := form["purchaseToken"].(string)
		bought := bought(t, s, b, "club", token)
		has(t, get(t, b, "/withdraw"), []member{
			{"F-328", "hasContractSubscription", true}, {"F-327", "contractSubscriptions.0.subscriptionId", bought["subscriptionId"]},
		})
		ask("/zapi/account/withdraw/confirm", leaving)("E-096", 409, "CONTRACT_REMAINS", "", nil)
		ask("/zapi/account/withdraw", map[string]any{"pinCode": code})("E-096", 409, "CONTRACT_REMAINS", "", nil)
	}
}
