package purchase

import (
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/settings"
	"kaiin/server/money/evidence"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	domain "kaiin/server/money/subscription"
	"kaiin/server/transport/paths"
)

// shop is a store on 15 May 2026, open for orders.
type shop struct {
	*paymenttest.Env
	*Service
}

func setup(t *testing.T, change func(*settings.Settings)) *shop {
	t.Helper()
	env := paymenttest.Setup(t, "2026-05-15", change)
	contracts := &domain.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Settings, Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing, Entitlement: env.Entitlement,
		Secrets: env.Secrets, Notify: env.Notify, Throttle: env.Throttle, Flow: &flow.Service{Store: env.Store, Clock: env.Clock, Secrets: env.Secrets},
	}
	s := &Service{
		Store: env.Store, Clock: env.Clock, Secrets: env.Secrets, Catalog: env.Catalog, Settings: env.Catalog.Settings, Throttle: env.Throttle, Account: env.Account,
		Payment: env.Payment, Billing: env.Billing, Subscription: contracts, Entitlement: env.Entitlement, Notify: env.Notify,
		Evidence:     &evidence.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog},
		LockPatience: time.Minute, // of fifty who come at once on a busy machine
	}
	env.Billing.Orders, env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = s, contracts, contracts, contracts
	return &shop{env, s}
}

func (s *shop) client(t *testing.T) *ent.Client { return s.Env.Store.Client(t.Context()) }

// form verifies the form of the plan with a fresh card and answers the token.
func (s *shop) form(t *testing.T, member actor.Actor, planID string) string {
	t.Helper()
	token, err := s.Form(t.Context(), member, planID, Form{MethodID: s.Card(t, member).ID.String()})
	if err != nil {
		t.Fatalf("the form of %s: %v", planID, err)
	}
	return token
}

// buy presses the button and, where the member is sent to the bank, comes back from there
// authenticated; it answers what the button then answers.
func (s *shop) buy(t *testing.T, member actor.Actor, planID, token string) (*Result, error) {
	t.Helper()
	r, err := s.Purchase(t.Context(), member, planID, withTDS(token))
	if err != nil {
		return nil, err
	}
	key, atTheBank := s.Gateway.Agree(paths.Of(r.Next))
	if !atTheBank {
		return r, nil
	}
	if _, err := s.ReturnFromBank(t.Context(), key); err != nil {
		return nil, err
	}
	return s.Purchase(t.Context(), member, planID, withTDS(token))
}

func withTDS(token string) Purchase {
	return Purchase{Token: token, Info: gateway.CardToken{Token: "info", Key: "key"}}
}

func (s *shop) order(t *testing.T, member actor.Actor) *ent.Order {
	t.Helper()
	return s.client(t).Order.Query().Where(order.AccountID(member.AccountID)).Order(ent.Desc(order.FieldCreatedAt)).FirstX(t.Context())
}

func (s *shop) sold(t *testing.T, planID string) int {
	t.Helper()
	return s.client(t).Plan.GetX(t.Context(), planID).SalesCount
}

// resolve lets abandoned charges be found and looked up.
func (s *shop) resolve(t *testing.T) {
	t.Helper()
	for range 3 {
		s.Env.Clock.Advance(payment.Patience)
		if _, err := s.Env.Payment.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, s.Env.Store, payment.ResolveArgs{}.Kind()) {
			_, _ = s.Env.Payment.Resolve(t.Context(), job.ChargeID)
		}
	}
}

func code(err error) fault.Code {
	if f, ok := fault.As(err); ok {
		return f.Code
	}
	if err != nil {
		return fault.Code(err.Error())
	}
	return ""
}
