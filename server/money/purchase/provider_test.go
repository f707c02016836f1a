package purchase

import (
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/order"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/subscriptionprice"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	domain "kaiin/server/money/subscription"
	"kaiin/server/staff/acts/actstest"
)

func TestAProviderThatChargesByItself(t *testing.T) { // F-204
	t.Parallel()
	c := withCarrier(t)
	member, row, reference := c.buys(t) // on 15 May
	o, method := c.order(t, member), c.client(t).PaymentMethod.GetX(t.Context(), *row.PaymentMethodID)
	if o.State != order.StateCompleted || row.Biller != "provider" || row.DueAt == nil || !row.DueAt.Equal(day(t, "2026-05-30").Start()) {
		t.Fatalf("%s, charged by %s, looked after at %v", o.State, row.Biller, row.DueAt)
	}
	if method.State != paymentmethod.StateActive || method.Reference != reference {
		t.Fatalf("the method is %s, %q", method.State, method.Reference)
	}
	if c.Mails(t, member, "order-completed") != 1 {
		t.Errorf("%d mails about the order", c.Mails(t, member, "order-completed"))
	}
	// Its method pays for nothing else, and is not deleted.
	if _, err := c.Form(t.Context(), member, "limited", Form{MethodID: method.ID.String()}); !isCode(err, fault.PaymentMethodNotForPlan) {
		t.Errorf("another contract is paid with it: %v", err)
	}
	if err := c.Env.Payment.Delete(t.Context(), member, method.ID.String()); !isCode(err, fault.PaymentMethodInUse) {
		t.Errorf("it is deleted: %v", err)
	}

	c.at(t, "2026-06-01") // told before the bill exists: it waits
	june := c.provider.Takes(reference, "202606", 1100)
	c.tells(t, june, june)
	if row = c.row(t, row.ID); row.Period != 1 {
		t.Fatalf("in period %d before its day", row.Period)
	}
	c.on(t, "2026-06-15")
	if row = c.row(t, row.ID); row.Period != 2 || row.Status != string(domain.OngoingContract) || row.NextSettlementDay != day(t, "2026-07-15") {
		t.Fatalf("%s in period %d, next %s", row.Status, row.Period, row.NextSettlementDay)
	}
	c.tells(t, june)
	c.right(t)

	c.on(t, "2026-07-15") // told after its day
	if row = c.row(t, row.ID); row.Period != 2 || !domain.Status(row.Status).Contracted() {
		t.Fatalf("%s in period %d, and nothing was told", row.Status, row.Period)
	}
	c.on(t, "2026-07-20")
	c.unanswered(t, 1)
	c.takes(t, reference, "202607")
	if row = c.row(t, row.ID); row.Period != 3 || row.NextSettlementDay != day(t, "2026-08-15") {
		t.Fatalf("in period %d, next %s", row.Period, row.NextSettlementDay)
	}
	c.right(t)

	c.at(t, "2026-08-01") // it could not take the month: on hold at once, and asked no more
	c.tells(t, c.provider.Refuses(reference, "202608", 1100))
	c.on(t, "2026-08-15")
	row = c.row(t, row.ID)
	if row.Status != string(domain.Hold) || row.Biller != "ours" || c.agreements() != 0 || c.Mails(t, member, "renewal-failed") != 1 {
		t.Fatalf("%s, charged by %s, %d agreements, %d mails", row.Status, row.Biller, c.agreements(), c.Mails(t, member, "renewal-failed"))
	}
	c.right(t)
	card := c.Card(t, member)
	if _, err := c.Subscription.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String()); err != nil {
		t.Fatal(err)
	}
	if row = c.row(t, row.ID); row.Status != string(domain.HoldReleased) || row.Period != 4 {
		t.Errorf("%s in period %d after a card paid", row.Status, row.Period)
	}
	c.right(t)
	if n := c.client(t).Charge.Query().Where(charge.OriginEQ(charge.OriginProvider), charge.StateEQ(charge.StateSettled)).CountX(t.Context()); n != 3 {
		t.Errorf("%d charges of the provider", n)
	}
	if n := c.provider.Calls(paymenttest.Charge); n != 0 {
		t.Errorf("it was asked %d times to charge", n)
	}
}

// What belongs to no term that is owed goes back, once.
func TestMoneyOfAMonthThatIsNotOwed(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name string
		ends func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription)
	}{
		{"cancelled in time", func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription) { c.cancels(t, row) }},
		{"cancelled once the month has begun", func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription) {
			c.at(t, "2026-06-03")
			c.cancels(t, row)
			if c.work(t); c.agreements() != 0 {
				t.Error("the agreement goes on")
			}
		}},
		{"changed to a card", func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription) {
			if _, err := c.Subscription.ChangeMethod(t.Context(), member, row.ID.String(), c.Card(t, member).ID.String()); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			c := withCarrier(t)
			member, row, reference := c.buys(t)
			k.ends(t, c, member, row)
			c.on(t, "2026-06-05")
			june := c.provider.Takes(reference, "202606", 1100)
			c.tells(t, june)
			c.tells(t, june)
			c.keepsNothing(t, reference+"202606")
			if n := c.client(t).Refund.Query().CountX(t.Context()); n != 1 || c.Mails(t, member, "refunded") != 1 {
				t.Errorf("%d refunds, %d mails", n, c.Mails(t, member, "refunded"))
			}
			c.on(t, "2026-06-16")
			c.right(t)
		})
	}
}

