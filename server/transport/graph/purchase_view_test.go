package graph

import (
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/money/evidence"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/playback"
	"kaiin/server/transport/viewer"
)

// checkout runs the real documents of the checkout against the test store.
type checkout struct {
	*paymenttest.Env
	*Executor
	contracts *subscription.Service
	orders    *purchase.Service
	member    actor.Actor
	max       int64 // statements of the most expensive screen
}

func newCheckout(t *testing.T) *checkout {
	t.Helper()
	env := paymenttest.Setup(t, "2026-05-15", func(s *settings.Settings) { s.SubscriptionContractLimit = 2 })
	env.Payment.Scripts = payment.Scripts{MerchantID: "30132", ServiceID: "001", TokenURL: "https://token.example/t.js", TDSURL: "https://token.example/d.js"}
	contracts := &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings, Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing, Entitlement: env.Entitlement,
		Secrets: env.Secrets, Notify: env.Notify,
	}
	proofs := &evidence.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog}
	orders := &purchase.Service{
		Store: env.Store, Clock: env.Clock, Secrets: env.Secrets, Catalog: env.Catalog, Settings: env.Catalog.Settings, Throttle: env.Throttle, Account: env.Account,
		Payment: env.Payment, Billing: env.Billing, Subscription: contracts, Entitlement: env.Entitlement, Notify: env.Notify,
		Evidence: proofs,
	}
	env.Billing.Orders, env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = orders, contracts, contracts, contracts
	exec, err := New(&Resolver{Catalog: env.Catalog, Settings: env.Catalog.Settings, Accounts: env.Account, Payment: env.Payment, Playback: &playback.Service{Catalog: env.Catalog, Settings: env.Catalog.Settings}, Subscription: contracts, Purchase: orders, Evidence: proofs}, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	return &checkout{Env: env, Executor: exec, contracts: contracts, orders: orders, member: env.Member(t)}
}

// run answers the screen or result of a document.
func (c *checkout) run(t *testing.T, document, variables string) map[string]any {
	t.Helper()
	values := map[string]any{}
	if err := json.Unmarshal([]byte(variables), &values); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(document, "Screen") {
		delete(values, "root")
	}
	settings, err := c.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Settings.Save(t.Context(), settings); err != nil { // what is in the cache may be nearly too old
		t.Fatal(err)
	}
	ctx, n := store.CountStatements(viewer.With(t.Context(), &viewer.Viewer{Actor: c.member}))
	began := time.Now()
	response := c.Run(ctx, document, values)
	if len(response.Errors) > 0 {
		t.Fatalf("%s: %v", document, response.Errors)
	}
	if strings.HasSuffix(document, "Screen") {
		settingsAgain := int64(time.Since(began)/store.CacheFor) + 1 // the first time, and on a busy machine once more each second
		c.max = max(c.max, n.Load()-settingsAgain)
	}
	var data struct{ Screen, Result map[string]any }
	if err := json.Unmarshal(response.Data, &data); err != nil {
		t.Fatal(err)
	}
	if data.Screen != nil {
		return data.Screen
	}
	return data.Result
}

// buy orders the plan with the token and comes back from the bank, whose n-th visit this is; it
// answers what the button then answers.
func (c *checkout) buy(t *testing.T, planID, token string, n int) map[string]any {
	t.Helper()
	variables := `{"input": {"planId": "` + planID + `", "purchaseToken": "` + token + `", "tds2infoToken": "i", "tds2infoTokenKey": "k"}}`
	bank := c.run(t, "Purchase", variables)
	expect(t, bank, []fact{{"C-067", "redirectTo", "https://bank.example/tds-" + strconv.Itoa(n)}, {"", "isPending", false}})
	c.Gateway.Decide(n, gateway.VerdictSucceeded)
	if _, err := c.orders.ReturnFromBank(t.Context(), c.Gateway.Key(n)); err != nil {
		t.Fatal(err)
	}
	return c.run(t, "Purchase", variables)
}

// at reads a value by its path, such as "plans.0.planId".
func at(t *testing.T, v any, path string) any {
	t.Helper()
	for name := range strings.SplitSeq(path, ".") {
		switch node := v.(type) {
		case map[string]any:
			value, ok := node[name]
			if !ok {
				t.Fatalf("%s is missing at %s", name, path)
			}
			v = value
		case []any:
			if name != "0" || len(node) == 0 {
				t.Fatalf("nothing at %s", path)
			}
			v = node[0]
		default:
			t.Fatalf("%v at %s", v, path)
		}
	}
	return v
}

