package subscription

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/message"
	"kaiin/ent/refund"
	"kaiin/server/base/fault"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/acts/actstest"
)

// reverses has the provider take the payment of the contract's period back.
func (w *world) reverses(t *testing.T, row *ent.Subscription, period int) {
	t.Helper()
	client, now := w.Store.Client(t.Context()), w.Clock.Now()
	b := client.Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(period)).OnlyX(t.Context())
	c := client.Charge.Query().Where(charge.BillID(b.ID), charge.StateEQ(charge.StateSettled)).OnlyX(t.Context())
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		r, err := w.Store.Client(ctx).Refund.Create().SetChargeID(c.ID).SetAccountID(c.AccountID).SetKind(refund.KindRefund).SetAmount(c.Amount).
			SetTrackingID(c.TrackingID).SetRequestKey(uuid.NewString()).SetState(refund.StateDone).SetDoneAt(now).SetReason("reversed").
			SetAskedBy("provider").SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		return w.Env.Billing.Refunded(ctx, c, r)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mails counts all messages to the member since the contract was renewed.
func (w *world) mailsTo(t *testing.T, account uuid.UUID) int {
	t.Helper()
	return w.Store.Client(t.Context()).Message.Query().Where(message.AccountID(account)).CountX(t.Context())
}

// M-25: a payment of the running term that the provider took back puts the contract on hold:
// nothing can be watched, nothing is charged, and one mail says so. Its member lets it go on by
// paying; else it ends.
func TestAReversedPaymentHoldsTheContract(t *testing.T) {
	t.Parallel()
	for _, pays := range []bool{true, false} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, "standard", nil)
		w.at(t, "2026-06-15")
		w.work(t)
		w.at(t, "2026-06-20")
		before := w.mailsTo(t, row.AccountID)
		w.reverses(t, row, 2)
		got := w.row(t, row.ID)
		if Status(got.Status) != Hold || w.watchableUntil(t, row.ID).After(w.Clock.Now()) || w.story(t, row.ID) != "Contract Renewed PaymentReversed" {
			t.Errorf("it is %s, watchable until %s: %s", got.Status, w.watchableUntil(t, row.ID), w.story(t, row.ID))
		}
		if w.mailsTo(t, row.AccountID) != before+1 || w.Mails(t, member, "payment-reversed") != 1 {
			t.Errorf("%d mails, %d of them of this", w.mailsTo(t, row.AccountID)-before, w.Mails(t, member, "payment-reversed"))
		}
		if pays {
			w.at(t, "2026-06-25")
			if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
				t.Fatal(err)
			}
			if got := w.row(t, row.ID); Status(got.Status) != HoldReleased || got.NextSettlementDay.String() != "2026-07-25" || !w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
				t.Errorf("paid anew: %+v", got)
			}
			continue
		}
		for _, day := range []string{"2026-07-15", "2026-07-20", "2026-08-15"} {
			w.at(t, day)
			w.work(t)
		}
		if count, _ := w.Gateway.Settled(); count != 1 || Status(w.row(t, row.ID).Status) != HoldCancelled {
			t.Errorf("%d charges, it is %s", count, w.row(t, row.ID).Status)
		}
	}
}

// M-25, M-26: the reason of the staff is a word, also where it is that of a payment which the
// provider took back.
func TestTheWordsOfTheStaffReverseNothing(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.work(t)
	client := w.Store.Client(t.Context())
	b := client.Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(2)).OnlyX(t.Context())
	c := client.Charge.Query().Where(charge.BillID(b.ID), charge.StateEQ(charge.StateSettled)).OnlyX(t.Context())
	r, err := w.Env.Payment.Refund(t.Context(), actstest.Because(w.Store, "reversed"), payment.Refund{ChargeID: c.ID, Key: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Env.Payment.CarryOut(t.Context(), r.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.row(t, row.ID); Status(got.Status) != OngoingContract || w.Mails(t, member, "refunded") != 1 || w.Mails(t, member, "payment-reversed") != 0 {
		t.Errorf("it is %s: %s", got.Status, w.story(t, row.ID))
	}
	if r = client.Refund.GetX(t.Context(), r.ID); r.State != refund.StateDone || payment.Reversed(r) {
		t.Errorf("the refund is %v", r)
	}
	if yen, err := w.cameBack(t, c.BillID); err != nil || yen != 0 {
		t.Errorf("%d yen came back, %v", yen, err)
	}
}

// cameBack has the provider give back what it took back of the bill.
func (w *world) cameBack(t *testing.T, billID uuid.UUID) (yen int, err error) {
	t.Helper()
	err = w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		yen, err = w.Env.Payment.CameBack(ctx, billID)
		return err
	})
	return yen, err
}

// M-25: of a term that is over it changes nothing, and a contract that was cancelled ends.
func TestAReversedPaymentOfAnotherContract(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	over, member := w.contract(t, "standard", nil)
	leaves, leaver := w.contract(t, "standard", nil)
	for _, day := range []string{"2026-06-15", "2026-07-15"} {
		w.at(t, day)
		w.work(t)
	}
	w.at(t, "2026-07-20")
	w.reverses(t, over, 2)
	if got := w.row(t, over.ID); Status(got.Status) != OngoingContract || w.Mails(t, member, "payment-reversed") != 0 || w.Mails(t, member, "refunded") != 1 {
		t.Errorf("of a term that is over: %+v", got)
	}
	if err := w.EndByStaff(t.Context(), Ending{ContractID: leaves.ID, AtTerm: true, By: actstest.By(w.Store)}); err != nil {
		t.Fatal(err)
	}
	w.reverses(t, leaves, 3)
	if got := w.row(t, leaves.ID); Status(got.Status) != Terminated || w.watchableUntil(t, leaves.ID).After(w.Clock.Now()) || w.Mails(t, leaver, "payment-reversed") != 1 {
		t.Errorf("a cancelled one: %+v", got)
	}
}

