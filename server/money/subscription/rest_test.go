package subscription

import (
	"testing"
	"time"

	"kaiin/ent/charge"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// A renewal that comes while calls to the provider are stopped stays open, as one that was never
// sent; so it does when it is looked up in that time. When the provider is back it is charged once.
func TestRenewalWhileTheCircuitIsOpen(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.Env.Payment.Providers = gateway.Providers{gateway.WithBreaker(paymenttest.Provider(w.Gateway), w.Clock)}
	fail := func() {
		t.Helper()
		w.Gateway.Next(paymenttest.Lookup, paymenttest.Trouble)
		_, _ = w.Env.Payment.Providers.Lookup(t.Context(), "sbps", "nothing", "")
	}
	for range 5 {
		fail()
	}
	for range 3 { // longer and longer rests, until one outlasts the pause between two look-ups
		w.Clock.Advance(10 * time.Minute)
		fail()
	}
	if err := w.Renew(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	open := func() time.Time {
		t.Helper()
		c := w.Store.Client(t.Context()).Charge.Query().OnlyX(t.Context())
		if c.State != charge.StateAttempting || c.Checks != 0 || c.NextCheckAt == nil {
			t.Fatalf("the charge is %s, %d checks, next %v", c.State, c.Checks, c.NextCheckAt)
		}
		return *c.NextCheckAt
	}
	if next := open(); next.Sub(w.Clock.Now()) <= payment.Patience {
		t.Errorf("it is looked up at %s, while calls to the provider are stopped", next)
	}
	if _, err := w.Env.Payment.Resolve(t.Context(), w.Store.Client(t.Context()).Charge.Query().OnlyX(t.Context()).ID); err == nil {
		t.Error("a look-up that was refused has told something")
	}
	open()
	if n := w.Gateway.Calls(paymenttest.Charge); n != 0 || len(paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind())) != 0 {
		t.Errorf("%d charges were sent, or a job was made that looks them up", n)
	}
	if status := Status(w.row(t, row.ID).Status); status.Group() != GroupContract || w.Mails(t, member, "renewal-failed") != 0 {
		t.Errorf("the contract is %s", status)
	}
	w.Clock.Advance(10 * time.Minute)
	w.work(t)
	if count, _ := w.Gateway.Settled(); count != 1 || w.row(t, row.ID).Period != 2 || w.Gateway.Calls(paymenttest.Charge) != 1 {
		t.Errorf("%d charges are settled, the contract is in period %d", count, w.row(t, row.ID).Period)
	}
}
