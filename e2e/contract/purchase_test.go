package contract

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
	"kaiin/server/base/spoken"
)

// answers are good answers to the survey of the plan club.
var answers = []map[string]any{
	{"questionId": "q-text", "values": []string{"friend"}}, {"questionId": "q-checkbox", "values": []string{"1", "3"}},
	{"questionId": "q-date", "values": []string{"2026-02-28"}}, {"questionId": "q-time", "values": []string{"09:30"}},
}

// card gives the member a card and returns its id.
func card(t *testing.T, s *apptest.Stack, b *apptest.Browser) string {
	t.Helper()
	back, err := url.Parse(s.RegisterCard(t, b, "/plans/club"))
	if err != nil {
		t.Fatal(err)
	}
	return back.Query().Get("paymentMethodId")
}

// order fills the purchase form in and returns the order's token.
func order(t *testing.T, b *apptest.Browser, plan, method string) string {
	t.Helper()
	body := map[string]any{"planId": plan, "paymentMethodId": method, "campaignCode": nil}
	if plan == "club" {
		body["answers"] = answers
	}
	token, _ := post(t, b, "/zapi/purchase/form/"+plan, body)["purchaseToken"].(string)
	return token
}

// bought sends the order by way of the bank and returns what the button answers from then on.
func bought(t *testing.T, s *apptest.Stack, b *apptest.Browser, plan, token string) map[string]any {
	t.Helper()
	s.Bank(t, b, s.Order(t, b, plan, token))
	return good(t, s.Order(t, b, plan, token))
}

func TestCardRegistration(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	sent := b.Post("/zapi/account/payment-method/credit", s.CardTokens(t))
	answer := good(t, sent)
	exactly(t, "C-076", answer, "redirectTo")
	if to, _ := answer["redirectTo"].(string); !strings.HasPrefix(to, s.Sandbox+"/") {
		t.Errorf("C-076: the bank is at %q", to)
	}
	if to := s.Bank(t, b, sent); !strings.HasPrefix(to, "/mypage/payment-method/complete") {
		t.Errorf("C-076: the bank leads back to %q", to)
	}
	has(t, get(t, b, "/plans/club"), []member{
		{"F-195", "paymentMethods.0.accountPaymentMethodId", something{}}, {"F-196 F-202", "paymentMethods.0.paymentMethodType", "SbpsCredit"},
		{"F-197 F-209 F-210 F-211", "paymentMethods.0.sbpsCreditInfo", map[string]any{
			"cardbrandCode": "V", "cardNumberSuffix": "1111", "expireDate": "203512", "isExpired": false}},
		{"F-198", "paymentMethods.0.isContractUsed", false},
		{"", "selectedPaymentMethodId", something{}}, // the member's default
	})
}