// M-25: the staff end any running contract, now or with its term, by name and with a reason; its
// member is told, and nothing is charged any more.
func TestTheStaffEndAContract(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	now, member := w.contract(t, "standard", nil)
	term, caller := w.contract(t, "standard", nil)
	end := func(row *ent.Subscription, atTerm bool) error {
		return w.EndByStaff(t.Context(), Ending{ContractID: row.ID, AtTerm: atTerm, By: actstest.By(w.Store)})
	}
	if err := w.EndByStaff(t.Context(), Ending{ContractID: now.ID}); err == nil {
		t.Error("ended without a person")
	}
	w.at(t, "2026-06-10")
	if err := end(now, false); err != nil {
		t.Fatal(err)
	}
	if err := end(term, true); err != nil {
		t.Fatal(err)
	}
	if got := w.row(t, now.ID); Status(got.Status) != Terminated || w.watchableUntil(t, now.ID).After(w.Clock.Now()) || w.Mails(t, member, "contract-ended") != 1 {
		t.Errorf("now: %+v", got)
	}
	if got := w.row(t, term.ID); Status(got.Status) != CancelRequest || !w.watchableUntil(t, term.ID).After(w.Clock.Now()) || w.Mails(t, caller, "contract-cancelled") != 1 {
		t.Errorf("at its term: %+v", got)
	}
	if err := end(now, false); !fault.Is(err, fault.SubscriptionAlreadyCancelled) {
		t.Errorf("twice: %v", err)
	}
	if err := w.EndByStaff(t.Context(), Ending{ContractID: uuid.New(), By: actstest.By(w.Store)}); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("of nothing: %v", err)
	}
	w.at(t, "2026-06-15")
	w.work(t)
	if count, _ := w.Gateway.Settled(); count != 0 || Status(w.row(t, term.ID).Status) != Cancelled {
		t.Errorf("%d charges, %s", count, w.row(t, term.ID).Status)
	}
	if err := end(term, false); !fault.Is(err, fault.SubscriptionAlreadyCancelled) {
		t.Errorf("of one that has ended: %v", err)
	}
}

// M-25: a contract whose payment was taken back and came back goes on as it was, at the staff's
// word: it can be watched, the book has the payment, its next billing day stays, and one mail says
// so. No other contract is released by that.
func TestTheStaffReleaseAContract(t *testing.T) {
	t.Parallel()
	for _, retried := range []bool{false, true} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, "standard", nil)
		w.at(t, "2026-06-15")
		w.work(t)
		release := func() error {
			return w.ReleaseByStaff(t.Context(), Release{ContractID: row.ID, By: actstest.By(w.Store)})
		}
		if err := release(); err == nil {
			t.Error("one that runs is released")
		}
		w.at(t, "2026-06-20")
		w.reverses(t, row, 2)
		w.at(t, "2026-06-25")
		if retried { // its member has tried to pay anew, in vain
			w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
			if _, err := w.Retry(t.Context(), member, row.ID.String()); err == nil {
				t.Fatal("it is paid")
			}
		}
		for _, in := range []Release{{ContractID: row.ID}, {ContractID: uuid.New(), By: actstest.By(w.Store)}} {
			if err := w.ReleaseByStaff(t.Context(), in); err == nil {
				t.Errorf("%+v is taken", in)
			}
		}
		before := w.mailsTo(t, row.AccountID)
		if err := release(); err != nil {
			t.Fatal(err)
		}
		got := w.row(t, row.ID)
		if Status(got.Status) != HoldReleased || got.HeldAt != nil || got.Period != 2 || got.NextSettlementDay.String() != "2026-07-15" || !w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
			t.Errorf("released: %+v, watchable until %s", got, w.watchableUntil(t, row.ID))
		}
		if w.mailsTo(t, row.AccountID) != before+1 || w.Mails(t, member, "contract-released") != 1 {
			t.Errorf("%d mails, %d of them of this", w.mailsTo(t, row.AccountID)-before, w.Mails(t, member, "contract-released"))
		}
		if b := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(2)).OnlyX(t.Context()); b.Refunded != 0 {
			t.Errorf("%d yen of the term are given back", b.Refunded)
		}
		if _, refunds, err := w.Env.Payment.Stuck(t.Context()); err != nil || len(refunds) != 0 {
			t.Errorf("%d refunds are stuck, %v", len(refunds), err)
		}
		if err := release(); err == nil {
			t.Error("it is released twice")
		}
		w.at(t, "2026-07-15")
		w.work(t)
		if got := w.row(t, row.ID); Status(got.Status) != OngoingContract || got.Period != 3 || got.NextSettlementDay.String() != "2026-08-15" {
			t.Errorf("renewed: %+v", got)
		}
		w.at(t, "2026-07-16")
		w.reverses(t, row, 3)
		if err := w.EndByStaff(t.Context(), Ending{ContractID: row.ID, By: actstest.By(w.Store)}); err != nil {
			t.Fatal(err)
		}
		if err := release(); !fault.Is(err, fault.SubscriptionAlreadyCancelled) {
			t.Errorf("of one that has ended: %v", err)
		}
	}
}

// M-25: a contract that is on hold because its renewal was refused is not released by the staff:
// its term is not paid.
func TestARefusedRenewalIsNotReleased(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
	w.work(t)
	if err := w.ReleaseByStaff(t.Context(), Release{ContractID: row.ID, By: actstest.By(w.Store)}); err == nil || Status(w.row(t, row.ID).Status) != Hold {
		t.Errorf("it is %s, %v", w.row(t, row.ID).Status, err)
	}
}
