package withdrawal_test

import (
	"fmt"
	"testing"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/evidence"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/paths"
)

// world is a store on 15 May 2026 with everything a member may hold.
type world struct {
	*withdrawal.Service
	t         *testing.T
	env       *paymenttest.Env
	purchases *purchase.Service
	logins    *login.Service
}

func setup(t *testing.T, change func(*settings.Settings)) *world {
	t.Helper()
	t.Parallel()
	env := paymenttest.Setup(t, "2026-05-15", change)
	logins := logintest.On(t, env.Store, env.Catalog)
	contracts := &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings, Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing, Entitlement: env.Entitlement,
		Secrets: env.Secrets, Notify: env.Notify,
	}
	purchases := &purchase.Service{
		Store: env.Store, Clock: env.Clock, Secrets: env.Secrets, Catalog: env.Catalog, Settings: env.Catalog.Settings, Throttle: env.Throttle, Account: env.Account,
		Payment: env.Payment, Billing: env.Billing, Subscription: contracts, Entitlement: env.Entitlement, Notify: env.Notify,
		Evidence: &evidence.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog},
	}
	env.Billing.Orders, env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = purchases, contracts, contracts, contracts
	return &world{t: t, env: env, purchases: purchases, logins: logins, Service: &withdrawal.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings, Flow: logins.Flow, Passcode: logins.Passcode, Account: logins.Account,
		Payment: env.Payment, Subscription: contracts, Notify: logins.Notify, Secrets: logins.Secrets, Throttle: logins.Throttle, Leavers: []withdrawal.Leaver{
			logins.Notify, contracts, env.Payment, env.Entitlement, logins.Flow, logins.Passcode, logins.Session, logins.Credential, logins, logins.Account,
		},
	}}
}

// member is a member with an address and a password, and their browser's session.
func (w *world) member(options ...accounttest.Option) (*ent.Account, actor.Actor) {
	w.t.Helper()
	row := accounttest.Member(w.t, w.Account, options...)
	a, _ := logintest.Member(w.t, w.logins, row.ID)
	return row, a
}

// contract gives the member a contract in the status.
func (w *world) contract(a actor.Actor, planID string, status subscription.Status) *ent.Subscription {
	w.t.Helper()
	w.buy(a, planID)
	row := w.client().Subscription.Query().FirstX(w.t.Context())
	return row.Update().SetStatus(string(status)).SaveX(w.t.Context())
}

func (w *world) buy(a actor.Actor, planID string) {
	w.t.Helper()
	key, err := w.atTheBank(a, planID, w.form(a, planID))
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.purchases.ReturnFromBank(w.t.Context(), key); err != nil {
		w.t.Fatal(err)
	}
}

// atTheBank sends the order, to which the bank agrees; key is what the member comes back with.
func (w *world) atTheBank(a actor.Actor, planID, token string) (key string, err error) {
	info := gateway.CardToken{Token: "i", Key: "k"}
	r, err := w.purchases.Purchase(w.t.Context(), a, planID, purchase.Purchase{Token: token, Info: info})
	if err != nil {
		return "", err
	}
	key, ok := w.env.Gateway.Agree(paths.Of(r.Next))
	if !ok {
		err = fmt.Errorf("%s is no bank", paths.Of(r.Next))
	}
	return key, err
}

// form is the token of a confirmed order.
func (w *world) form(a actor.Actor, planID string) string {
	w.t.Helper()
	token, err := w.purchases.Form(w.t.Context(), a, planID, purchase.Form{MethodID: w.env.Card(w.t, a).ID.String()})
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

// confirm confirms the form and is the code that was mailed.
func (w *world) confirm(row *ent.Account, a actor.Actor) string {
	w.t.Helper()
	next, err := w.Confirm(w.t.Context(), a, withdrawal.Form{Consent: true})
	if err != nil || paths.Of(next) != "/withdraw/pin-code" {
		w.t.Fatalf("confirming: %+v, %v", next, err)
	}
	return accounttest.PinCode(w.t, w.Account, *row.Email)
}

func (w *world) client() *ent.Client { return w.Store.Client(w.t.Context()) }

func (w *world) left(row *ent.Account) bool {
	w.t.Helper()
	return w.client().Account.GetX(w.t.Context(), row.ID).Status == entaccount.StatusWithdrawn
}

func (w *world) wait(d time.Duration) { w.Clock.Advance(d) }

// said is a fault in short.
func said(err error) string { return faulttest.Said(err) }