// A member buys a subscription: what each page of the checkout is given, and what each call
// answers (C-068).
func TestPurchase(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	method := card(t, s, b)

	page := good(t, b.Get("/zapi/internal/plans/club/screen-data?paymentMethodId="+method))
	exactly(t, "plan", page["plan"], planMembers+" survey sample")
	has(t, page["plan"], []member{
		{"F-133", "planId", "club"}, {"F-134", "planType", "subscription"}, {"F-135", "planName", "Plan club"},
		{"F-136", "renewSpanUnit", "months"}, {"F-137", "renewSpan", 1}, {"F-138", "freeTrialDays", 0}, {"F-139", "price", 1100},
		{"F-140", "salesEndDate", "2099-12-31T14:59:59.999999Z"}, {"F-141", "forceStopRenewDate", "2099-12-31T14:59:59.999999Z"},
		{"", "hasAvailableCampaign", false}, {"F-145", "planDescription", "<p>About <b>it</b></p>"}, {"", "planDescriptionText", "About it"},
		{"F-146", "salesStartDate", "2019-12-31T15:00:00Z"}, {"F-147", "salesCount", 0}, {"F-148", "salesLimit", 100},
		{"F-149 P-012", "isSubscriptionContractLimited", false}, {"", "image", "/club.svg"}, {"", "availability", "AVAILABLE"}, {"", "salesIndicator", "ENOUGH"},
		{"F-051", "survey.surveyName", "Survey"}, {"F-052", "survey.surveyDescription", "Tell us"}, {"F-053 F-143", "survey.questions.6", something{}},
		{"F-054 F-055 F-056 F-057 F-058 F-059", "survey.questions.0", map[string]any{
			"questionId": "q-text", "questionType": "text", "questionTitle": "Question", "questionDescription": "More", "required": true,
			"validation": "^[a-z]+$", "minCount": nil, "maxCount": nil, "answerOptions": []any{}}},
		{"F-057", "survey.questions.1.questionType", "textarea"}, {"F-057", "survey.questions.2.questionType", "radio"},
		{"F-057", "survey.questions.3.questionType", "checkbox"}, {"F-057", "survey.questions.4.questionType", "select"},
		{"F-057", "survey.questions.5.questionType", "date"}, {"F-057", "survey.questions.6.questionType", "time"},
		{"F-060", "survey.questions.3.minCount", 1}, {"F-061", "survey.questions.3.maxCount", 2},
		{"F-062", "survey.questions.3.answerOptions.2", map[string]any{"optionId": "3", "optionTitle": "Three"}},
	})
	has(t, page, []member{{"C-003", "selectedPaymentMethodId", method}, {"", "failure", nil}, {"", "signup", false}})
	exactly(t, "cardScripts", page["cardScripts"], "merchantId serviceId tokenScriptUrl tdsScriptUrl contactEmail")

	verified := post(t, b, "/zapi/purchase/verify/club", map[string]any{"paymentMethodId": method, "campaignCode": nil}) // C-064
	exactly(t, "C-064", verified, "verification")
	exactly(t, "C-064", verified["verification"], verificationMembers)
	today, _ := at(page, "verification.firstPaymentDay")
	verification := []member{
		{"F-156", "verification.billingAmount", 1100}, {"F-157", "verification.firstPaymentDay", today}, {"F-158", "verification.isReContract", false},
		{"", "verification.campaignId", nil}, {"", "verification.campaignType", nil}, {"", "verification.freeDays", nil},
		{"", "verification.discountContinuationCount", nil}, {"F-163", "verification.subscriptionExpiration", something{}},
		{"F-164", "verification.entitlementExpiration", nil}, {"", "verification.campaignEndDate", nil},
		{"", "verification.campaignDescription", nil}, {"", "verification.campaignName", nil},
		{"", "verification.renewalAmount", 1100}, {"", "verification.schedule.0.day", today}, {"", "verification.schedule.1.taxAmount", 100},
	}
	has(t, page, verification)
	has(t, verified, verification)
	has(t, get(t, b, "/plans/club/confirm"), []member{{"C-064", "flowError", something{}}}) // nothing is kept by it

	form := post(t, b, "/zapi/purchase/form/club", map[string]any{ // F-150 F-151 F-155
		"planId": "club", "paymentMethodId": method, "campaignCode": nil, "answers": answers})
	exactly(t, "C-065", form, "redirectTo purchaseToken")
	has(t, form, []member{{"C-065", "redirectTo", "/plans/club/confirm"}})
	confirm := get(t, b, "/plans/club/confirm")
	exactly(t, "plan", confirm["plan"], planMembers)
	has(t, confirm, append(verification, []member{
		{"C-065", "purchaseToken", form["purchaseToken"]}, {"F-151", "paymentMethod.accountPaymentMethodId", method},
		{"", "terms.buttonLabel", something{}}, {"", "terms.items.0.text", something{}}, {"", "needsAuthentication", true}, {"", "redirectTo", nil},
	}...))

	token, _ := form["purchaseToken"].(string)
	bought := bought(t, s, b, "club", token)
	exactly(t, "C-066", bought, "redirectTo isPending subscriptionId linkUrl charset params")
	has(t, bought, []member{{"C-066", "redirectTo", "/plans/club/complete"}, {"C-066", "isPending", false}, {"C-066", "subscriptionId", something{}}})
	has(t, good(t, s.Order(t, b, "club", token)), []member{{"C-066", "", bought}})
	complete := get(t, b, "/plans/club/complete")
	has(t, complete, append(verification, []member{
		{"F-144", "orderCompletedMessage", "Welcome"}, {"", "subscriptionId", bought["subscriptionId"]}, {"", "isPending", false},
	}...))
	has(t, get(t, b, "/plans/club/confirm"), []member{{"", "redirectTo", "/plans/club/complete"}})
	order, _ := complete["orderId"].(string)
	evidence := get(t, b, "/mypage/evidence/"+order)
	exactly(t, "evidence", evidence["evidence"], "orderId orderNumber shownAt language planVersion templateVersion html hash")
	has(t, evidence, []member{{"", "evidence.orderId", order}, {"U-18", "evidence.orderNumber", spoken.Of(spoken.Order, uuid.MustParse(order))}, {"", "evidence.language", "en"}, {"", "evidence.planVersion", something{}}})

	id, _ := bought["subscriptionId"].(string)
	detail := get(t, b, "/mypage/subscription/"+id)
	exactly(t, "detail", detail, "redirectTo flowError subscription orderId planChangeId outlook changeBlockedBy retryBlockedBy isPlanChangeable waitingPlanName")
	lists := get(t, b, "/mypage/plans")
	listed, _ := at(lists, "subscriptions.0")
	for _, contract := range []any{detail["subscription"], listed} {
		exactly(t, "subscription", contract, "subscriptionId subscriptionStatus statusGroup planId planName planDescription planDescriptionText image renewSpan "+
			"renewSpanUnit originalPrice billingAmount firstPaymentDay nextSettlementDay endDay trialEndDay forceStopRenewDate campaign campaignApplicablePeriod "+
			"accountPaymentMethod isRenewalInProgress isRenewing isWithdraw watchUrl planChange planChangeUndoDay")
		next, _ := at(page, "verification.schedule.1.day")
		has(t, contract, []member{
			{"F-168", "subscriptionId", id}, {"F-169", "billingAmount", 1100}, {"F-170", "originalPrice", 1100}, {"F-171", "firstPaymentDay", today},
			{"F-172", "nextSettlementDay", next}, {"", "campaign", nil}, {"", "campaignApplicablePeriod", nil}, {"", "isRenewalInProgress", false},
			{"F-176", "subscriptionStatus", "NEW_CONTRACT"}, {"", "statusGroup", "CONTRACT"}, {"F-177", "planName", "Plan club"},
			{"F-178", "planDescription", "<p>About <b>it</b></p>"}, {"F-179", "renewSpan", 1}, {"F-180", "renewSpanUnit", "months"},
			{"F-181", "accountPaymentMethod.accountPaymentMethodId", method}, {"F-198", "accountPaymentMethod.isContractUsed", true},
		})
	}
	home := get(t, b, "/mypage")
	next, _ := at(page, "verification.schedule.1.day")
	exactly(t, "home", home, "redirectTo flowError account header externalAccountCount externalAccounts contracts isPinSet isNewsletterAgreed connectionCount isProfileIncomplete passkeyCount offersPasskey")
	has(t, home, []member{
		{"U-3", "contracts.0.subscription.subscriptionId", id}, {"U-3", "contracts.0.subscription.planName", "Plan club"},
		{"U-3", "contracts.0.subscription.accountPaymentMethod.accountPaymentMethodId", method}, {"U-3", "contracts.0.outlook.course", "CHARGED"},
		{"U-3", "contracts.0.outlook.day", next}, {"U-3", "contracts.0.outlook.amount", 1100}, {"U-3", "contracts.0.outlook.tax", 100},
	})
	plans, _ := at(lists, "plans.0")
	exactly(t, "plans", plans, planMembers)
	_, other := s.Member(t)
	refused(t, "", said(t, other, "en", "GET", "/mypage/subscription/"+id+"/screen-data", nil), "en", 404, "NOT_FOUND", "", nil)
}

