package reminder

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/subscriptionprice"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/store"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
)

type world struct {
	*paymenttest.Env
	contracts *subscription.Service
	reminders *Service
}

func setup(t *testing.T, today string) *world {
	t.Helper()
	env := paymenttest.Setup(t, today, nil)
	s := &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings, Secrets: env.Secrets, Flow: &flow.Service{Store: env.Store, Clock: env.Clock, Secrets: env.Secrets},
		Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing, Entitlement: env.Entitlement, Notify: env.Notify,
	}
	env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = s, s, s
	return &world{env, s, &Service{Store: env.Store, Clock: env.Clock, Settings: env.Catalog.Settings, Account: env.Account, Subscription: s}}
}

func (w *world) begin(t *testing.T, planID string, member actor.Actor, card *ent.PaymentMethod) *ent.Subscription {
	t.Helper()
	p, err := w.Catalog.FindPlan(t.Context(), planID)
	if err != nil {
		t.Fatal(err)
	}
	var row *ent.Subscription
	err = w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		row, err = w.contracts.Begin(ctx, subscription.Agreement{
			AccountID: member.AccountID, OrderID: uuid.Must(uuid.NewV7()), PlanID: planID, MethodID: &card.ID,
			Basis: subscription.BasisOf(p, w.Clock.Today(), p.FreeTrialDays),
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func (w *world) contract(t *testing.T, planID string) (*ent.Subscription, actor.Actor) {
	t.Helper()
	member := w.Member(t)
	return w.begin(t, planID, member, w.Card(t, member)), member
}

// at moves the clock to noon of the day and looks, twice.
func (w *world) at(t *testing.T, day string) {
	t.Helper()
	d, err := clock.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(d.Start().Add(12 * time.Hour).Sub(w.Clock.Now()))
	w.look(t)
	w.look(t)
}

func (w *world) look(t *testing.T) int {
	t.Helper()
	n, err := w.reminders.Due(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEachReminderComesOnItsDayAndOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, plan, begun string
		status            subscription.Status // put into before; empty: as begun
		expires           string              // the card, YYYYMM
		stop              string              // the plan's day, said after the contract began
		days              []string            // on which the worker comes
		mail              string
		want              int
	}{
		{name: "trial", plan: "trial", begun: "2026-05-15", days: []string{"2026-05-25", "2026-05-26", "2026-05-27"}, mail: "payment-coming", want: 1},
		{name: "trial, the day before", plan: "trial", begun: "2026-05-15", days: []string{"2026-05-25"}, mail: "payment-coming"},
		{name: "trial, no worker ran on its day", plan: "trial", begun: "2026-05-15", days: []string{"2026-05-25", "2026-05-27", "2026-05-28"}, mail: "payment-coming"},
		{name: "trial, cancelled", plan: "trial", begun: "2026-05-15", status: subscription.TrialCancelRequest, days: []string{"2026-05-26"}, mail: "payment-coming"},
		{name: "trial, on hold", plan: "trial", begun: "2026-05-15", status: subscription.TrialHold, days: []string{"2026-05-26"}, mail: "payment-coming"},
		{name: "yearly", plan: "annual", begun: "2026-05-15", days: []string{"2027-04-30", "2027-05-01", "2027-05-02"}, mail: "payment-coming", want: 1},
		{name: "yearly from a 29th of February", plan: "annual", begun: "2028-02-29", days: []string{"2029-02-13", "2029-02-14", "2029-02-15"}, mail: "payment-coming", want: 1},
		{name: "yearly, cancelled", plan: "annual", begun: "2026-05-15", status: subscription.CancelRequest, days: []string{"2027-05-01"}, mail: "payment-coming"},
		{name: "monthly renews without", plan: "standard", begun: "2026-05-15", days: []string{"2026-06-01", "2026-06-12"}, mail: "payment-coming"},
		{name: "card", plan: "standard", begun: "2026-05-15", expires: "202606", days: []string{"2026-05-30", "2026-05-31", "2026-06-01"}, mail: "card-expires", want: 1},
		{name: "card in a leap year", plan: "annual", begun: "2027-12-15", expires: "202802", days: []string{"2028-01-29", "2028-01-30", "2028-01-31"}, mail: "card-expires", want: 1},
		{name: "card of a held contract", plan: "standard", begun: "2026-05-15", status: subscription.Hold, expires: "202606", days: []string{"2026-05-31"}, mail: "card-expires"},
		{name: "M-07: the store stops the plan", plan: "standard", begun: "2026-05-15", stop: "2026-09-30", days: []string{"2026-05-20", "2026-05-21"}, mail: "renewal-stops", want: 1},
		{name: "M-07: and before the end", plan: "standard", begun: "2026-05-15", stop: "2026-06-10", days: []string{"2026-05-20", "2026-05-31", "2026-06-01"}, mail: "renewal-stops", want: 2},
		{name: "M-07: one mail where both fall on a day", plan: "standard", begun: "2026-05-15", stop: "2026-06-10", days: []string{"2026-05-31", "2026-06-01"}, mail: "renewal-stops", want: 1},
		{name: "M-07: a trial that is not renewed", plan: "trial", begun: "2026-05-15", stop: "2026-05-20", days: []string{"2026-05-26"}, mail: "payment-coming"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, c.begun)
			row, member := w.contract(t, c.plan)
			client := w.Store.Client(t.Context())
			if c.status != "" {
				client.Subscription.UpdateOneID(row.ID).SetStatus(string(c.status)).ExecX(t.Context())
			}
			if c.expires != "" {
				client.PaymentMethod.UpdateOneID(*row.PaymentMethodID).SetCardExpire(c.expires).ExecX(t.Context())
			}
			if c.stop != "" {
				day, _ := clock.ParseDay(c.stop)
				client.Plan.UpdateOneID(c.plan).SetForceStopRenewAt(day.AddDays(1).Start().Add(-time.Microsecond)).ExecX(t.Context())
			}
			for _, day := range c.days {
				w.at(t, day)
			}
			if got := w.Mails(t, member, c.mail); got != c.want {
				t.Errorf("%d mails %s, want %d", got, c.mail, c.want)
			}
		})
	}
}

// A day begins at ten in Tokyo, and what yesterday left is not said at night.
func TestNoMemberIsToldAtNight(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	_, member := w.contract(t, "trial")
	ten := clock.Date(2026, 5, 26).Start().Add(10 * time.Hour)
	w.Clock.Advance(ten.Add(-time.Second).Sub(w.Clock.Now()))
	if n := w.look(t); n != 0 || w.Mails(t, member, "payment-coming") != 0 {
		t.Errorf("%d contracts were looked at a second before ten", n)
	}
	w.Clock.Advance(time.Second)
	if n := w.look(t); n != 1 || w.Mails(t, member, "payment-coming") != 1 {
		t.Errorf("at ten %d contracts were looked at", n)
	}
}

func TestOneCardIsSpokenOfOnceForAllItsContracts(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	member := w.Member(t)
	card := w.Card(t, member)
	w.Store.Client(t.Context()).PaymentMethod.UpdateOneID(card.ID).SetCardExpire("202606").ExecX(t.Context())
	w.begin(t, "standard", member, card)
	w.begin(t, "annual", member, card)
	w.at(t, "2026-05-31")
	if got := w.Mails(t, member, "card-expires"); got != 1 {
		t.Errorf("%d mails", got)
	}
}

// Fifty servers look at once, and each of the contracts, more than a batch, is spoken of once.
func TestManyServersTellOnce(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	member := w.Member(t)
	card := w.Card(t, member)
	var members []actor.Actor
	for range 250 {
		m := w.Member(t)
		w.begin(t, "trial", m, card)
		members = append(members, m)
	}
	d := clock.Date(2026, 5, 26)
	w.Clock.Advance(d.Start().Add(12 * time.Hour).Sub(w.Clock.Now()))
	var group sync.WaitGroup
	failed := make([]error, 50)
	for i := range failed {
		group.Go(func() { _, failed[i] = w.reminders.Due(context.Background()) })
	}
	group.Wait()
	for _, err := range failed {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range members {
		if got := w.Mails(t, m, "payment-coming"); got != 1 {
			t.Fatalf("%d mails", got)
		}
	}
}

// What a batch costs does not depend on how many contracts of it get no mail.
func TestAThousandContractsCostAFewStatements(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	member := w.Member(t)
	card := w.Card(t, member)
	first := w.begin(t, "standard", member, card)
	err := w.Store.Exec(t.Context(), `INSERT INTO subscriptions (id, created_at, account_id, plan_id, order_id, payment_method_id, status, renew_span, renew_span_unit,
			period, anchor_day, first_payment_day, term_start, next_settlement_day, remind_at, updated_at)
		SELECT gen_random_uuid(), created_at, gen_random_uuid(), plan_id, gen_random_uuid(), payment_method_id, status, renew_span, renew_span_unit,
			period, anchor_day, first_payment_day, term_start, next_settlement_day, remind_at, updated_at
		FROM subscriptions, generate_series(1, 999) WHERE id = $1`, first.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(24 * time.Hour)
	ctx, statements := store.CountStatements(t.Context())
	n, err := w.reminders.Due(ctx)
	if n != 1000 || err != nil || statements.Load() > 11*10 {
		t.Errorf("%d contracts with %d statements, %v", n, statements.Load(), err)
	}
}

func (w *world) reprice(t *testing.T, price int, from string) {
	t.Helper()
	day, _ := clock.ParseDay(from)
	w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetPrice(price).SetRepriceFrom(day).ExecX(t.Context())
}

// prices are the contract's, as "from-to: yen".
func (w *world) prices(t *testing.T, row *ent.Subscription) (all [][3]int) {
	t.Helper()
	for _, p := range w.Store.Client(t.Context()).SubscriptionPrice.Query().Where(subscriptionprice.SubscriptionID(row.ID)).
		Order(subscriptionprice.ByFromPeriod()).AllX(t.Context()) {
		to := 0
		if p.ToPeriod != nil {
			to = *p.ToPeriod
		}
		all = append(all, [3]int{p.FromPeriod, to, p.ListAmount})
	}
	return all
}

func TestANewPriceCountsFromTheFirstTermAMonthAfterItsMail(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard")
	expect := func(step string, mails int, want ...[3]int) {
		t.Helper()
		got := w.prices(t, row)
		same := len(got) == len(want)
		for i := range want {
			same = same && got[i] == want[i]
		}
		if n := w.Mails(t, member, "price-changes"); n != mails || !same {
			t.Errorf("%s: %d mails, prices %v", step, n, got)
		}
	}
	w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetPrice(1300).ExecX(t.Context())
	w.at(t, "2026-05-16")
	expect("without a day the contract keeps its price", 0, [3]int{1, 0, 1100})
	w.reprice(t, 1300, "2026-06-20")
	mail := w.Store.Client(t.Context()).Account.GetX(t.Context(), member.AccountID).Email
	w.Store.Client(t.Context()).Account.UpdateOneID(member.AccountID).ClearEmail().ExecX(t.Context())
	w.at(t, "2026-05-17")
	expect("no member can be told", 0, [3]int{1, 0, 1100})
	w.Store.Client(t.Context()).Account.UpdateOneID(member.AccountID).SetEmail(*mail).ExecX(t.Context())
	w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(subscription.Hold)).ExecX(t.Context())
	w.at(t, "2026-05-18")
	expect("on hold", 0, [3]int{1, 0, 1100})
	w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(subscription.NewContract)).ExecX(t.Context())
	w.at(t, "2026-05-19")
	w.at(t, "2026-05-20")
	expect("told", 1, [3]int{1, 2, 1100}, [3]int{3, 0, 1300})
	w.reprice(t, 1200, "2026-08-01")
	w.at(t, "2026-05-21")
	expect("another price before it began", 2, [3]int{1, 3, 1100}, [3]int{4, 0, 1200})
	w.reprice(t, 1000, "2026-07-01")
	w.at(t, "2026-05-22")
	expect("less, and sooner", 3, [3]int{1, 2, 1100}, [3]int{3, 0, 1000})
	w.reprice(t, 1400, "2026-09-01")
	w.at(t, "2026-05-23")
	expect("what was less stays promised", 4, [3]int{1, 2, 1100}, [3]int{3, 4, 1000}, [3]int{5, 0, 1400})
}

// M-29: a price that members were told of and that the store withdraws before its day is taken
// back, with one mail. A lower one stays promised, and so does one that the plan still sells for
// when its day is no longer said.
func TestANewPriceIsTakenBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		told, sells int
		mails       int
		want        [][3]int
	}{
		"withdrawn":               {1200, 1100, 1, [][3]int{{1, 0, 1100}}},
		"for another price":       {1200, 999, 1, [][3]int{{1, 0, 1100}}},
		"the plan still costs it": {1200, 1200, 0, [][3]int{{1, 2, 1100}, {3, 0, 1200}}},
		"it was lower":            {1000, 1100, 0, [][3]int{{1, 2, 1100}, {3, 0, 1000}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, "standard")
			w.reprice(t, c.told, "2026-06-20")
			w.at(t, "2026-05-16")
			w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetPrice(c.sells).ClearRepriceFrom().ExecX(t.Context())
			w.at(t, "2026-05-17")
			w.at(t, "2026-05-18")
			if got, n := w.prices(t, row), w.Mails(t, member, "price-kept"); !slices.Equal(got, c.want) || n != c.mails || w.Mails(t, member, "price-changes") != 1 {
				t.Errorf("prices %v, %d mails", got, n)
			}
		})
	}
}