type fact struct {
	row, path string
	want      any
}

func expect(t *testing.T, screen map[string]any, facts []fact) {
	t.Helper()
	for _, f := range facts {
		if got := at(t, screen, f.path); got != f.want {
			t.Errorf("%s: %s is %v, want %v", f.row, f.path, got, f.want)
		}
	}
}

// A member looks at the plans, orders one, and finds it among their contracts, through the
// documents the pages send.
func TestCheckoutDocuments(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	card := c.Card(t, c.member)

	plans := c.run(t, "PlansScreen", `{"root": false}`)
	expect(t, plans, []fact{
		{"F-133", "plans.0.planId", "standard"},
		{"F-134", "plans.0.planType", "subscription"},
		{"F-135", "plans.0.planName", "プラン standard"},
		{"F-136", "plans.0.renewSpanUnit", "months"},
		{"F-137", "plans.0.renewSpan", 1.0},
		{"F-138", "plans.0.freeTrialDays", 0.0},
		{"F-139", "plans.0.price", 1100.0},
		{"F-140", "plans.0.salesEndDate", nil},
		{"F-141", "plans.0.forceStopRenewDate", nil},
		{"", "plans.0.hasAvailableCampaign", false},
		{"F-145", "plans.0.planDescription", "<p>説明</p>"},
		{"F-146", "plans.0.salesStartDate", nil},
		{"F-147", "plans.0.salesCount", 0.0},
		{"F-148", "plans.0.salesLimit", nil},
		{"F-149", "plans.0.isSubscriptionContractLimited", false},
		{"", "plans.0.availability", "AVAILABLE"},
		{"", "plans.0.salesIndicator", nil},
	})

	form := c.run(t, "PurchaseFormScreen", `{"root": false, "planId": "trial", "paymentMethodId": "`+card.ID.String()+`"}`)
	expect(t, form, []fact{
		{"F-143", "plan.survey", nil},
		{"F-156", "verification.billingAmount", 0.0},
		{"", "verification.renewalAmount", 980.0},
		{"F-157", "verification.firstPaymentDay", "2026-05-29"},
		{"F-158", "verification.isReContract", false},
		{"", "verification.campaignId", nil},
		{"", "verification.campaignType", nil},
		{"", "verification.freeDays", nil},
		{"", "verification.discountContinuationCount", nil},
		{"F-163", "verification.subscriptionExpiration", nil},
		{"F-164", "verification.entitlementExpiration", nil},
		{"", "verification.campaignEndDate", nil},
		{"", "verification.campaignDescription", nil},
		{"", "verification.campaignName", nil},
		{"", "verification.schedule.0.day", "2026-05-29"},
		{"", "verification.schedule.0.taxAmount", 89.0},
		{"F-195", "paymentMethods.0.accountPaymentMethodId", card.ID.String()},
		{"F-202", "paymentMethods.0.paymentMethodType", "SbpsCredit"},
		{"F-198", "paymentMethods.0.isContractUsed", false},
		{"F-209", "paymentMethods.0.sbpsCreditInfo.cardbrandCode", "V"},
		{"F-210", "paymentMethods.0.sbpsCreditInfo.cardNumberSuffix", "4242"},
		{"F-211", "paymentMethods.0.sbpsCreditInfo.expireDate", "203012"},
		{"", "selectedPaymentMethodId", card.ID.String()},
		{"", "cardScripts.merchantId", "30132"},
		{"", "cardScripts.serviceId", "001"},
		{"", "failure", nil},
	})

	verified := c.run(t, "PurchaseVerify", `{"input": {"planId": "trial"}}`)
	expect(t, verified, []fact{{"C-064", "verification.billingAmount", 0.0}})

	kept := c.run(t, "PurchaseForm", `{"input": {"planId": "trial", "planIdOnForm": "trial", "paymentMethodId": "`+card.ID.String()+`", "campaignCode": "", "answers": []}}`)
	token, _ := at(t, kept, "purchaseToken").(string)
	if len(token) != 43 {
		t.Fatalf("C-065: token %q", token)
	}

	confirm := c.run(t, "PurchaseConfirmScreen", `{"root": false, "planId": "trial"}`)
	expect(t, confirm, []fact{
		{"C-066", "purchaseToken", token},
		{"", "terms.items.0.key", "quantity"},
		{"", "terms.buttonLabel", "申し込みを確定する（14日間無料、その後毎月980円）"},
		{"", "paymentMethod.sbpsCreditInfo.cardNumberSuffix", "4242"},
		{"", "needsAuthentication", true},
		{"K-019", "plan.freeTrialDays", 14.0},
	})

	refused := c.run(t, "Purchase", `{"input": {"planId": "trial", "purchaseToken": "`+token+`"}}`)
	expect(t, refused, []fact{{"", "userErrors.0.code", "AUTHENTICATION_REQUIRED"}, {"", "redirectTo", nil}})
	bought := c.buy(t, "trial", token, 0)
	expect(t, bought, []fact{{"C-068", "redirectTo", "/plans/trial/complete"}, {"", "isPending", false}})

	complete := c.run(t, "PurchaseCompleteScreen", `{"root": false, "planId": "trial"}`)
	id, _ := at(t, complete, "subscriptionId").(string)
	expect(t, complete, []fact{{"F-144", "orderCompletedMessage", nil}, {"", "isPending", false}, {"", "plan.planId", "trial"}})

	contract := c.run(t, "SubscriptionScreen", `{"root": false, "subscriptionId": "`+id+`"}`)
	expect(t, contract, []fact{
		{"F-168", "subscription.subscriptionId", id},
		{"F-169", "subscription.billingAmount", 980.0},
		{"F-170", "subscription.originalPrice", 980.0},
		{"F-171", "subscription.firstPaymentDay", "2026-05-29"},
		{"F-172", "subscription.nextSettlementDay", "2026-05-29"},
		{"", "subscription.campaign", nil},
		{"", "subscription.campaignApplicablePeriod", nil},
		{"", "subscription.isRenewalInProgress", false},
		{"F-176", "subscription.subscriptionStatus", "NEW_TRIAL_CONTRACT"},
		{"", "subscription.statusGroup", "TRIAL"},
		{"F-177", "subscription.planName", "プラン trial"},
		{"F-178", "subscription.planDescription", "<p>説明</p>"},
		{"", "subscription.planDescriptionText", "説明"},
		{"F-179", "subscription.renewSpan", 1.0},
		{"F-180", "subscription.renewSpanUnit", "months"},
		{"F-181", "subscription.accountPaymentMethod.accountPaymentMethodId", card.ID.String()},
		{"", "subscription.isRenewing", false},
		{"F-182", "subscription.isWithdraw", true},
		{"", "subscription.trialEndDay", "2026-05-28"},
		{"", "subscription.endDay", nil},
	})

	mine := c.run(t, "MypagePlansScreen", `{"root": false}`)
	expect(t, mine, []fact{{"", "subscriptions.0.subscriptionId", id}, {"", "plans.0.planId", "standard"}})
	if used := c.run(t, "PurchaseFormScreen", `{"root": false, "planId": "standard"}`); at(t, used, "paymentMethods.0.isContractUsed") != true {
		t.Error("F-198: the card pays for a contract")
	}
	if c.max > 7 { // the contract's, which asks for the evidence of its order, too
		t.Errorf("a screen took %d statements, without the session's", c.max)
	}
}

