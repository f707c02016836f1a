package billing_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/reconciliation"
	"kaiin/server/staff/acts/actstest"
)

// giveBack has the staff give back so many yen of the charge, to the end.
func (w *world) giveBack(t *testing.T, c *ent.Charge, yen int, key string) *ent.Refund {
	t.Helper()
	r, err := w.Payment.Refund(t.Context(), actstest.By(w.Store), payment.Refund{ChargeID: c.ID, Amount: yen, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		w.work(t)
	}
	if r = w.Store.Client(t.Context()).Refund.GetX(t.Context(), r.ID); r.State != refund.StateDone {
		t.Fatalf("the refund is %v", r)
	}
	return r
}

// told counts the mails that tell the member of money given back.
func (w *world) told(t *testing.T) (mails int) {
	t.Helper()
	for _, template := range accounttest.Mails(t, w.Account, w.address(t)) {
		if template == (notify.Refunded{}).Template() {
			mails++
		}
	}
	return mails
}

func (w *world) address(t *testing.T) string {
	t.Helper()
	return *w.Store.Client(t.Context()).Account.GetX(t.Context(), w.method.AccountID).Email
}

// Each refund that the staff ask for is told once, when it is done: how much, of what, and where
// its return invoice is.
func TestMembersAreToldOfARefund(t *testing.T) {
	t.Parallel()
	w := setup(t)
	today := w.Clock.Today()
	c := w.try(t, w.owe(t, w.of(t, false)))
	r := w.giveBack(t, c, 300, "a")
	if err := w.Payment.CarryOut(t.Context(), r.ID); err != nil {
		t.Fatal(err)
	}
	if n := w.told(t); n != 1 {
		t.Fatalf("%d mails", n)
	}
	got := accounttest.Mail[notify.Refunded](t, w.Account, w.address(t))
	want := notify.Refunded{
		PlanName: got.PlanName, Amount: 300, Paid: 1100, PaidOn: today, Method: payment.Label(w.method, "ja"), Start: today, End: today.AddDays(30),
		RefundID: r.ID.String(),
	}
	if got != want || got.PlanName == "" {
		t.Errorf("told %+v, not %+v", got, want)
	}
	w.giveBack(t, c, 800, "b")
	if got := accounttest.Mail[notify.Refunded](t, w.Account, w.address(t)); got.Amount != 800 || w.told(t) != 2 {
		t.Errorf("of the rest: %+v, %d mails", got, w.told(t))
	}
	w.giveBack(t, w.try(t, w.owe(t, w.of(t, true))), 0, "c")
	if got := accounttest.Mail[notify.Refunded](t, w.Account, w.address(t)); got.Amount != 1100 || !got.Start.IsZero() || got.Late || w.told(t) != 3 {
		t.Errorf("of a purchase: %+v, %d mails", got, w.told(t))
	}
}

// Money that proves to have been taken when it was wanted no more is told with the refund, unless
// the mail that said that the order has failed told it.
func TestMembersAreToldOfMoneyThatWasTakenTooLate(t *testing.T) {
	t.Parallel()
	void := func(b *ent.Bill) { b.Update().SetState(bill.StateVoid).ExecX(context.Background()) }
	for _, c := range []struct {
		name    string
		order   bool
		spoil   func(b *ent.Bill)
		mails   int
		invoice bool
	}{
		{name: "a renewal", mails: 1, invoice: true},
		{name: "a renewal whose bill is void", spoil: void, mails: 1},
		{name: "an order, whose owner tells it", order: true},
		{name: "an order whose bill is void, and whose owner is not told", order: true, spoil: void, mails: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			w.unwanted = true
			b := w.owe(t, w.of(t, c.order))
			if c.spoil != nil {
				w.Gateway.Before(paymenttest.Commit, func() { c.spoil(b) })
			}
			row := w.try(t, b)
			if w.told(t) != 0 {
				t.Error("told before it is done")
			}
			for range 3 {
				w.work(t)
			}
			if got := w.bill(t, b); got.Refunded != 1100 || w.charge(t, row).State != charge.StateOrphaned {
				t.Fatalf("the bill is %v", got)
			}
			if n := w.told(t); n != c.mails {
				t.Fatalf("%d mails", n)
			}
			if c.mails > 0 {
				got := accounttest.Mail[notify.Refunded](t, w.Account, w.address(t))
				if !got.Late || got.Amount != 1100 || (got.RefundID != "") != c.invoice {
					t.Errorf("told %+v", got)
				}
			}
		})
	}
}

