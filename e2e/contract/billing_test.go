package contract_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/app/apptest"
	"kaiin/server/base/spoken"
)

// billed gives the account a paid renewal of 990 yen, partly given back, and answers their ids.
func billed(t *testing.T, s *apptest.Stack, accountID uuid.UUID) (paid *ent.Bill, back *ent.Refund) {
	t.Helper()
	client, now, today := s.Store.Client(t.Context()), s.Clock.Now(), s.Clock.Today()
	card := client.PaymentMethod.Create().SetCreatedAt(now).SetAccountID(accountID).SetPaymentMethodType("SbpsCredit").SetState("active").
		SetCustomerCode(uuid.NewString()).SetCardBrand("V").SetCardSuffix("1111").SetCardExpire("203012").SaveX(t.Context())
	paid = client.Bill.Create().SetCreatedAt(now).SetUpdatedAt(now).SetPaidAt(now).SetAccountID(accountID).SetOrderID(uuid.New()).SetSubscriptionID(uuid.New()).
		SetPeriod(2).SetPeriodStart(today).SetPeriodEnd(today.AddDays(29)).SetDueDay(today).SetPlanID("standard").
		SetPlanName(map[string]string{"ja": "スタンダード", "en": "Standard"}).SetListAmount(1100).SetDiscount(110).SetAmount(990).SetTax(90).SetTaxRate(10).
		SetState(bill.StatePaid).SaveX(t.Context())
	settled := client.Charge.Create().SetCreatedAt(now).SetUpdatedAt(now).SetGiveUpAt(now).SetAccountID(accountID).SetBillID(paid.ID).SetPlanName("スタンダード").
		SetPaymentMethodID(card.ID).SetProviderOrderID(uuid.NewString()).SetState(charge.StateSettled).SetAmount(990).SetTax(90).
		SetInitiator(charge.InitiatorMerchant).SetCardBrand("V").SetCardSuffix("4242").SaveX(t.Context())
	later := now.Add(time.Minute)
	back = client.Refund.Create().SetCreatedAt(later).SetUpdatedAt(later).SetDoneAt(later).SetAccountID(accountID).SetChargeID(settled.ID).
		SetKind(refund.KindRefund).SetState(refund.StateDone).SetAmount(330).SetTrackingID("t").SetRequestKey(uuid.NewString()).SetReason("asked").SetAskedBy("staff").SaveX(t.Context())
	return paid, back
}

func TestHistoryAndInvoiceOnTheWire(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	taro, browser := s.Member(t)
	paid, back := billed(t, s, taro.ID)

	page := browser.Get("/zapi/account/payment-history/1").JSON(t)                                                // C-074 F-190
	for name, want := range map[string]float64{"currentPage": 1, "lastPage": 1, "perPage": 20, "totalCount": 2} { // F-191 F-192 F-193 F-194 A-149
		if page[name] != want {
			t.Errorf("%s is %v, not %v", name, page[name], want)
		}
	}
	data, _ := page["data"].([]any)
	if len(data) != 2 {
		t.Fatalf("%v", page)
	}
	refunded, payment := data[0].(map[string]any), data[1].(map[string]any)
	members(t, payment, map[string]any{ // F-183 F-185 F-187 F-188 F-189
		"earningsId": paid.ID.String(), "refundId": nil, "kind": "PAID", "planName": "Standard", "billingAmount": 990.0, "netBillingAmount": 900.0, "taxAmount": 90.0,
		"originalPrice": 1100.0, "discount": 110.0, "hasInvoice": true, "number": spoken.Of(spoken.Invoice, paid.ID), "createdAt": paid.CreatedAt.UTC().Format(time.RFC3339Nano), // F-184
	})
	with, _ := payment["accountPaymentMethod"].(map[string]any) // F-186
	members(t, with, map[string]any{"paymentMethodType": "SbpsCredit"})
	shown, _ := with["sbpsCreditInfo"].(map[string]any)
	members(t, shown, map[string]any{"cardbrandCode": "V", "cardNumberSuffix": "4242"}) // as it was charged, not as it is
	members(t, refunded, map[string]any{"earningsId": paid.ID.String(), "refundId": back.ID.String(), "kind": "REFUND", "number": spoken.Of(spoken.ReturnInvoice, back.ID), "billingAmount": -330.0, "netBillingAmount": -300.0, "taxAmount": -30.0})

	invoice, _ := browser.Get("/mypage/invoice/" + paid.ID.String() + "/screen-data").JSON(t)["invoice"].(map[string]any)
	members(t, invoice, map[string]any{                                                                                   // F-218…F-225 F-227
		"contactEmail": *taro.Email, "planName": "Standard", "orderInfoId": paid.OrderID.String(), "orderNumber": spoken.Of(spoken.Order, *paid.OrderID), "number": spoken.Of(spoken.Invoice, paid.ID), "originalNumber": nil, "billingAmount": 990.0, "netBillingAmount": 900.0, "taxAmount": 90.0,
		"taxRate": 10.0, "createdAt": paid.CreatedAt.UTC().Format(time.RFC3339Nano), "invoiceRegistrationNumber": "T1234567890123", "refundId": nil,
	})
	if with, _ := invoice["accountPaymentMethod"].(map[string]any); with["paymentMethodType"] != "SbpsCredit" { // F-226
		t.Errorf("paid with %v", invoice["accountPaymentMethod"])
	}
	returned, _ := browser.Get("/mypage/return-invoice/" + back.ID.String() + "/screen-data").JSON(t)["invoice"].(map[string]any)
	members(t, returned, map[string]any{"refundId": back.ID.String(), "earningsId": paid.ID.String(), "number": spoken.Of(spoken.ReturnInvoice, back.ID), "originalNumber": spoken.Of(spoken.Invoice, paid.ID), "billingAmount": 330.0, "taxAmount": 30.0, "netBillingAmount": 300.0})

	_, other := s.Member(t)
	long := strings.Repeat("9", 4000)
	for _, path := range []string{
		"/mypage/invoice/" + paid.ID.String(), "/mypage/return-invoice/" + back.ID.String(), "/mypage/invoice/" + uuid.NewString(), "/mypage/invoice/%00",
		"/mypage/invoice/%EF%BC%91", "/mypage/return-invoice/" + long,
	} {
		if got := other.Get(path + "/screen-data"); got.StatusCode != http.StatusNotFound {
			t.Errorf("%.60s for another member: %d %s", path, got.StatusCode, got.Text)
		}
	}
	if got := other.Get("/zapi/account/payment-history/1").JSON(t); got["totalCount"] != 0.0 {
		t.Errorf("another member's history: %v", got)
	}
	for path, want := range map[string]int{
		"1%00": 400, "x": 400, "-1": 400, "%EF%BC%91": 400, long: 400, "2147483648": 400, "0": 200, "2": 200, "2147483647": 200,
	} {
		if got := browser.Get("/zapi/account/payment-history/" + path); got.StatusCode != want {
			t.Errorf("page %.20s: %d %s", path, got.StatusCode, got.Text)
		}
	}
	if got := browser.Get("/mypage/payment-history/screen-data?after=made-up"); got.StatusCode != http.StatusBadRequest {
		t.Errorf("a made-up cursor: %d %s", got.StatusCode, got.Text)
	}
	if got := s.Browser(t).Get("/zapi/account/payment-history/1"); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("a visitor: %d %s", got.StatusCode, got.Text)
	}
}

func members(t *testing.T, got, want map[string]any) {
	t.Helper()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %v, not %v", name, got[name], value)
		}
	}
}