// chooses has the contract be of the plan from its next term on.
func (w *world) chooses(t *testing.T, row *ent.Subscription, planID string) {
	t.Helper()
	client := w.Store.Client(t.Context())
	p := client.Plan.GetX(t.Context(), planID)
	client.PlanChange.Create().SetAccountID(row.AccountID).SetSubscriptionID(row.ID).SetFromPlanID(row.PlanID).SetPlanID(p.ID).
		SetPlanVersionID(*p.VersionID).SetPrice(p.Price).SetFromDay(row.NextSettlementDay).SetCreatedAt(w.Clock.Now()).ExecX(t.Context())
	client.Subscription.UpdateOneID(row.ID).SetNextPlanID(p.ID).SetNextPlanVersionID(*p.VersionID).SetNextPrice(p.Price).ExecX(t.Context())
}

// A year that ends is reminded of, whatever comes after it, and a year that begins. The plan that
// is named is the one that is paid for.
func TestAYearIsRemindedOfAlsoWhereThePlanChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ plan, to, day, named string }{
		{"annual", "standard", "2027-05-01", "standard"},
		{"standard", "annual", "2026-06-01", "annual"},
		{"standard", "weekly", "2026-06-01", ""},
	} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, c.plan)
		w.chooses(t, row, c.to)
		w.at(t, c.day)
		if got, want := w.Mails(t, member, "payment-coming"), min(len(c.named), 1); got != want {
			t.Errorf("%s to %s: %d mails, want %d", c.plan, c.to, got, want)
		}
	}
}

// A chosen plan that the store stops before its first day is dropped in the morning: no mail says
// that the contract ends.
func TestAStoppedChoiceEndsNoContract(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard")
	w.chooses(t, row, "annual")
	day, _ := clock.ParseDay("2026-06-10")
	w.Store.Client(t.Context()).Plan.UpdateOneID("annual").SetForceStopRenewAt(day.AddDays(1).Start().Add(-time.Microsecond)).ExecX(t.Context())
	w.at(t, "2026-05-20")
	if stops, undone := w.Mails(t, member, "renewal-stops"), w.Mails(t, member, "plan-change-undone"); stops != 0 || undone != 1 {
		t.Errorf("%d and %d mails", stops, undone)
	}
	if got := w.Store.Client(t.Context()).Subscription.GetX(t.Context(), row.ID); got.NextPlanID != "" || got.PlanID != "standard" {
		t.Errorf("%+v", got)
	}
}
