package contract

import (
	"net/http"
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/storefile"
)

// refusal is a call that is refused, with what it is told.
type refusal struct {
	row, path   string
	body        map[string]any
	status      int
	code, field string
}

func (r refusal) check(t *testing.T, b *apptest.Browser) {
	t.Helper()
	for _, locale := range []string{"ja", "en"} {
		refused(t, r.row, said(t, b, locale, "POST", r.path, r.body), locale, r.status, r.code, r.field, nil)
	}
}

// What is wrong with the purchase form is told with its own text, in both languages.
func TestPurchaseFormRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	_, other := s.Member(t)
	method, foreign := card(t, s, b), card(t, s, other)
	form := func(change map[string]any) map[string]any {
		body := map[string]any{"planId": "club", "paymentMethodId": method, "answers": answers}
		for name, value := range change {
			body[name] = value
		}
		return body
	}
	const verify, path = "/zapi/purchase/verify/club", "/zapi/purchase/form/club"
	for _, r := range []refusal{
		{"E-040 E-054", path, form(map[string]any{"paymentMethodId": nil}), 400, "PAYMENT_METHOD_NOT_SELECTED", "paymentMethodId"},
		{"F-152 E-074", path, form(map[string]any{"paymentMethodId": "new"}), 400, "PAYMENT_METHOD_NOT_REGISTERED", "paymentMethodId"},
		{"F-151 E-071", path, form(map[string]any{"paymentMethodId": foreign}), 400, "PAYMENT_METHOD_UNAVAILABLE", "paymentMethodId"},
		{"E-048", path, form(map[string]any{"planId": "trial"}), 400, "UNEXPECTED_OPERATION", ""},
		{"E-045", "/zapi/purchase/verify/ended", map[string]any{}, 409, "PRODUCT_UNAVAILABLE", ""},
		{"E-045", "/zapi/purchase/form/ended", map[string]any{"paymentMethodId": method}, 409, "PRODUCT_UNAVAILABLE", ""},
		{"", "/zapi/purchase/verify/nothing", map[string]any{}, 404, "NOT_FOUND", ""},
		{"E-037", verify, map[string]any{"paymentMethodId": method, "campaignCode": "SPRING"}, 400, "CAMPAIGN_CODE_NOT_APPLICABLE", "campaignCode"},
	} {
		r.check(t, b)
	}
	// V-042: each answer is checked by its own question.
	for question, want := range map[string]struct {
		values []string
		code   string
	}{
		"q-text": {[]string{"NO CAPITALS"}, "INVALID_FORMAT"}, "q-checkbox": {[]string{"1", "2", "3"}, "TOO_MANY_CHOICES"},
		"q-date": {[]string{"2026-02-30"}, "INVALID_FORMAT"}, "q-radio": {[]string{"4"}, "INVALID_CHOICE"},
	} {
		sent := []map[string]any{{"questionId": question, "values": want.values}}
		if question != "q-text" {
			sent = append(sent, answers[0])
		}
		got := said(t, b, "ja", "POST", path, form(map[string]any{"answers": sent}))
		args := map[string]any{"max": 2}
		refused(t, "V-042 "+question, got, "ja", 400, want.code, "answers."+question, args)
	}
	refusal{"V-042", path, form(map[string]any{"answers": nil}), 400, "REQUIRED", "answers.q-text"}.check(t, b)
}

