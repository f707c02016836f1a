package reminder

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/money/subscription"
)

// discounted is a contract whose first payments, so many, a campaign makes half as dear.
func (w *world) discounted(t *testing.T, planID string, payments int) (*ent.Subscription, actor.Actor) {
	t.Helper()
	member := w.Member(t)
	card := w.Card(t, member)
	p, err := w.Catalog.FindPlan(t.Context(), planID)
	if err != nil {
		t.Fatal(err)
	}
	basis := subscription.BasisOf(p, w.Clock.Today(), p.FreeTrialDays)
	basis.Prices = []subscription.Price{{Term: 1, List: p.Price, Discount: p.Price / 2, Campaign: "half"}}
	if payments > 0 {
		basis.Prices = append(basis.Prices, subscription.Price{Term: payments + 1, List: p.Price})
	}
	var row *ent.Subscription
	err = w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		row, err = w.contracts.Begin(ctx, subscription.Agreement{
			AccountID: member.AccountID, OrderID: uuid.Must(uuid.NewV7()), PlanID: planID, MethodID: &card.ID, CampaignID: "half", Basis: basis,
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return row, member
}

func TestTheEndOfADiscountIsSaidOnItsDayAndOnce(t *testing.T) {
	t.Parallel()
	stop := func(day string) func(*testing.T, *world, *ent.Subscription) {
		return func(t *testing.T, w *world, row *ent.Subscription) {
			d, _ := clock.ParseDay(day)
			w.Store.Client(t.Context()).Plan.UpdateOneID(row.PlanID).SetForceStopRenewAt(d.Start()).ExecX(t.Context())
		}
	}
	put := func(status subscription.Status) func(*testing.T, *world, *ent.Subscription) {
		return func(t *testing.T, w *world, row *ent.Subscription) {
			w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(status)).ExecX(t.Context())
		}
	}
	for _, c := range []struct {
		name, plan string
		payments   int // that the campaign makes cheaper; 0: all of them
		change     func(*testing.T, *world, *ent.Subscription)
		days       []string // on which the worker comes
		want       int
	}{
		{name: "on its day", plan: "standard", payments: 1, days: []string{"2026-05-31", "2026-06-01", "2026-06-02", "2026-06-14", "2026-06-15"}, want: 1},
		{name: "the days before", plan: "standard", payments: 1, days: []string{"2026-05-16", "2026-05-31"}},
		{name: "no worker ran on its day", plan: "standard", payments: 1, days: []string{"2026-05-31", "2026-06-02", "2026-06-15", "2026-06-16"}},
		{name: "more payments, which were not made yet", plan: "standard", payments: 3, days: []string{"2026-06-01", "2026-08-01"}, want: 1},
		{name: "after a trial", plan: "trial", payments: 1, days: []string{"2026-06-14", "2026-06-15", "2026-06-16"}, want: 1},
		{name: "periods shorter than the days ahead", plan: "weekly", payments: 1, days: []string{"2026-05-16", "2026-05-17"}, want: 1},
		{name: "a year", plan: "annual", payments: 1, days: []string{"2027-05-01"}, want: 1},
		{name: "all payments are cheaper", plan: "standard", days: []string{"2026-06-01", "2026-07-01"}},
		{name: "cancelled", plan: "standard", payments: 1, change: put(subscription.CancelRequest), days: []string{"2026-06-01"}},
		{name: "on hold", plan: "standard", payments: 1, change: put(subscription.Hold), days: []string{"2026-06-01"}},
		{name: "the store stops the plan before", plan: "standard", payments: 1, change: stop("2026-06-14"), days: []string{"2026-06-01"}},
		{name: "the store stops the plan after", plan: "standard", payments: 1, change: stop("2026-06-16"), days: []string{"2026-06-01"}, want: 1},
		{name: "the store has set another day", plan: "standard", payments: 1, change: func(t *testing.T, w *world, _ *ent.Subscription) {
			settings, err := w.Settings.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			days, changed := 3, *settings
			changed.Reminders.DiscountDays = &days
			if err := w.Settings.Save(t.Context(), &changed); err != nil {
				t.Fatal(err)
			}
		}, days: []string{"2026-06-01", "2026-06-12", "2026-06-13"}, want: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.discounted(t, c.plan, c.payments)
			if c.change != nil {
				c.change(t, w, row)
			}
			for _, day := range c.days {
				w.at(t, day)
			}
			var said int
			err := w.Store.QueryRow(t.Context(), `SELECT count(*) FROM reminders WHERE kind = 'discount' AND subject_id = $1`, row.ID).Scan(&said)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.Mails(t, member, "discount-ends"); got != c.want || said != c.want {
				t.Errorf("%d mails and %d rows, want %d", got, said, c.want)
			}
		})
	}
}

// What the mail says is what will be billed, also where the store tells a new price on the
// same morning.
func TestTheEndOfADiscountNamesWhatIsCharged(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.discounted(t, "standard", 2) // until the 14th of July
	say := func() notify.DiscountEnds {
		t.Helper()
		var found notify.DiscountEnds
		view, err := w.contracts.Find(t.Context(), member, row.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notesOn(*view, clock.Date(2026, 7, 1), settings.Reminders{}) {
			if m, ok := n.write(notify.Contract{LeaveToken: "token"}, "ja").(notify.DiscountEnds); ok {
				found = m
			}
		}
		return found
	}
	if m := say(); m.Was != 550 || m.Amount != 1100 || m.Tax != 100 || m.From.String() != "2026-07-15" || m.LeaveBy.String() != "2026-07-14" || m.LeaveToken != "token" {
		t.Errorf("%+v", m)
	}
	w.reprice(t, 1300, "2026-06-01")
	w.at(t, "2026-05-20") // told on this day, for the first payment after the discount
	if m := say(); m.Was != 550 || m.Amount != 1300 || m.From.String() != "2026-07-15" {
		t.Errorf("after a new price: %+v", m)
	}
}