// With what the 3-D Secure script made, the card's owner goes to the bank first, and pays when the
// bank agrees.
func TestPurchaseWithAuthentication(t *testing.T) { // C-067
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	method := card(t, s, b)
	confirm := func(plan string) apptest.Answer { return s.Order(t, b, plan, order(t, b, plan, method)) }
	sent := confirm("rental")
	exactly(t, "C-067", good(t, sent), "redirectTo isPending subscriptionId linkUrl charset params")
	if to := s.Bank(t, b, sent); to != "/plans/rental/complete" {
		t.Errorf("C-067: the bank leads to %s", to)
	}
	has(t, get(t, b, "/plans/rental/complete"), []member{
		{"", "isPending", false}, {"", "subscriptionId", nil}, {"F-164", "verification.entitlementExpiration", something{}}, {"", "verification.renewalAmount", nil}})

	s.Next(t, "", "challenge_fail")
	back := failAtBank(t, s, b, confirm("film"))
	if back.StatusCode != http.StatusSeeOther || back.Header.Get("Location") != "/plans/film" {
		t.Fatalf("the bank leads to %d %s", back.StatusCode, back.Header.Get("Location"))
	}
	for _, locale := range []string{"ja", "en"} { // E-049
		form := good(t, said(t, b, locale, "GET", "/plans/film/screen-data", nil))
		want := map[string]any{"code": "TDS_FAILED", "field": nil, "message": fault.Text(locale, "TDS_FAILED", "", nil)}
		has(t, form, []member{{"E-049", "failure", want}})
	}
	if all := s.Ledger(t); len(all) != 1 || all[0].Amount != 500 {
		t.Errorf("charged %v", all)
	}
}

