package billing_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// world is a member with a card, and the owner of their bills.
type world struct {
	*paymenttest.Env
	method   *ent.PaymentMethod
	unwanted bool
	fails    error
	mu       sync.Mutex
	unknown  int
	givenUp  int // how often it was asked to decide without an outcome
	returned int
	settled  []billing.Outcome
}

func setup(t *testing.T) *world {
	t.Helper()
	w := &world{Env: paymenttest.Setup(t, "2026-05-15", nil)}
	w.method = w.Card(t, w.Member(t))
	w.Billing.Orders, w.Billing.Contracts = w, w
	return w
}

// of is a bill of 1100 yen for an order, or for the second period of a contract.
func (w *world) of(t *testing.T, order bool) billing.New {
	t.Helper()
	plan, err := w.Catalog.PlanOfContract(t.Context(), "standard")
	if err != nil {
		t.Fatal(err)
	}
	id, today := uuid.New(), w.Clock.Today()
	in := billing.New{AccountID: w.method.AccountID, Start: today, End: today.AddDays(30), Plan: plan, List: 1100, TaxRate: 10}
	if order {
		in.OrderID = &id
	} else {
		in.SubscriptionID, in.Period = &id, 2
	}
	return in
}

func (w *world) owe(t *testing.T, in billing.New) *ent.Bill {
	t.Helper()
	b, err := w.Billing.Owe(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (w *world) attempt(b *ent.Bill) (started payment.Started, err error) {
	err = w.Store.Tx(context.Background(), func(ctx context.Context) (err error) {
		started, err = w.Billing.Attempt(ctx, b, billing.Try{
			Method: w.method, ProviderOrderID: strings.ReplaceAll(uuid.NewString(), "-", ""), Initiator: charge.InitiatorMerchant,
			GiveUpAt: w.Clock.Now().Add(time.Hour),
		})
		return err
	})
	return started, err
}

// try charges the bill.
func (w *world) try(t *testing.T, b *ent.Bill) *ent.Charge {
	t.Helper()
	started, err := w.attempt(b)
	if err != nil {
		t.Fatal(err)
	}
	c, err := w.Payment.Execute(t.Context(), started)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (w *world) work(t *testing.T) {
	t.Helper()
	w.Clock.Advance(payment.Patience)
	if _, err := w.Payment.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind()) {
		_, _ = w.Payment.Resolve(t.Context(), job.ChargeID)
	}
	for _, job := range paymenttest.Jobs[payment.RefundArgs](t, w.Store, payment.RefundArgs{}.Kind()) {
		_ = w.Payment.CarryOut(t.Context(), job.RefundID)
	}
}

func (w *world) bill(t *testing.T, b *ent.Bill) *ent.Bill {
	t.Helper()
	return w.Store.Client(t.Context()).Bill.GetX(t.Context(), b.ID)
}

func (w *world) charge(t *testing.T, c *ent.Charge) *ent.Charge {
	t.Helper()
	return w.Store.Client(t.Context()).Charge.GetX(t.Context(), c.ID)
}
