package blocking_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	entsub "kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/leaving/blocking"
	"kaiin/server/money/evidence"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/transport/paths"
)

// world is a store on 15 May 2026 that sells, and lets members in.
type world struct {
	*blocking.Service
	t         *testing.T
	env       *paymenttest.Env
	purchases *purchase.Service
	logins    *login.Service
}

func setup(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	env := paymenttest.Setup(t, "2026-05-15", nil)
	logins := logintest.On(t, env.Store, env.Catalog)
	contracts := &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Settings, Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing,
		Entitlement: env.Entitlement, Secrets: env.Secrets, Notify: env.Notify, Throttle: env.Throttle,
	}
	purchases := &purchase.Service{
		Store: env.Store, Clock: env.Clock, Secrets: env.Secrets, Catalog: env.Catalog, Settings: env.Settings, Throttle: env.Throttle, Account: env.Account,
		Payment: env.Payment, Billing: env.Billing, Subscription: contracts, Entitlement: env.Entitlement, Notify: env.Notify,
		Evidence: &evidence.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog},
	}
	env.Billing.Orders, env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = purchases, contracts, contracts, contracts
	return &world{t: t, env: env, purchases: purchases, logins: logins, Service: &blocking.Service{
		Store: env.Store, Clock: env.Clock, Account: logins.Account, Session: logins.Session, Subscription: contracts,
	}}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// member is a member with an address and a password, and their browser's session.
func (w *world) member() (*ent.Account, actor.Actor) {
	w.t.Helper()
	row := accounttest.Member(w.t, w.Account)
	a, _ := logintest.Member(w.t, w.logins, row.ID)
	return row, a
}

func (w *world) block(row *ent.Account, now bool) error {
	return w.Block(w.t.Context(), actstest.By(w.Store), row.ID, now)
}

func (w *world) buy(a actor.Actor, planID string) {
	w.t.Helper()
	key, err := w.atTheBank(a, planID)
	w.must(err)
	_, err = w.purchases.ReturnFromBank(w.t.Context(), key)
	w.must(err)
}

// atTheBank sends an order, to which the bank agrees; key is what the member comes back with.
func (w *world) atTheBank(a actor.Actor, planID string) (key string, err error) {
	w.t.Helper()
	token, err := w.purchases.Form(w.t.Context(), a, planID, purchase.Form{MethodID: w.env.Card(w.t, a).ID.String()})
	if err != nil {
		return "", err
	}
	r, err := w.purchases.Purchase(w.t.Context(), a, planID, purchase.Purchase{Token: token, Info: gateway.CardToken{Token: "i", Key: "k"}})
	if err != nil {
		return "", err
	}
	key, ok := w.env.Gateway.Agree(paths.Of(r.Next))
	if !ok {
		err = fmt.Errorf("%s is no bank", paths.Of(r.Next))
	}
	return key, err
}

func (w *world) client() *ent.Client { return w.Store.Client(w.t.Context()) }

func (w *world) status(row *ent.Account) entaccount.Status {
	w.t.Helper()
	return w.client().Account.GetX(w.t.Context(), row.ID).Status
}

// contracts are the states of the member's contracts.
func (w *world) contracts(id uuid.UUID) (all []subscription.Status) {
	w.t.Helper()
	for _, row := range w.client().Subscription.Query().Where(entsub.AccountID(id)).Order(entsub.ByID()).AllX(w.t.Context()) {
		all = append(all, subscription.Status(row.Status))
	}
	return all
}

// settle carries out what payment has to look at again, and gives back what has to go back.
func (w *world) settle() {
	w.t.Helper()
	for _, c := range w.client().Charge.Query().AllX(w.t.Context()) {
		if _, err := w.env.Payment.Resolve(w.t.Context(), c.ID); err != nil {
			w.t.Fatal(err)
		}
	}
	for _, job := range paymenttest.Jobs[payment.RefundArgs](w.t, w.Store, payment.RefundArgs{}.Kind()) {
		w.must(w.env.Payment.CarryOut(w.t.Context(), job.RefundID))
	}
}

// taken are the yen that the provider has and has not given back.
func (w *world) taken() int {
	_, yen := w.env.Gateway.Settled()
	return yen
}

// said is a fault in short.
func said(err error) string { return faulttest.Said(err) }