// An authorisation that is released was never money that moved.
func TestMembersAreToldNothingOfARelease(t *testing.T) {
	t.Parallel()
	w := setup(t)
	b := w.owe(t, w.of(t, false))
	w.Gateway.Before(paymenttest.Commit, func() { w.Clock.Advance(48 * time.Hour) })
	w.Gateway.Next(paymenttest.Commit, paymenttest.TimeoutBefore)
	row := w.try(t, b)
	for range 5 {
		w.work(t)
	}
	released := w.Store.Client(t.Context()).Refund.Query().Where(refund.ChargeID(row.ID)).OnlyX(t.Context())
	if w.charge(t, row).State != charge.StateReleased || released.Kind != refund.KindRelease || released.State != refund.StateDone {
		t.Fatalf("%v, %v", w.charge(t, row), released)
	}
	if n := w.told(t); n != 0 {
		t.Errorf("%d mails", n)
	}
}

// Money that only the provider's list tells of, of a charge that had failed or a second time, goes
// back and is told of once, as other refunds are. It never paid the bill, which stays as it is.
func TestMembersAreToldOfMoneyThatOnlyAListTellsOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		outcome paymenttest.Outcome // of the charge, as we know it
		state   bill.State
		amount  int // that the list says was taken
	}{
		{name: "of a charge that was declined", outcome: paymenttest.Declined, state: bill.StateOpen, amount: 1100},
		{name: "a second time", outcome: paymenttest.OK, state: bill.StatePaid, amount: 1100},
		{name: "of another amount", outcome: paymenttest.OK, state: bill.StatePaid, amount: 980},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			day, lists := w.Clock.Today(), &reconciliation.Service{Store: w.Store, Clock: w.Clock, Settings: w.Settings, Payment: w.Payment}
			b := w.owe(t, w.of(t, false))
			w.Gateway.Next(paymenttest.Charge, c.outcome)
			row := w.try(t, b)
			w.Gateway.Book(paymenttest.Entry{OrderID: row.ProviderOrderID, Amount: c.amount})
			before := w.bill(t, b)
			for range 2 { // the list is read more than once
				if _, err := lists.Reconcile(t.Context(), actstest.By(w.Store), day); err != nil {
					t.Fatal(err)
				}
				if w.told(t) != 0 {
					t.Fatal("told before it is done")
				}
			}
			for range 3 {
				w.work(t)
			}
			if _, err := lists.Reconcile(t.Context(), actstest.By(w.Store), day); err != nil {
				t.Fatal(err)
			}
			w.work(t)
			released := w.Store.Client(t.Context()).Refund.Query().Where(refund.ChargeID(row.ID)).OnlyX(t.Context())
			if released.State != refund.StateDone || released.Kind != refund.KindRelease || released.Amount != c.amount {
				t.Fatalf("%v", released)
			}
			if n := w.told(t); n != 1 {
				t.Fatalf("%d mails", n)
			}
			got := accounttest.Mail[notify.Refunded](t, w.Account, w.address(t))
			if !got.Late || !got.Unlisted || got.Amount != c.amount || got.Paid != c.amount || got.RefundID != "" {
				t.Errorf("told %+v", got)
			}
			if after := w.bill(t, b); after.State != before.State || after.Refunded != 0 || after.State != c.state {
				t.Errorf("the bill is %s, refunded %d", after.State, after.Refunded)
			}
		})
	}
}

// A member who has left, or whose row is no more, is told nothing, and the money goes back.
func TestRefundOfSomeoneWhoHasLeft(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.try(t, w.owe(t, w.of(t, false)))
	address := w.address(t)
	w.Store.Client(t.Context()).Account.UpdateOneID(w.method.AccountID).ClearEmail().ClearEmailKey().ExecX(t.Context())
	w.giveBack(t, c, 300, "a")
	w.Store.Client(t.Context()).Account.DeleteOneID(w.method.AccountID).ExecX(t.Context())
	w.giveBack(t, c, 800, "b")
	if got := w.bill(t, &ent.Bill{ID: c.BillID}); got.Refunded != 1100 || len(accounttest.Mails(t, w.Account, address)) != 0 {
		t.Errorf("%v", got)
	}
}

// The words are those of the reader, and so is the plan's name.
func TestARefundIsToldInTheMembersLanguage(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.Store.Client(t.Context()).Account.UpdateOneID(w.method.AccountID).SetLocale("en").ExecX(t.Context())
	b := w.owe(t, w.of(t, false))
	b.Update().SetPlanName(map[string]string{"ja": "スタンダード", "en": "Standard"}).SetPeriodStart(clock.Date(2026, 5, 1)).ExecX(t.Context())
	w.giveBack(t, w.try(t, w.bill(t, b)), 0, "a")
	got := accounttest.Mail[notify.Refunded](t, w.Account, w.address(t))
	if got.PlanName != "Standard" || !strings.HasPrefix(got.Method, "Credit card") || got.Start != clock.Date(2026, 5, 1) {
		t.Errorf("told %+v", got)
	}
}
