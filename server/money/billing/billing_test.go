package billing_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/shop/catalog"
	"kaiin/server/staff/acts/actstest"
)

func (w *world) Unknown(context.Context, *ent.Bill) error {
	w.unknown++
	return nil
}

func (w *world) GivenUp(ctx context.Context, b *ent.Bill) error {
	w.givenUp++
	_, err := w.Billing.Forgo(ctx, b, bill.StateWaived, b.PeriodEnd)
	return err
}

func (w *world) Reversed(context.Context, *ent.Bill, *ent.Charge) (bool, error) { return false, nil }

func (w *world) Returned(context.Context, *ent.Bill) error {
	w.returned++
	return nil
}

func (w *world) Settled(ctx context.Context, o billing.Outcome) (bool, error) {
	if w.fails != nil {
		return false, w.fails
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settled = append(w.settled, o)
	return !w.unwanted, nil
}

// wrongOwner is told of nothing.
type wrongOwner struct{ t *testing.T }

func (o wrongOwner) Unknown(context.Context, *ent.Bill) error {
	o.t.Error("the wrong owner is told")
	return nil
}

func (o wrongOwner) GivenUp(context.Context, *ent.Bill) error {
	o.t.Error("the wrong owner is told")
	return nil
}

func (o wrongOwner) Reversed(context.Context, *ent.Bill, *ent.Charge) (bool, error) {
	return false, nil
}

func (o wrongOwner) Returned(context.Context, *ent.Bill) error {
	o.t.Error("the wrong owner is told")
	return nil
}

func (o wrongOwner) Settled(context.Context, billing.Outcome) (bool, error) {
	o.t.Error("the wrong owner is told")
	return false, nil
}

func TestOwe(t *testing.T) {
	t.Parallel()
	w := setup(t)
	order, period := w.of(t, true), w.of(t, false)
	period.Discount, period.Campaign = 101, "spring"
	if b := w.owe(t, order); b.State != bill.StateOpen || b.Amount != 1100 || b.Tax != 100 || b.PaidAt != nil || !b.DueDay.Equal(w.Clock.Today()) {
		t.Errorf("of an order: %v", b)
	}
	b := w.owe(t, period)
	if b.Amount != 999 || b.Tax != 90 || b.ListAmount != 1100 || b.Campaign != "spring" {
		t.Errorf("with a discount: %v", b)
	}
	if _, err := w.Billing.Owe(t.Context(), order); !store.Violates(err, "bills_order_key") {
		t.Errorf("an order twice: %v", err)
	}
	if _, err := w.Billing.Owe(t.Context(), period); !store.Violates(err, "bills_period_key") {
		t.Errorf("a period twice: %v", err)
	}
	if err := w.Billing.Void(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if of, err := w.Billing.Of(t.Context(), *period.SubscriptionID, 2); of != nil || err != nil {
		t.Errorf("a void bill counts: %v, %v", of, err)
	}
	w.owe(t, period)
	free := w.of(t, true)
	free.List = 0
	if b := w.owe(t, free); b.State != bill.StatePaid || b.PaidAt == nil || len(b.Invoice) == 0 {
		t.Errorf("of nothing: %v", b)
	}
}

func TestBillFollowsItsCharges(t *testing.T) {
	t.Parallel()
	for _, order := range []bool{false, true} {
		w := setup(t)
		if w.Billing.Contracts = (wrongOwner{t}); !order {
			w.Billing.Orders, w.Billing.Contracts = wrongOwner{t}, w
		}
		b := w.owe(t, w.of(t, order))
		w.Gateway.Next(paymenttest.Charge, paymenttest.Declined, paymenttest.TimeoutAfter)
		if c := w.try(t, b); c.State != charge.StateDeclined || c.Attempt != 1 || c.BillID != b.ID || c.Amount != 1100 || c.Tax != 100 {
			t.Errorf("the first charge: %v", c)
		}
		b = w.bill(t, b)
		if b.State != bill.StateOpen || b.Attempts != 1 || len(w.settled) != 1 || !w.settled[0].Refused() || w.settled[0].Bill.ID != b.ID {
			t.Errorf("refused: %v, the owner heard %v", b, w.settled)
		}
		c := w.try(t, b)
		if b = w.bill(t, b); c.Attempt != 2 || b.State != bill.StatePaying || w.unknown != 1 || len(w.settled) != 1 {
			t.Errorf("open: %v, %v, the owner heard %d and %v", c, b, w.unknown, w.settled)
		}
		if _, err := w.attempt(b); err == nil {
			t.Error("a bill that is being paid is charged")
		}
		w.work(t)
		b = w.bill(t, b)
		if b.State != bill.StatePaid || b.PaidAt == nil || len(b.Invoice) == 0 || b.Attempts != 2 || len(w.settled) != 2 || !w.settled[1].Paid() {
			t.Errorf("paid: %v, the owner heard %v", b, w.settled)
		}
		if _, err := w.attempt(b); err == nil {
			t.Error("a paid bill is charged")
		}
		if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 {
			t.Errorf("%d settled, %d yen", count, yen)
		}
	}
}

func TestManyAttemptOneBill(t *testing.T) {
	t.Parallel()
	w := setup(t)
	b := w.owe(t, w.of(t, false))
	var group sync.WaitGroup
	var mu sync.Mutex
	begun := 0
	for range 50 {
		group.Go(func() {
			if started, err := w.attempt(b); err == nil {
				mu.Lock()
				begun++
				mu.Unlock()
				_, _ = w.Payment.Execute(context.Background(), started)
			}
		})
	}
	group.Wait()
	if count, _ := w.Gateway.Settled(); begun != 1 || count != 1 || w.bill(t, b).Attempts != 1 {
		t.Errorf("%d attempts, %d settled", begun, count)
	}
}

// M-06: whatever has become of the bill or its owner, money that was taken is recorded; what does
// not fit any more goes back and the bill says so.
func TestMoneyThatDoesNotFitGoesBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spoil func(w *world, b *ent.Bill)
		state bill.State
	}{
		{"the owner does not want it", func(w *world, _ *ent.Bill) { w.unwanted = true }, bill.StatePaid},
		{"the bill is void", func(w *world, b *ent.Bill) { b.Update().SetState(bill.StateVoid).ExecX(context.Background()) }, bill.StateVoid},
		{"the bill is waived", func(w *world, b *ent.Bill) { b.Update().SetState(bill.StateWaived).ExecX(context.Background()) }, bill.StateWaived},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			b := w.owe(t, w.of(t, false))
			w.Gateway.Before(paymenttest.Commit, func() { c.spoil(w, b) })
			row := w.try(t, b)
			if row.State != charge.StateSettled || row.SettledAt == nil {
				t.Errorf("it is recorded as %v", row)
			}
			if got := w.charge(t, row); got.State != charge.StateOrphaned || got.AppliedAt == nil {
				t.Errorf("it is applied as %v", got)
			}
			w.work(t)
			if got := w.bill(t, b); got.State != c.state || got.Refunded != 1100 {
				t.Errorf("the bill is %v", got)
			}
			if _, yen := w.Gateway.Settled(); yen != 0 {
				t.Errorf("the provider keeps %d yen", yen)
			}
		})
	}
}

