package purchase

import (
	"testing"
	"time"

	"kaiin/ent/order"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// down has the circuit breaker stop calls to the provider.
func (s *shop) down(t *testing.T) {
	t.Helper()
	for range 5 {
		s.Env.Gateway.Next(paymenttest.Lookup, paymenttest.Trouble)
		_, _ = s.Env.Payment.Providers.Lookup(t.Context(), "sbps", "nothing", "")
	}
}

// While calls to the provider are stopped a purchase fails at once, nothing is asked of the
// provider and nothing stays open.
func TestPurchaseWhileTheCircuitIsOpen(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Env.Payment.Providers = gateway.Providers{gateway.WithBreaker(paymenttest.Provider(s.Env.Gateway), s.Env.Clock)}
	member := s.Member(t)
	token := s.form(t, member, "standard")
	s.down(t)
	if _, err := s.buy(t, member, "standard", token); code(err) != fault.PaymentUnavailable {
		t.Errorf("%v", err)
	}
	if n := s.Gateway.Calls(paymenttest.Charge); n != 0 || s.order(t, member).State != order.StateFailed {
		t.Errorf("%d charges were asked for, the order is %s", n, s.order(t, member).State)
	}
	if busy, err := s.Env.Payment.UnderWay(t.Context(), member.AccountID); busy || err != nil {
		t.Errorf("a charge is under way: %v, %v", busy, err)
	}
}

// The provider goes down between the authorisation and its commitment: the outcome is open until it
// is back, and the member has bought once then.
func TestProviderGoesDownInAPurchase(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Env.Payment.Providers = gateway.Providers{gateway.WithBreaker(paymenttest.Provider(s.Env.Gateway), s.Env.Clock)}
	member := s.Member(t)
	token := s.form(t, member, "standard")
	s.Gateway.After(paymenttest.Charge, func() { s.down(t) })
	if got, err := s.buy(t, member, "standard", token); err != nil || !got.Pending {
		t.Fatalf("%+v, %v", got, err)
	}
	if n := s.Gateway.Calls(paymenttest.Commit); n != 0 {
		t.Errorf("%d commitments were sent", n)
	}
	s.Env.Clock.Advance(time.Minute)
	s.resolve(t)
	if count, yen := s.Gateway.Settled(); count != 1 || yen != 1100 || s.order(t, member).State != order.StateCompleted {
		t.Errorf("%d charges of %d yen, the order is %s", count, yen, s.order(t, member).State)
	}
}
