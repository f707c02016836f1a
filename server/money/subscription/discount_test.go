package subscription

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/subscriptionprice"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment/paymenttest"
)

// half makes the first three payments of a contract half as dear.
func half(a *Agreement) {
	a.CampaignID = "half"
	a.Basis.Prices = []Price{{Term: 1, List: a.Basis.Price, Discount: a.Basis.Price / 2, Campaign: "half"}, {Term: 4, List: a.Basis.Price}}
}

// agreed are the prices of the contract, as "from-to: yen off".
func (w *world) agreed(t *testing.T, row *ent.Subscription) string {
	t.Helper()
	var all []string
	for _, p := range w.Store.Client(t.Context()).SubscriptionPrice.Query().Where(subscriptionprice.SubscriptionID(row.ID)).
		Order(subscriptionprice.ByFromPeriod()).AllX(t.Context()) {
		to := ""
		if p.ToPeriod != nil {
			to = fmt.Sprint(*p.ToPeriod)
		}
		all = append(all, fmt.Sprintf("%d-%s:%d-%d%s", p.FromPeriod, to, p.ListAmount, p.Discount, p.Campaign))
	}
	return strings.Join(all, " ")
}

// billed are the bills of the contract that count: "period day: yen".
func (w *world) billed(t *testing.T, row *ent.Subscription) string {
	t.Helper()
	var all []string
	for _, b := range w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.StateEQ(bill.StatePaid)).
		Order(ent.Asc(bill.FieldPeriod)).AllX(t.Context()) {
		all = append(all, fmt.Sprintf("%d %s:%d", b.Period, b.PeriodStart, b.Amount))
	}
	return strings.Join(all, ", ")
}

// Whatever happens to a contract with a discount: its payments are counted as they are made, the
// prices that were agreed on stay, and what its page shows of the next payment is what is then
// billed. K-022 A-120
func TestADiscountOutlivesWhatHappensToItsContract(t *testing.T) {
	t.Parallel()
	const asAgreed = "1-3:1100-550half 4-:1100-0"
	card := func(t *testing.T, w *world, row *ent.Subscription, a actor.Actor) {
		t.Helper()
		if _, err := w.ChangeMethod(t.Context(), a, row.ID.String(), w.Card(t, a).ID.String()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		events func(*testing.T, *world, *ent.Subscription, actor.Actor) // between the 15th of June, when period 2 falls due, and the 15th of July
		prices string
		want   string // what was billed by the end of September
	}{
		{name: "nothing", events: func(t *testing.T, w *world, _ *ent.Subscription, _ actor.Actor) { w.work(t) },
			want: "2 2026-06-15:550, 3 2026-07-15:550, 4 2026-08-15:1100, 5 2026-09-15:1100"},
		{name: "held and released", events: func(t *testing.T, w *world, row *ent.Subscription, a actor.Actor) {
			w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
			w.work(t)
			w.at(t, "2026-06-20")
			if _, err := w.Retry(t.Context(), a, row.ID.String()); err != nil {
				t.Fatal(err)
			}
		}, want: "2 2026-06-20:550, 3 2026-07-20:550, 4 2026-08-20:1100, 5 2026-09-20:1100"},
		{name: "held and paid with another card", events: func(t *testing.T, w *world, row *ent.Subscription, a actor.Actor) {
			w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
			w.work(t)
			w.at(t, "2026-07-01")
			card(t, w, row, a)
		}, want: "2 2026-07-01:550, 3 2026-08-01:550, 4 2026-09-01:1100"},
		{name: "refused and tried again", events: func(t *testing.T, w *world, _ *ent.Subscription, _ actor.Actor) {
			w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
			w.work(t)
			w.at(t, "2026-06-16")
			w.work(t)
		}, want: "2 2026-06-15:550, 3 2026-07-15:550, 4 2026-08-15:1100, 5 2026-09-15:1100"},
		{name: "cancelled and kept", events: func(t *testing.T, w *world, row *ent.Subscription, a actor.Actor) {
			w.work(t)
			w.at(t, "2026-06-20")
			if err := w.cancelled(t, a, row.ID); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Undo(t.Context(), a, row.ID.String()); err != nil {
				t.Fatal(err)
			}
		}, want: "2 2026-06-15:550, 3 2026-07-15:550, 4 2026-08-15:1100, 5 2026-09-15:1100"},
		{name: "another card", events: func(t *testing.T, w *world, row *ent.Subscription, a actor.Actor) {
			w.work(t)
			w.at(t, "2026-06-20")
			card(t, w, row, a)
		}, want: "2 2026-06-15:550, 3 2026-07-15:550, 4 2026-08-15:1100, 5 2026-09-15:1100"},
		{name: "a new price, which waits for the end of the discount", events: func(t *testing.T, w *world, row *ent.Subscription, a actor.Actor) {
			w.work(t)
			w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetPrice(1300).SetRepriceFrom(clock.Date(2026, 6, 1)).ExecX(t.Context())
			view, err := w.Find(t.Context(), a, row.ID.String())
			if err != nil {
				t.Fatal(err)
			}
			r, ok := view.Repricing(w.Clock.Today())
			if !ok || r.Was != 1100 || r.From.Number != 4 || r.From.Amount != 1300 {
				t.Fatalf("%+v %v", r, ok)
			}
			if err := w.Reprice(t.Context(), w.row(t, row.ID), r); err != nil {
				t.Fatal(err)
			}
		}, prices: "1-3:1100-550half 4-:1300-0", want: "2 2026-06-15:550, 3 2026-07-15:550, 4 2026-08-15:1300, 5 2026-09-15:1300"},
		{name: "the second one could not be charged", events: func(*testing.T, *world, *ent.Subscription, actor.Actor) {},
			want: "3 2026-07-15:550, 4 2026-08-15:1100, 5 2026-09-15:1100"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, "standard", half)
			w.at(t, "2026-06-15")
			c.events(t, w, row, member)
			for range 6 {
				after := w.row(t, row.ID)
				if after.NextSettlementDay.After(clock.Date(2026, 9, 30)) {
					break
				}
				page, err := w.Page(t.Context(), member, row.ID.String())
				if err != nil {
					t.Fatal(err)
				}
				if day := page.Outlook.Day; day.After(w.Clock.Today()) {
					w.at(t, day.String())
				} else {
					w.at(t, "2026-07-15") // the charge of June was missed
				}
				w.work(t)
				if shown := fmt.Sprintf("%s:%d", page.Outlook.Start, page.Outlook.Amount); w.row(t, row.ID).Period == page.Next.Number && !strings.HasSuffix(w.billed(t, row), shown) {
					t.Errorf("the page showed %s, and billed was %s", shown, w.billed(t, row))
				}
			}
			if want := cmp.Or(c.prices, asAgreed); w.agreed(t, row) != want || w.billed(t, row) != c.want {
				t.Errorf("prices %s\nbilled %s\nwant   %s", w.agreed(t, row), w.billed(t, row), c.want)
			}
		})
	}
}