// What prevents a purchase, before the form and after it.
func TestPurchaseRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	method := card(t, s, b)
	for locale, message := range map[string]string{ // E-046
		"ja": "操作の有効期限が切れたか、手順が正しくありません。最初からやり直してください。",
		"en": "This page has expired or a step was skipped. Please start again from the beginning.",
	} {
		answer := good(t, said(t, b, locale, "POST", "/zapi/purchase/club", map[string]any{"purchaseToken": "made-up"}))
		has(t, answer, []member{{"E-046", "flowError", map[string]any{"redirectTo": "/plans/club", "message": message}}})
	}
	bought(t, s, b, "rental", order(t, b, "rental", method))
	s.Store.Client(t.Context()).Entitlement.Update().SetRevokedAt(s.Clock.Now()).ExecX(t.Context()) // as a refund does
	token := order(t, b, "rental", method)
	refusal{"E-044", "/zapi/purchase/rental", map[string]any{"purchaseToken": token}, 429, "PURCHASE_TOO_FREQUENT", ""}.check(t, b)
	if wait := b.Post("/zapi/purchase/rental", map[string]any{"purchaseToken": token}).Header.Get("Retry-After"); wait == "" || len(wait) > 2 {
		t.Errorf("E-044: the timer is %q seconds", wait)
	}
	bought(t, s, b, "club", order(t, b, "club", method))
	refusal{"E-041", "/zapi/purchase/verify/club", map[string]any{}, 409, "DOUBLE_BILLING_DETECTED", ""}.check(t, b)
	refusal{"E-047", "/zapi/purchase/verify/trial", map[string]any{}, 409, "CONTRACT_LIMIT_REACHED", ""}.check(t, b)
	if message := said(t, b, "ja", "POST", "/zapi/purchase/verify/trial", map[string]any{}).JSON(t)["message"]; message != "契約数の上限に達しているため購入できません" {
		t.Errorf("E-047: %v", message)
	}
	has(t, get(t, b, "/plans/trial"), []member{
		{"F-149 P-012", "plan.isSubscriptionContractLimited", true}, {"F-136", "plan.renewSpanUnit", "weeks"}, {"F-138", "plan.freeTrialDays", 14}})
}

// A card that the bank or the provider does not take, and a price that changed: no money moves, and
// the answer stays.
func TestPaymentRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	bad := map[string]any{"token": "made-up", "tokenKey": "made-up", "tds2infoToken": "a", "tds2infoTokenKey": "b"}
	refusal{"E-069", "/zapi/account/payment-method/credit", bad, 409, "CARD_REGISTRATION_FAILED", ""}.check(t, b)
	refused(t, "C-076", b.Post("/zapi/account/payment-method/credit", map[string]any{
		"token": "", "tokenKey": "k", "tds2infoToken": "a", "tds2infoTokenKey": "b"}), "en", 400, "CARD_REGISTRATION_FAILED", "token", nil)

	method := card(t, s, b)
	declined := order(t, b, "rental", method)
	s.Next(t, apptest.Authorise, "decline")
	if to := s.Bank(t, b, s.Order(t, b, "rental", declined)); to != "/plans/rental" {
		t.Errorf("C-068: the bank leads to %s", to)
	}
	refusal{"C-068", "/zapi/purchase/rental", map[string]any{"purchaseToken": declined}, 409, "CARD_DECLINED", ""}.check(t, b)
	for _, locale := range []string{"ja", "en"} {
		form := good(t, said(t, b, locale, "GET", "/plans/rental/screen-data", nil))
		has(t, form, []member{{"C-068", "failure", map[string]any{"code": "CARD_DECLINED", "field": nil, "message": fault.Text(locale, "CARD_DECLINED", "", nil)}}})
	}
	stale := order(t, b, "club", method)
	dearer := &storefile.File{Settings: testSettings(), Policies: policies(), Plans: plans()}
	dearer.Plans[0].Price = 1200
	if err := catalogtest.Files(s.Catalog).Apply(t.Context(), dearer); err != nil {
		t.Fatal(err)
	}
	refusal{"C-068", "/zapi/purchase/club", map[string]any{"purchaseToken": stale}, 409, "PRICE_CHANGED", ""}.check(t, b)

	// To have registered the card just now is not to agree to an order.
	refusal{"C-067", "/zapi/purchase/film", map[string]any{"purchaseToken": order(t, b, "film", method)}, 409, "AUTHENTICATION_REQUIRED", ""}.check(t, b)
	for _, e := range s.Ledger(t) {
		if e.Status == "settled" {
			t.Errorf("charged %+v", e)
		}
	}
	if got := b.Get("/plans/film/complete/screen-data"); got.StatusCode != http.StatusOK || got.JSON(t)["flowError"] == nil {
		t.Errorf("complete: %d %s", got.StatusCode, got.Text)
	}
}
