package payment_test

import (
	"context"
	"testing"

	"kaiin/ent/charge"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// forgetful finds an order only by the name that it gave it itself.
type forgetful struct{ *paymenttest.Gateway }

func (f forgetful) Charge(ctx context.Context, in gateway.ChargeRequest) (string, error) {
	if name := "theirs-" + in.OrderID; in.KeptAs != name {
		if err := in.Keep(name); err != nil {
			return "", err
		}
	}
	return f.Gateway.Charge(ctx, in)
}

func (f forgetful) Lookup(ctx context.Context, orderID, trackingID string) (gateway.Transaction, error) {
	if trackingID == "" {
		return gateway.Transaction{State: gateway.TransactionNone}, nil
	}
	return f.Gateway.Lookup(ctx, orderID, trackingID)
}

// A process that dies with the provider's answer finds the order again by the name that was kept
// before: nothing is held twice.
func TestTheProvidersNameIsKeptBeforeItHoldsAnything(t *testing.T) {
	t.Parallel()
	for name, outcome := range map[string]paymenttest.Outcome{
		"dies after": paymenttest.DiesAfter, "dies before": paymenttest.DiesBefore, "no answer": paymenttest.TimeoutAfter, "under way": paymenttest.UnderWay,
	} {
		w := setup(t)
		w.Payment.Providers[0].Gateway = forgetful{w.Gateway}
		s := w.attempt(t, false)
		w.Gateway.Next(paymenttest.Charge, outcome)
		paymenttest.Dying(func() { _, _ = w.Payment.Execute(context.Background(), s) })
		if c := w.row(t, s); c.ProviderRef != "theirs-"+c.ProviderOrderID || c.TrackingID != "" {
			t.Errorf("%s: kept %q, %q", name, c.ProviderRef, c.TrackingID)
		}
		w.Gateway.Land()
		w.resolve(t)
		want := 1
		if outcome == paymenttest.DiesBefore { // nothing was held
			want = 2
		}
		if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 || w.state(t, s) != charge.StateSettled || w.Gateway.Calls(paymenttest.Charge) != want {
			t.Errorf("%s: %s after %d calls, %d settled, %d yen", name, w.state(t, s), w.Gateway.Calls(paymenttest.Charge), count, yen)
		}
	}
}
