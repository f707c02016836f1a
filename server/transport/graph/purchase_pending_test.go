package graph

import (
	"testing"
	"time"

	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
)

// While the outcome is open, the answer says so.
func TestPendingPurchase(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	card := c.Card(t, c.member)
	kept := c.run(t, "PurchaseForm", `{"input": {"planId": "standard", "paymentMethodId": "`+card.ID.String()+`"}}`)
	token, _ := at(t, kept, "purchaseToken").(string)
	c.Gateway.Next(paymenttest.Charge, paymenttest.TimeoutAfter)
	expect(t, c.buy(t, "standard", token, 0), []fact{{"", "isPending", true}, {"", "redirectTo", "/plans/standard/complete"}})
	complete := c.run(t, "PurchaseCompleteScreen", `{"root": false, "planId": "standard"}`)
	expect(t, complete, []fact{{"", "isPending", true}})
}

// From the moment a renewal is charged until its outcome is known, the contract says that one is
// under way.
func TestRenewalInProgress(t *testing.T) { // B-08 F-175
	t.Parallel()
	c := newCheckout(t)
	kept := c.run(t, "PurchaseForm", `{"input": {"planId": "standard", "paymentMethodId": "`+c.Card(t, c.member).ID.String()+`"}}`)
	token, _ := at(t, kept, "purchaseToken").(string)
	id, _ := at(t, c.buy(t, "standard", token, 0), "subscriptionId").(string)
	inProgress := func(when string, want bool) {
		t.Helper()
		contract := c.run(t, "SubscriptionScreen", `{"root": false, "subscriptionId": "`+id+`"}`)
		expect(t, contract, []fact{{"F-175 " + when, "subscription.isRenewalInProgress", want}})
		expect(t, c.run(t, "MypagePlansScreen", `{"root": false}`), []fact{{"F-175 " + when, "subscriptions.0.isRenewalInProgress", want}})
	}
	c.Clock.Advance(31 * 24 * time.Hour)
	inProgress("before it is charged", false)
	if _, err := c.contracts.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	jobs := paymenttest.Jobs[subscription.RenewArgs](t, c.Store, subscription.RenewArgs{}.Kind())
	if len(jobs) != 1 {
		t.Fatalf("%d renewals", len(jobs))
	}
	c.Gateway.Before(paymenttest.Charge, func() { inProgress("while it is charged", true) })
	c.Gateway.Next(paymenttest.Charge, paymenttest.TimeoutAfter)
	if err := c.contracts.Renew(t.Context(), jobs[0].SubscriptionID); err != nil {
		t.Fatal(err)
	}
	inProgress("while its outcome is not known", true)
	for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, c.Store, payment.ResolveArgs{}.Kind()) {
		if _, err := c.Payment.Resolve(t.Context(), job.ChargeID); err != nil {
			t.Fatal(err)
		}
	}
	inProgress("once it is paid", false)
}
