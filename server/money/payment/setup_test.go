package payment_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// till is a world with one member's card and a ledger that writes down what it is told.
type till struct {
	*paymenttest.Env
	payment.Ledger
	t        *testing.T
	mu       sync.Mutex
	recorded []payment.Outcome // as they are written to the bill
	applied  []payment.Outcome // final ones, as they are carried out
	refunded []int             // yen
	givenUp  int               // how often it was asked to decide without an outcome
	unwanted bool              // the owner wants no money any more
}

func setup(t *testing.T) *till {
	t.Helper()
	return setupWith(t, nil)
}

// setupWith is setup in a store whose settings are changed first.
func setupWith(t *testing.T, change func(*settings.Settings)) *till {
	t.Helper()
	w := &till{Env: paymenttest.Setup(t, "2026-05-15", change), t: t}
	w.Ledger, w.Payment.Ledger = w.Billing, w
	return w
}

// noted writes down what the ledger was told.
func (w *till) noted(ctx context.Context, note func()) {
	if !store.InTx(ctx) {
		w.t.Error("the owner was told outside the transaction")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	note()
}

func (w *till) Recorded(ctx context.Context, o payment.Outcome) error {
	w.noted(ctx, func() { w.recorded = append(w.recorded, o) })
	return nil
}

func (w *till) Applied(ctx context.Context, o payment.Outcome) (bool, error) {
	w.noted(ctx, func() { w.applied = append(w.applied, o) })
	return !w.unwanted, nil
}

func (w *till) GivenUp(ctx context.Context, _ *ent.Charge) error {
	w.noted(ctx, func() { w.givenUp++ })
	return nil
}

func (w *till) Refunded(ctx context.Context, _ *ent.Charge, r *ent.Refund) error {
	w.noted(ctx, func() { w.refunded = append(w.refunded, r.Amount) })
	return nil
}

// giveUp is how long after the attempt the charges of these tests are still wanted.
const giveUp = 24 * time.Hour

func (w *till) attempt(t *testing.T, renewal bool) payment.Started {
	t.Helper()
	member := w.Member(t)
	in := payment.NewCharge{
		AccountID: member.AccountID, BillID: uuid.Must(uuid.NewV7()), Attempt: 1, Name: "プラン", Method: w.Card(t, member), Amount: 1100, Tax: 100,
		ProviderOrderID: "t" + strings.ReplaceAll(uuid.NewString(), "-", ""), Initiator: charge.InitiatorMember, GiveUpAt: w.Clock.Now().Add(giveUp),
	}
	if renewal {
		in.Initiator = charge.InitiatorMerchant
	}
	var started payment.Started
	err := w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		started, err = w.Payment.Attempt(ctx, in)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return started
}

// resolve lets abandoned charges and refunds be found and works the jobs, until nothing is left
// to do.
func (w *till) resolve(t *testing.T) {
	t.Helper()
	for range 5 {
		w.Clock.Advance(payment.Patience)
		w.work(t)
	}
}

// work finds what is due now and works the jobs, once.
func (w *till) work(t *testing.T) {
	t.Helper()
	if _, err := w.Payment.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.jobs(t)
}

// jobs works the jobs that wait, once.
func (w *till) jobs(t *testing.T) {
	t.Helper()
	for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind()) {
		paymenttest.Dying(func() { _, _ = w.Payment.Resolve(context.Background(), job.ChargeID) }) // what stays open is found again
	}
	for _, job := range paymenttest.Jobs[payment.RefundArgs](t, w.Store, payment.RefundArgs{}.Kind()) {
		paymenttest.Dying(func() { _ = w.Payment.CarryOut(context.Background(), job.RefundID) })
	}
}

func (w *till) row(t *testing.T, s payment.Started) *ent.Charge {
	t.Helper()
	return w.Store.Client(t.Context()).Charge.GetX(t.Context(), s.ID)
}

func (w *till) state(t *testing.T, s payment.Started) charge.State {
	t.Helper()
	return w.row(t, s).State
}
