package audit_test

import (
	"database/sql"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/order"
	entsubscription "kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/money/evidence"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
)

// oldContracts has every status, on the 15th of May.
var oldContracts = map[string]oldContract{
	"new":                                {plan: "standard", status: "NEW_CONTRACT", begun: "2026-05-01", term: 1},
	"new, by the week":                   {plan: "weekly", status: "NEW_CONTRACT", begun: "2026-05-10", term: 1},
	"in its trial":                       {plan: "trial", status: "NEW_TRIAL_CONTRACT", begun: "2026-05-10"},
	"whose trial is over today":          {plan: "trial", status: "NEW_TRIAL_CONTRACT", begun: "2026-05-01"},
	"whose trial is being charged":       {plan: "trial", status: "NEW_TRIAL_CONTRACT", begun: "2026-05-01", next: []oldCharge{isAttempted}},
	"once more":                          {plan: "standard", status: "RE_CONTRACT", begun: "2026-05-03", term: 1},
	"of a month's end":                   {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-01-31", term: 4},
	"due today":                          {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-15", term: 2},
	"due three days ago":                 {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-12", term: 2},
	"that the provider knows nothing of": {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-15", term: 2, next: []oldCharge{unheard}},
	"that is authorised":                 {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-15", term: 2, next: []oldCharge{isAuthorized}},
	"that is authorised and unknown":     {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-15", term: 2, next: []oldCharge{unsettled}},
	"that is settled and unknown":        {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-15", term: 2, next: []oldCharge{settledUnsaid}},
	"tried anew":                         {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-15", term: 2, next: []oldCharge{wasCanceled, unheard}},
	"for nothing":                        {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-02", term: 3, price: -1},
	"for nothing, due":                   {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-15", term: 2, price: -1},
	"at a discount":                      {plan: "standard", status: "ONGOING_CONTRACT", begun: "2026-03-02", term: 3, price: 900},
	"paid after its trial":               {plan: "trial", status: "TRIAL_TO_PAID", begun: "2026-04-17", term: 1},
	"held":                               {plan: "standard", status: "HOLD", begun: "2026-03-10", term: 2, next: []oldCharge{wasDeclined}},
	"held after two tries":               {plan: "standard", status: "HOLD", begun: "2026-03-10", term: 2, next: []oldCharge{wasCanceled, wasDeclined}},
	"held without a try":                 {plan: "standard", status: "HOLD", begun: "2026-03-10", term: 2},
	"held for too long":                  {plan: "standard", status: "HOLD", begun: "2026-03-10", term: 1, next: []oldCharge{wasDeclined}},
	"held after its trial":               {plan: "trial", status: "TRIAL_HOLD", begun: "2026-04-26", next: []oldCharge{wasDeclined}},
	"released":                           {plan: "standard", status: "HOLD_RELEASED", begun: "2026-02-05", term: 4, failed: 1},
	"released after its trial":           {plan: "trial", status: "TRIAL_HOLD_RELEASED", begun: "2026-04-20", term: 1, failed: 2},
	"to be cancelled":                    {plan: "standard", status: "CANCEL_REQUEST", begun: "2026-05-02", term: 1},
	"to be cancelled today":              {plan: "standard", status: "CANCEL_REQUEST", begun: "2026-04-15", term: 1},
	"to be cancelled in its trial":       {plan: "trial", status: "TRIAL_CANCEL_REQUEST", begun: "2026-05-10"},
	"held and to be cancelled":           {plan: "standard", status: "HOLD_CANCEL_REQUEST", begun: "2026-03-10", term: 2, next: []oldCharge{wasDeclined}},
	"held after its trial and cancelled": {plan: "trial", status: "TRIAL_HOLD_CANCEL_REQUEST", begun: "2026-04-26", next: []oldCharge{wasDeclined}},
	"cancelled":                          {plan: "standard", status: "CANCELLED", begun: "2026-02-10", term: 3},
	"cancelled in its trial":             {plan: "trial", status: "TRIAL_CANCELLED", begun: "2026-04-20"},
	"cancelled on hold":                  {plan: "standard", status: "HOLD_CANCELLED", begun: "2026-02-10", term: 2, next: []oldCharge{wasDeclined}},
	"terminated":                         {plan: "standard", status: "TERMINATED", begun: "2026-04-20", term: 1, left: true},
}

// oldOrders are orders without a contract, by what has become of them, and how long ago they
// were made.
var oldOrders = map[string]struct {
	plan, state string
	charge      *oldCharge
	age         time.Duration
}{
	"on its confirm page":                 {"film", "confirming", nil, time.Minute},
	"at the bank":                         {"film", "authenticating", nil, time.Minute},
	"at the bank for too long":            {"film", "authenticating", nil, time.Hour},
	"being charged":                       {"film", "charging", &isAttempted, 10 * time.Minute},
	"being charged, authorised":           {"rental", "charging", &isAuthorized, 10 * time.Minute},
	"of a contract, being charged":        {"standard", "charging", &isAttempted, 10 * time.Minute},
	"unknown":                             {"standard", "unknown", &unheard, 10 * time.Minute},
	"unknown and settled":                 {"standard", "unknown", &settledUnsaid, 10 * time.Minute},
	"unknown for hours":                   {"film", "unknown", &unheard, 3 * time.Hour},
	"unknown for hours, authorised":       {"film", "unknown", &unsettled, 3 * time.Hour},
	"unknown since yesterday and settled": {"rental", "unknown", &settledUnsaid, 26 * time.Hour},
	"refused":                             {"standard", "declined", &wasDeclined, time.Hour},
	"given up":                            {"rental", "declined", &wasCanceled, time.Hour},
	"refused by the bank":                 {"film", "failed", nil, time.Hour},
}

// migrated is a world whose database was filled before there were bills and then brought to
// the present.
func migrated(t *testing.T) (w *world, shop *purchase.Service, contracts map[string]uuid.UUID) {
	t.Helper()
	address := storetest.Before(t, beforeBills)
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	noon := clock.Date(2026, 5, 15).Start().Add(12 * time.Hour)
	old := &oldBook{t: t, db: db, gateway: paymenttest.NewGateway(), now: noon}
	old.gateway.Clock = clock.At(noon)
	old.plans()
	contracts = map[string]uuid.UUID{}
	for _, name := range slices.Sorted(maps.Keys(oldContracts)) {
		contracts[name] = old.contract(oldContracts[name])
	}
	for _, name := range slices.Sorted(maps.Keys(oldOrders)) {
		o := oldOrders[name]
		yen := oldPlans[o.plan].price
		old.order(old.member(false), o.plan, o.state, noon.Add(-o.age), yen, o.charge, nil)
	}
	old.film(old.member(false), "film", noon.AddDate(0, -3, 0))
	old.film(old.member(false), "rental", noon.AddDate(0, 0, -2))
	old.film(old.member(true), "film", noon.AddDate(0, -2, 0))
	if err := store.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	env := paymenttest.On(t, st, "2026-05-15", nil)
	env.Gateway, env.Payment.Providers = old.gateway, gateway.Providers{paymenttest.Provider(old.gateway)}
	w = worldOf(env)
	shop = &purchase.Service{
		Store: env.Store, Clock: env.Clock, Secrets: env.Secrets, Catalog: env.Catalog, Settings: env.Catalog.Settings, Throttle: env.Throttle, Account: env.Account,
		Payment: env.Payment, Billing: env.Billing, Subscription: w.contracts, Entitlement: env.Entitlement, Notify: env.Notify,
		Evidence: &evidence.Service{Store: env.Store, Clock: env.Clock, Catalog: env.Catalog},
	}
	env.Billing.Orders = shop
	return w, shop, contracts
}

// A database of the version before there were bills, with rows in every state, is in order once it
// has the present tables; what was open is taken up, and it is in order after that.
func TestABookFromBeforeBillsIsInOrder(t *testing.T) {
	t.Parallel()
	statuses := map[string]bool{}
	for _, c := range oldContracts {
		statuses[c.status] = true
	}
	if len(statuses) != len(subscription.Statuses) {
		t.Fatalf("%d of %d statuses are there", len(statuses), len(subscription.Statuses))
	}
	w, shop, contracts := migrated(t)
	w.sound(t, "after the migration")
	client := w.Store.Client(t.Context())
	open := client.Charge.Query().Where(charge.StateIn(charge.StateAttempting, charge.StateUnknown, charge.StateAuthorized)).CountX(t.Context())
	if open != 14 {
		t.Errorf("%d charges are open", open)
	}
	bills := map[bill.State]int{}
	for _, b := range client.Bill.Query().AllX(t.Context()) {
		bills[b.State]++
	}
	// Held contracts owe a term; those that were refused and have ended, or are about to, owe
	// nothing any more.
	if bills[bill.StateOpen] != 5 || bills[bill.StatePaying] != open || bills[bill.StateVoid] != 5 || bills[bill.StateWaived] != 0 {
		t.Errorf("the bills are %v", bills)
	}

	// What is open is found by those who look for it.
	if _, err := w.Payment.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	if jobs := paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind()); len(jobs) != open {
		t.Errorf("%d of %d open charges are looked at", len(jobs), open)
	}
	if ended, err := shop.Due(t.Context()); err != nil || ended != 1 {
		t.Errorf("%d orders are ended, %v", ended, err)
	}
	if _, err := w.contracts.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	due := map[uuid.UUID]bool{}
	for _, job := range paymenttest.Jobs[subscription.RenewArgs](t, w.Store, subscription.RenewArgs{}.Kind()) {
		due[job.SubscriptionID] = true
	}
	for name, id := range contracts {
		old, row := oldContracts[name], client.Subscription.GetX(t.Context(), id)
		status := subscription.Status(old.status)
		late := !row.NextSettlementDay.After(w.Clock.Today())
		if status.Group() == subscription.GroupHold {
			late = name == "held for too long"
		}
		if want := status.Contracted() && late; due[id] != want {
			t.Errorf("the contract %s is due: %v", name, due[id])
		}
	}
	if n := client.Subscription.Query().Where(entsubscription.RemindAtIsNil(), entsubscription.EndedAtIsNil()).CountX(t.Context()); n != 0 {
		t.Errorf("%d running contracts are never looked at for reminders", n)
	}

	for range 3 {
		w.Clock.Advance(2 * time.Hour)
		if _, err := shop.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.sound(t, "after the jobs")
	}
	if n := client.Charge.Query().Where(charge.AppliedAtIsNil()).CountX(t.Context()); n != 0 {
		t.Errorf("%d charges are still open", n)
	}
	if n := client.Order.Query().Where(order.StateIn(order.StateCharging, order.StateUnknown)).CountX(t.Context()); n != 0 {
		t.Errorf("%d orders are still open", n)
	}
	for name, want := range map[string]subscription.Status{
		"whose trial is over today": subscription.TrialToPaid, "whose trial is being charged": subscription.TrialToPaid,
		"due today": subscription.OngoingContract, "that the provider knows nothing of": subscription.OngoingContract,
		"that is authorised": subscription.OngoingContract, "that is settled and unknown": subscription.OngoingContract,
		"for nothing, due": subscription.OngoingContract, "to be cancelled today": subscription.Cancelled, "held": subscription.Hold,
		"held for too long": subscription.HoldCancelled,
	} {
		row := client.Subscription.GetX(t.Context(), contracts[name])
		old := oldContracts[name]
		if subscription.Status(row.Status) != want || want == subscription.OngoingContract && row.Period != old.term+1 {
			t.Errorf("the contract %s is %s in period %d", name, row.Status, row.Period)
		}
	}
}

// sound wants the checker to find nothing, the provider's ledger included.
func (w *world) sound(t *testing.T, when string) {
	t.Helper()
	found, counts := w.check(t)
	for _, f := range found {
		t.Errorf("%s: %+v", when, f)
	}
	if counts["subscriptions"] < len(oldContracts) {
		t.Errorf("%s only %v were looked at", when, counts)
	}
}
