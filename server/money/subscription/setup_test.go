package subscription

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/entitlement"
	"kaiin/ent/subscriptionevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

type world struct {
	*paymenttest.Env
	*Service
	Store *store.Store
	Clock *clock.Clock
}

func setup(t *testing.T, today string) *world {
	t.Helper()
	return worldOf(paymenttest.Setup(t, today, nil))
}

func worldOf(env *paymenttest.Env) *world {
	s := &Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings, Flow: &flow.Service{Store: env.Store, Clock: env.Clock, Secrets: env.Secrets},
		Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing, Entitlement: env.Entitlement, Throttle: env.Throttle,
		Secrets: env.Secrets, Notify: env.Notify,
	}
	env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = s, s, s
	return &world{Env: env, Service: s, Store: env.Store, Clock: env.Clock}
}

// contract begins a contract of the plan today, as an order would.
func (w *world) contract(t *testing.T, planID string, change func(*Agreement)) (*ent.Subscription, actor.Actor) {
	t.Helper()
	member := w.Member(t)
	p, err := w.Env.Catalog.FindPlan(t.Context(), planID)
	if err != nil {
		t.Fatal(err)
	}
	card := w.Card(t, member)
	a := Agreement{
		AccountID: member.AccountID, OrderID: uuid.Must(uuid.NewV7()), PlanID: planID, MethodID: &card.ID,
		Basis: BasisOf(p, w.Clock.Today(), p.FreeTrialDays),
	}
	if change != nil {
		change(&a)
	}
	var row *ent.Subscription
	err = w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		row, err = w.Begin(ctx, a)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return row, member
}

// at moves the clock to noon of the day.
func (w *world) at(t *testing.T, day string) {
	t.Helper()
	d, err := clock.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(d.Start().Add(12 * time.Hour).Sub(w.Clock.Now()))
}

// work does what a worker does until nothing is due.
func (w *world) work(t *testing.T) {
	t.Helper()
	for range 30 {
		renewals, err := w.Due(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Env.Payment.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, job := range paymenttest.Jobs[RenewArgs](t, w.Store, RenewArgs{}.Kind()) {
			if err := w.Renew(t.Context(), job.SubscriptionID); err != nil {
				t.Log(err)
			}
		}
		resolves := paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind())
		for _, job := range resolves {
			_, _ = w.Env.Payment.Resolve(t.Context(), job.ChargeID)
		}
		if renewals+len(resolves) == 0 {
			return
		}
	}
	t.Fatal("there is always more to do")
}

func (w *world) row(t *testing.T, id uuid.UUID) *ent.Subscription {
	t.Helper()
	return w.Store.Client(t.Context()).Subscription.GetX(t.Context(), id)
}

func (w *world) watchableUntil(t *testing.T, id uuid.UUID) time.Time {
	t.Helper()
	row := w.Store.Client(t.Context()).Entitlement.Query().Where(entitlement.SubscriptionID(id)).OnlyX(t.Context())
	if row.RevokedAt != nil {
		return *row.RevokedAt
	}
	return *row.ExpiresAt
}

func (w *world) story(t *testing.T, id uuid.UUID) string {
	t.Helper()
	events := w.Store.Client(t.Context()).SubscriptionEvent.Query().Where(subscriptionevent.SubscriptionID(id)).
		Order(subscriptionevent.ByCreatedAt(), subscriptionevent.ByID()).AllX(t.Context())
	var names []string
	for _, e := range events {
		names = append(names, e.Event)
	}
	return strings.Join(names, " ")
}
