package payment_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/acts/actstest"
)

// A provider that does not tell how much it has given back is not asked again for a part whose
// answer was lost: the staff decide.
func TestALostPartIsNotAskedForAgainBlindly(t *testing.T) {
	t.Parallel()
	for _, as := range []string{"done", "refused"} {
		w := setup(t)
		w.Payment.Providers = gateway.Providers{paymenttest.Provider(silent{w.Gateway})}
		s := w.settled(t)
		r := w.must(t, s, 400, "a")
		took := paymenttest.TimeoutAfter
		if as == "refused" {
			took = paymenttest.TimeoutBefore
		}
		w.Gateway.Next(paymenttest.Refund, took)
		for range 40 {
			w.work(t)
			w.Clock.Advance(5 * time.Minute)
		}
		if w.Gateway.Calls(paymenttest.Refund) != 1 || w.refund(t, r).State != refund.StateUnknown {
			t.Fatalf("asked %d times; it is %s", w.Gateway.Calls(paymenttest.Refund), w.refund(t, r).State)
		}
		if _, refunds, err := w.Payment.Stuck(t.Context()); err != nil || len(refunds) != 1 || refunds[0].ID != r.ID || logged.lines(slog.LevelError, r.ID) != 1 {
			t.Errorf("stuck are %v, %v; people are told %d times", refunds, err, logged.lines(slog.LevelError, r.ID))
		}
		decision := payment.Decision{ID: r.ID, As: "settled", By: actstest.By(w.Store)}
		if err := w.Payment.Decide(t.Context(), decision); err == nil {
			t.Error("a refund is settled")
		}
		decision.As = as
		if err := w.Payment.Decide(t.Context(), decision); err != nil || string(w.refund(t, r).State) != as {
			t.Errorf("%v, %s", err, w.refund(t, r).State)
		}
		if (len(w.refunded) == 1) != (as == "done") {
			t.Errorf("%s: the bill heard %v", as, w.refunded)
		}
		_, refunds, err := w.Payment.Stuck(t.Context())
		if as == "refused" { // until somebody asks again
			if len(refunds) != 1 || err != nil {
				t.Errorf("stuck are %v, %v", refunds, err)
			}
			w.must(t, s, 400, "b")
			w.work(t)
			_, refunds, err = w.Payment.Stuck(t.Context())
		}
		if len(refunds) != 0 || err != nil || w.entry(t, s).Refunded() != 400 {
			t.Errorf("%s: stuck are %v, %v; the provider's ledger: %+v", as, refunds, err, w.entry(t, s))
		}
	}
}

// silent is a provider whose look-up tells no amounts.
type silent struct{ *paymenttest.Gateway }

func (g silent) Lookup(ctx context.Context, orderID, tracking string) (gateway.Transaction, error) {
	t, err := g.Gateway.Lookup(ctx, orderID, tracking)
	t.Amount, t.Refunded = 0, 0
	return t, err
}

// The provider refuses: nothing went back, people are told, and the yen may be asked for again.
func TestRefundRefusedByTheProvider(t *testing.T) {
	t.Parallel()
	w := setup(t)
	s := w.settled(t)
	r := w.must(t, s, 1100, "a")
	w.Gateway.Next(paymenttest.Refund, paymenttest.Rejected)
	w.work(t)
	if row := w.refund(t, r); row.State != refund.StateRefused || row.ErrorCode == "" || len(w.refunded) != 0 || logged.lines(slog.LevelError, r.ID) != 1 {
		t.Fatalf("%v, the bill heard %v", row, w.refunded)
	}
	w.resolve(t)
	if w.Gateway.Calls(paymenttest.Refund) != 1 {
		t.Error("it is tried again by itself")
	}
	w.must(t, s, 0, "b")
	w.work(t)
	if e := w.entry(t, s); e.Refunded() != 1100 || !slices.Equal(w.refunded, []int{1100}) {
		t.Errorf("the provider's ledger: %+v, the bill heard %v", e, w.refunded)
	}
}

// M-13: giving an authorisation back is a refund like any other: it is kept until it is done,
// however long the provider is away.
func TestAReleaseOutlivesAnOutage(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, false)
	w.Gateway.Next(paymenttest.Commit, paymenttest.Rejected)
	w.Gateway.Next(paymenttest.Refund, repeat(paymenttest.TimeoutBefore, 1000)...)
	if c, err := w.Payment.Execute(t.Context(), started); err != nil || c.State != charge.StateDeclined {
		t.Fatal(c, err)
	}
	row := w.Store.Client(t.Context()).Refund.Query().OnlyX(t.Context())
	for range 5 * 12 {
		w.work(t)
		w.Clock.Advance(5 * time.Minute)
	}
	if n := w.Gateway.Calls(paymenttest.Refund); n < 8 || n > 14 {
		t.Errorf("in five hours the provider is asked %d times", n)
	}
	if n := logged.lines(slog.LevelError, row.ID); n != 1 || w.entry(t, started).State != gateway.TransactionAuthorized {
		t.Errorf("people are told %d times; the provider's ledger: %+v", n, w.entry(t, started))
	}
	w.Gateway.Heal(paymenttest.Refund)
	w.Clock.Advance(time.Hour)
	w.work(t)
	if row = w.refund(t, row); row.State != refund.StateDone || row.Kind != refund.KindRelease || w.entry(t, started).State != gateway.TransactionCanceled || len(w.refunded) != 0 {
		t.Errorf("%v, the provider's ledger: %+v, the bill heard %v", row, w.entry(t, started), w.refunded)
	}
}

// What the staff gave back before the owner said that the charge is wanted no more is not given
// back twice.
func TestAnOrphanIsGivenBackOnce(t *testing.T) {
	t.Parallel()
	for _, before := range []int{300, 1100} {
		w := setup(t)
		w.unwanted = true
		started := w.attempt(t, true)
		w.Payment.Ledger = paymenttest.Applies{Ledger: w, By: func(context.Context, payment.Outcome) (bool, error) { return false, context.Canceled }}
		_, _ = w.Payment.Execute(t.Context(), started)
		w.must(t, started, before, "a")
		w.Payment.Ledger = w
		w.resolve(t)
		told := 0
		for _, yen := range w.refunded {
			told += yen
		}
		if e := w.entry(t, started); e.Refunded() != 1100 || told != 1100 || w.state(t, started) != charge.StateOrphaned {
			t.Errorf("%d before: %s, the bill heard %v, the provider's ledger: %+v", before, w.state(t, started), w.refunded, e)
		}
	}
}