// What goes wrong is data of the payload, with the specification's words.
func TestCheckoutFaults(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	for _, f := range []struct{ row, document, variables, path, want string }{
		{"E-054", "PurchaseForm", `{"input": {"planId": "standard"}}`, "userErrors.0.field", "paymentMethodId"},
		{"V-039", "PurchaseForm", `{"input": {"planId": "standard", "paymentMethodId": "CampaignCode"}}`, "userErrors.0.message", "キャンペーンコードを入力してください"},
		{"E-046", "Purchase", `{"input": {"planId": "standard", "purchaseToken": "x"}}`, "flowError.redirectTo", "/plans/standard"},
		{"E-046", "PurchaseConfirmScreen", `{"root": false, "planId": "standard"}`, "flowError.redirectTo", "/plans/standard"},
		{"E-046", "PurchaseCompleteScreen", `{"root": false, "planId": "standard"}`, "flowError.redirectTo", "/plans/standard"},
		{"C-076", "RegisterCard", `{"input": {"token": "", "tokenKey": "k", "tds2infoToken": "i", "tds2infoTokenKey": "k"}}`, "userErrors.0.field", "token"},
	} {
		if got := at(t, c.run(t, f.document, f.variables), f.path); got != f.want {
			t.Errorf("%s %s: %v, want %s", f.row, f.document, got, f.want)
		}
	}
	registered := c.run(t, "RegisterCard", `{"input": {"token": "t", "tokenKey": "k", "tds2infoToken": "i", "tds2infoTokenKey": "k", "returnTo": "/plans/standard"}}`)
	expect(t, registered, []fact{{"C-076", "redirectTo", "https://bank.example/tds-0"}})
}
