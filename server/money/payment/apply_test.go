package payment_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"kaiin/ent/charge"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// M-06: an obstacle for the owner does not undo the recording of money. The outcome is applied
// later, once.
func TestAnOutcomeIsAppliedLater(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		fail func() error
	}{
		{"the owner fails", func() error { return errors.New("the contract has another state") }},
		{"the process dies", func() error { panic("died") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			started := w.attempt(t, true)
			failures := 0
			w.Payment.Ledger = paymenttest.Applies{Ledger: w, By: func(ctx context.Context, o payment.Outcome) (bool, error) {
				if failures < 2 {
					failures++
					return false, c.fail()
				}
				return w.Applied(ctx, o)
			}}
			dying(func() { _, _ = w.Payment.Execute(context.Background(), started) })
			if row := w.row(t, started); row.State != charge.StateSettled || row.AppliedAt != nil || len(w.recorded) != 1 {
				t.Fatalf("after the first failure: %v, told %d times", row, len(w.recorded))
			}
			dying(func() { _, _ = w.Payment.Resolve(context.Background(), started.ID) })
			row := w.row(t, started)
			if row.State != charge.StateSettled || row.AppliedAt != nil {
				t.Fatalf("after the second failure: %v", row)
			}
			if open, err := w.Payment.UnderWay(t.Context(), row.AccountID); !open || err != nil {
				t.Errorf("a member could leave before what was paid for is handed over, %v", err)
			}
			if _, err := w.Payment.Due(t.Context()); err != nil || len(paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind())) != 0 {
				t.Errorf("it is taken up while somebody may be at it, %v", err)
			}
			w.resolve(t)
			if row = w.row(t, started); row.AppliedAt == nil || len(w.applied) != 1 || len(w.recorded) != 1 {
				t.Errorf("in the end: %v, recorded %d and applied %d times", row, len(w.recorded), len(w.applied))
			}
			if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 || w.Gateway.Calls(paymenttest.Charge) != 1 {
				t.Errorf("%d settled, %d yen", count, yen)
			}
		})
	}
}

// dying is paymenttest.Dying for a function that may panic.
func dying(f func()) {
	paymenttest.Dying(func() {
		defer func() { _ = recover() }()
		f()
	})
}

// Many find the same outcome unapplied: it is applied once, and unwanted money goes back once.
func TestManyApplyOneOutcome(t *testing.T) { // M-06
	t.Parallel()
	w := setup(t)
	w.unwanted = true
	started := w.attempt(t, true)
	w.Payment.Ledger = paymenttest.Applies{Ledger: w, By: func(context.Context, payment.Outcome) (bool, error) { return false, errors.New("not yet") }}
	if _, err := w.Payment.Execute(t.Context(), started); err != nil {
		t.Fatal(err)
	}
	w.Payment.Ledger = w
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if _, err := w.Payment.Resolve(context.Background(), started.ID); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	w.resolve(t)
	if len(w.applied) != 1 || len(w.refunded) != 1 || w.state(t, started) != charge.StateOrphaned || w.Gateway.Calls(paymenttest.Refund) != 1 {
		t.Errorf("applied %d times, refunded %v, %s", len(w.applied), w.refunded, w.state(t, started))
	}
}