// A card whose owner does not pass at the bank is not kept, and the form says so.
func TestCardWithoutAuthentication(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	s.Next(t, "", "challenge_fail")
	failAtBank(t, s, b, b.Post("/zapi/account/payment-method/credit", s.CardTokens(t)))
	for _, locale := range []string{"ja", "en"} {
		form := good(t, said(t, b, locale, "GET", "/plans/film/screen-data", nil))
		want := map[string]any{"code": "TDS_CARD_NOT_SAVED", "field": nil, "message": fault.Text(locale, "TDS_CARD_NOT_SAVED", "", nil)}
		has(t, form, []member{{"E-075", "failure", want}, {"E-075", "paymentMethods", []any{}}})
	}
}

// An order begun right after sign-up goes on and ends on the pages of the sign-up.
func TestPurchaseAfterSignup(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	_, b := s.Member(t)
	form := post(t, b, "/zapi/purchase/form/club", map[string]any{"planId": "club", "paymentMethodId": card(t, s, b), "answers": answers, "signup": true})
	has(t, form, []member{{"C-065", "redirectTo", "/signup/plans/club/confirm"}})
	has(t, get(t, b, "/signup/plans/club/confirm"), []member{{"C-002", "purchaseToken", form["purchaseToken"]}})
	token, _ := form["purchaseToken"].(string)
	bought := bought(t, s, b, "club", token)
	has(t, bought, []member{{"C-066", "redirectTo", "/signup/plans/club/complete"}})
	complete := get(t, b, "/signup/plans/club/complete")
	exactly(t, "C-002", complete, "redirectTo flowError "+completeMembers)
	has(t, complete, []member{{"C-002", "subscriptionId", bought["subscriptionId"]}})
}

// failAtBank follows an action to the bank's page, fails there, and comes back.
func failAtBank(t *testing.T, s *apptest.Stack, b *apptest.Browser, action apptest.Answer) apptest.Answer {
	t.Helper()
	bank, _ := good(t, action)["redirectTo"].(string)
	browser := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := browser.PostForm(bank, url.Values{"result": {"fail"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return b.Get(strings.TrimPrefix(answer.Header.Get("Location"), s.Site))
}