// So does what it took for a later month while it told nothing of the one that is owed, or could
// not take it (seen by modeltest).
func TestMoneyOfALaterMonthThatIsNotOwed(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]func(t *testing.T, c *carrier, row *ent.Subscription, reference string){
		"cancelled": func(t *testing.T, c *carrier, row *ent.Subscription, _ string) { c.cancels(t, row) },
		"held": func(t *testing.T, c *carrier, _ *ent.Subscription, reference string) {
			c.tells(t, c.provider.Refuses(reference, "202606", 1100))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := withCarrier(t)
			_, row, reference := c.buys(t)
			c.on(t, "2026-06-15") // nothing is told of June
			c.at(t, "2026-07-05")
			c.takes(t, reference, "202607")
			if e := c.provider.Entry(reference + "202607"); e.Kept() != 1100 {
				t.Fatalf("%d yen are kept while the contract goes on", e.Kept())
			}
			ends(t, c, c.row(t, row.ID), reference)
			c.work(t)
			c.keepsNothing(t, reference+"202607")
			c.right(t)
		})
	}
}

// A cancellation is taken back until the provider has been told.
func TestUndoUntilTheProviderIsTold(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, row, reference := c.buys(t)
	c.cancels(t, row)
	c.work(t)
	if _, err := c.Subscription.Undo(t.Context(), member, row.ID.String()); err != nil || c.agreements() != 1 {
		t.Fatalf("%v, %d agreements", err, c.agreements())
	}
	c.at(t, "2026-06-15")
	c.takes(t, reference, "202606")
	if row = c.row(t, row.ID); row.Period != 2 {
		t.Fatalf("in period %d", row.Period)
	}
	c.cancels(t, row)
	c.on(t, "2026-06-29")
	if c.agreements() != 0 {
		t.Fatal("the provider was not told in time")
	}
	if _, err := c.Subscription.Undo(t.Context(), member, row.ID.String()); !isCode(err, fault.SubscriptionAgreementEnded) {
		t.Errorf("it is taken back: %v", err)
	}
	c.on(t, "2026-07-15")
	if row = c.row(t, row.ID); row.Status != string(domain.Cancelled) {
		t.Errorf("it is %s", row.Status)
	}
	c.right(t)
}

// An amount that is not owed pays nothing, and a month without a result is never charged.
func TestQuestions(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.on(t, "2026-06-15")
	c.tells(t, c.provider.Takes(reference, "202606", 1), c.settled("unknown", "202606"))
	questions := c.questions(t, 2)
	if row = c.row(t, row.ID); row.Period != 1 {
		t.Fatal("another amount paid")
	}
	for _, q := range questions {
		if err := c.Env.ProviderBilling.AnswerQuestion(t.Context(), payment.Decision{ID: q.ID, As: "unpaid", By: actstest.By(c.Env.Store)}); err != nil {
			t.Error(err)
		}
		if err := c.Env.ProviderBilling.AnswerQuestion(t.Context(), payment.Decision{ID: q.ID, As: "unpaid", By: actstest.By(c.Env.Store)}); !isCode(err, fault.CodeNotFound) {
			t.Errorf("a second answer: %v", err)
		}
	}
	var ofMember, ofNone int
	err := c.Env.Store.QueryRow(t.Context(), "SELECT count(*) FILTER (WHERE account_id = $1), count(*) FILTER (WHERE account_id IS NULL) FROM acts WHERE kind = 'month.answered' AND outcome = 'done'",
		row.AccountID).Scan(&ofMember, &ofNone)
	if err != nil || ofMember != 1 || ofNone != 1 {
		t.Errorf("%d acts of the member, %d of none, %v", ofMember, ofNone, err)
	}
	c.on(t, "2026-07-16") // the month is over: it is waived, and what comes for it goes back
	if row = c.row(t, row.ID); row.Period != 2 || !domain.Status(row.Status).Contracted() {
		t.Fatalf("%s in period %d", row.Status, row.Period)
	}
	if n := c.client(t).Bill.Query().Where(bill.StateEQ(bill.StateWaived)).CountX(t.Context()); n != 1 {
		t.Errorf("%d bills are waived", n)
	}
	c.takes(t, reference, "202607")
	if row = c.row(t, row.ID); row.Period != 3 {
		t.Errorf("in period %d", row.Period)
	}
	c.right(t)
	if n := c.client(t).Charge.Query().Where(charge.OriginEQ(charge.OriginOurs)).CountX(t.Context()); n != 0 {
		t.Errorf("%d charges of ours", n)
	}
}

// The provider takes one amount for ever: a contract with a new price ends before that, unless its
// member chooses another way to pay.
func TestANewPriceEndsIt(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.client(t).Plan.UpdateOneID(row.PlanID).SetPrice(1500).ExecX(t.Context()) // else the price would be one that was taken back
	c.client(t).SubscriptionPrice.Update().Where(subscriptionprice.SubscriptionID(row.ID)).SetToPeriod(2).ExecX(t.Context())
	c.client(t).SubscriptionPrice.Create().SetSubscriptionID(row.ID).SetFromPeriod(3).SetListAmount(1500).SetCreatedAt(c.Env.Clock.Now()).ExecX(t.Context())
	c.at(t, "2026-06-15")
	c.takes(t, reference, "202606")
	c.on(t, "2026-06-29")
	if row = c.row(t, row.ID); c.agreements() != 0 || row.Period != 2 || !domain.Status(row.Status).Contracted() {
		t.Fatalf("%d agreements, %s in period %d", c.agreements(), row.Status, row.Period)
	}
	c.on(t, "2026-07-15")
	if row = c.row(t, row.ID); row.Status != string(domain.Terminated) {
		t.Errorf("it is %s", row.Status)
	}
}
