package contract

import (
	"testing"

	"kaiin/server/shop/catalog"
	"kaiin/server/shop/storefile"
)

// What a campaign's code does to an order is told before it, and by the contract, the payment
// history and the invoice after it.
func TestPurchaseWithACampaign(t *testing.T) {
	t.Parallel()
	s := start(t, func(f *storefile.File) {
		f.Campaigns = []catalog.CampaignFile{
			{ID: "spring", Name: text("春の半額", "Half price in spring"), Type: "other", DiscountPercent: 50, DiscountCount: 3, Plans: []string{"club"}, Codes: []string{"SPRING"}},
			{ID: "month", Name: text("30日無料", "Thirty days free"), Type: "free", FreeDays: 30, Plans: []string{"club"}, Codes: []string{"MONTH"}},
		}
	})
	_, b := s.Member(t)
	method := card(t, s, b)

	verify := func(code string) map[string]any {
		return post(t, b, "/zapi/purchase/verify/club", map[string]any{"paymentMethodId": method, "campaignCode": code})
	}
	has(t, verify("MONTH"), []member{
		{"F-161", "verification.freeDays", 30}, {"", "verification.campaignType", "free"}, {"", "verification.billingAmount", 0},
		{"", "verification.campaignName", "Thirty days free"}, {"", "verification.discountContinuationCount", nil},
	})
	has(t, verify("SPRING"), []member{
		{"F-161", "verification.freeDays", nil}, {"", "verification.campaignType", "other"}, {"", "verification.billingAmount", 550},
		{"", "verification.campaignName", "Half price in spring"}, {"", "verification.discountContinuationCount", 3},
	})

	form := post(t, b, "/zapi/purchase/form/club", map[string]any{"planId": "club", "paymentMethodId": method, "campaignCode": "SPRING", "answers": answers})
	token, _ := form["purchaseToken"].(string)
	id, _ := bought(t, s, b, "club", token)["subscriptionId"].(string)
	detail := get(t, b, "/mypage/subscription/"+id)
	first, _ := at(detail, "subscription.firstPaymentDay")
	listed, _ := at(get(t, b, "/mypage/plans"), "subscriptions.0")
	for _, contract := range []any{detail["subscription"], listed} {
		has(t, contract, []member{
			{"F-173", "campaign", map[string]any{"campaignName": "Half price in spring"}},
			{"F-174", "campaignApplicablePeriod.startDate", first}, {"F-174", "campaignApplicablePeriod.endDate", something{}},
			{"", "billingAmount", 550}, {"", "originalPrice", 1100},
		})
	}

	history := get(t, b, "/mypage/payment-history")
	has(t, history, []member{
		{"", "paymentHistory.0.campaignName", "Half price in spring"}, {"", "paymentHistory.0.originalPrice", 1100}, {"", "paymentHistory.0.discount", 550},
		{"", "paymentHistory.0.billingAmount", 550},
	})
	earnings, _ := at(history, "paymentHistory.0.earningsId")
	has(t, get(t, b, "/mypage/invoice/"+earnings.(string)), []member{
		{"F-219", "invoice.planName", "Plan club"}, {"F-221", "invoice.billingAmount", 550}, {"F-222", "invoice.netBillingAmount", 500},
		{"F-223", "invoice.taxAmount", 50}, {"F-224", "invoice.taxRate", 10}, {"", "invoice.discount", 550},
		{"", "invoice.campaignName", "Half price in spring"},
	})
}