// M-06: an owner that fails undoes nothing.
func TestOwnerFails(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.fails = errors.New("event Renewed does not fit")
	b := w.owe(t, w.of(t, false))
	c := w.try(t, b)
	if got := w.bill(t, b); c.State != charge.StateSettled || got.State != bill.StatePaid || w.charge(t, c).AppliedAt != nil {
		t.Errorf("%v, %v", c, got)
	}
	w.fails = nil
	for range 3 {
		w.work(t)
	}
	if len(w.settled) != 1 || w.charge(t, c).AppliedAt == nil || w.bill(t, b).State != bill.StatePaid {
		t.Errorf("the owner heard %v", w.settled)
	}
}

func TestBillSaysWhatWasGivenBack(t *testing.T) {
	t.Parallel()
	w := setup(t)
	b := w.owe(t, w.of(t, true))
	c := w.try(t, b)
	w.Gateway.Next(paymenttest.Refund, paymenttest.TimeoutAfter)
	for i, amount := range []int{300, 200, 600} {
		_, err := w.Payment.Refund(t.Context(), actstest.By(w.Store), payment.Refund{ChargeID: c.ID, Amount: amount, Key: string(rune('a' + i))})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.bill(t, b); i == 0 && got.Refunded != 0 {
			t.Errorf("before it is done: %d", got.Refunded)
		}
		for range 4 {
			w.work(t)
		}
		if got, want := w.bill(t, b), []int{300, 500, 1100}[i]; got.Refunded != want || got.State != bill.StatePaid {
			t.Errorf("after %d yen: %v", amount, got)
		}
	}
}

func TestWaive(t *testing.T) {
	t.Parallel()
	w := setup(t)
	none, owed, paying := w.of(t, false), w.of(t, false), w.of(t, false)
	w.owe(t, owed)
	under := w.owe(t, paying)
	if _, err := w.attempt(under); err != nil {
		t.Fatal(err)
	}
	for _, in := range []billing.New{none, owed} {
		if err := w.Billing.Waive(t.Context(), in); err != nil {
			t.Error(err)
		}
		if b, err := w.Billing.Of(t.Context(), *in.SubscriptionID, 2); err != nil || b.State != bill.StateWaived {
			t.Errorf("%v, %v", b, err)
		}
	}
	if err := w.Billing.Waive(t.Context(), paying); err == nil {
		t.Error("a bill that is being paid is waived")
	}
	if err := w.Billing.Void(t.Context(), w.bill(t, under)); err != nil {
		t.Error(err)
	}
	for _, period := range []int{2, 3} {
		asked := map[uuid.UUID]int{*none.SubscriptionID: 2, *owed.SubscriptionID: period, *paying.SubscriptionID: period}
		found, err := w.Billing.Debts(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range []billing.New{none, owed, paying} {
			debt, busy := found[*in.SubscriptionID], in.SubscriptionID == paying.SubscriptionID
			if debt.Paying != busy || busy && debt.Since != w.Clock.Today() {
				t.Errorf("period %d: %v is being paid since %s", period, debt.Paying, debt.Since)
			}
			if (debt.Owed != nil) != (asked[*in.SubscriptionID] == in.Period) {
				t.Errorf("period %d: %v is owed", period, debt.Owed)
			}
		}
	}
	if found, err := w.Billing.Debts(t.Context(), nil); err != nil || len(found) != 0 {
		t.Errorf("of no contract %v, %v", found, err)
	}
}

// What is refused keeps the moment of its first refusal, and a held period moves to the day on
// which it is paid.
func TestRefusedAndRedated(t *testing.T) {
	t.Parallel()
	w := setup(t)
	b := w.owe(t, w.of(t, false))
	first, again := w.Clock.Now(), w.Clock.Now().Add(24*time.Hour)
	if err := w.Billing.Refused(t.Context(), b, &again); err != nil {
		t.Fatal(err)
	}
	b = w.bill(t, b)
	if b.RefusedAt == nil || b.RefusedAt.Sub(first).Abs() > time.Minute || b.NextAttemptAt == nil || b.NextAttemptAt.Sub(again).Abs() > time.Second {
		t.Errorf("%v", b)
	}
	w.Clock.Advance(48 * time.Hour)
	if err := w.Billing.Refused(t.Context(), b, nil); err != nil {
		t.Fatal(err)
	}
	if after := w.bill(t, b); !after.RefusedAt.Equal(*b.RefusedAt) || after.NextAttemptAt != nil {
		t.Errorf("%v", after)
	}
	start, end := clock.DayOf(w.Clock.Now()), clock.DayOf(w.Clock.Now()).AddDays(29)
	if b, err := w.Billing.Redate(t.Context(), w.bill(t, b), start, end, 8); err != nil || !b.PeriodStart.Equal(start) || !b.PeriodEnd.Equal(end) || !b.DueDay.Equal(start) || b.Period != 2 ||
		b.TaxRate != 8 || b.Tax != catalog.TaxInside(b.Amount, 8) { // M-28
		t.Errorf("%v, %v", b, err)
	}
}

func TestAttemptWantsATransaction(t *testing.T) {
	t.Parallel()
	w := setup(t)
	b := w.owe(t, w.of(t, false))
	if _, err := w.Billing.Attempt(t.Context(), b, billing.Try{Method: w.method}); err == nil || w.bill(t, b).State != bill.StateOpen {
		t.Error("a bill is attempted outside a transaction")
	}
}
