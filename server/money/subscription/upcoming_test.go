package subscription

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment/paymenttest"
)

// coming is what the dry run lists, a line a charge, in order.
func (w *world) coming(t *testing.T, until string) (lines []string) {
	t.Helper()
	day, err := clock.ParseDay(until)
	if err != nil {
		t.Fatal(err)
	}
	err = w.Upcoming(t.Context(), day, func(u Upcoming) error {
		row := w.row(t, u.ContractID)
		if u.AccountID != row.AccountID || u.PlanID != row.PlanID {
			t.Errorf("%+v is of another", u)
		}
		lines = append(lines, line(u.ContractID, u.Period, u.Amount, u.Day))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines
}

func line(contract uuid.UUID, period, yen int, day clock.Day) string {
	return fmt.Sprintf("%s %d: %d yen on %s", contract, period, yen, day)
}

// made is every charge that was made since, as the dry run would list it.
func (w *world) made(t *testing.T, since time.Time) (lines []string) {
	t.Helper()
	client := w.Store.Client(t.Context())
	for _, c := range client.Charge.Query().Where(charge.CreatedAtGTE(since)).AllX(t.Context()) {
		b := client.Bill.GetX(t.Context(), c.BillID)
		lines = append(lines, line(*b.SubscriptionID, b.Period, c.Amount, clock.DayOf(c.CreatedAt)))
	}
	slices.Sort(lines)
	return lines
}

// contents is what the tables of the book hold.
func (w *world) contents(t *testing.T) string {
	t.Helper()
	var all string
	for _, table := range []string{"subscriptions", "bills", "charges", "refunds", "subscription_events", "subscription_prices", "entitlements", "messages", "river_job"} {
		var text string
		err := w.Store.QueryRow(t.Context(), "SELECT count(*) || ' ' || coalesce(md5(string_agg(r::text, ' ' ORDER BY r::text)), '') FROM "+table+" r").Scan(&text)
		if err != nil {
			t.Fatal(err)
		}
		all += table + " " + text + "\n"
	}
	return all
}

// What the dry run of tomorrow lists is what is billed until tomorrow, and it changes nothing.
func TestTheDryRunIsWhatIsBilled(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-31")
	client := w.Store.Client(t.Context())
	edit := func(row *ent.Subscription, change func(*ent.SubscriptionUpdateOne)) {
		t.Helper()
		u := client.Subscription.UpdateOneID(row.ID)
		change(u)
		u.ExecX(t.Context())
	}
	begin := func(plan string, change func(*Agreement)) *ent.Subscription {
		row, _ := w.contract(t, plan, change)
		return row
	}
	contracts := map[string]*ent.Subscription{}
	monthEnd := begin("standard", nil) // renews on the 30th of June
	contracts["of a month's end"] = monthEnd
	w.at(t, "2026-06-09")
	late := begin("standard", nil)
	w.at(t, "2026-06-24")
	contracts["weekly"] = begin("weekly", nil)
	w.at(t, "2026-06-15")
	contracts["a trial"] = begin("trial", nil) // over on the 29th
	contracts["due today"] = begin("standard", func(a *Agreement) { a.Basis.Start = clock.Date(2026, 5, 29) })
	contracts["due tomorrow"] = begin("standard", func(a *Agreement) { a.Basis.Start = clock.Date(2026, 5, 30) })
	contracts["at a discount"] = begin("standard", func(a *Agreement) {
		a.Basis.Start, a.Basis.Prices = clock.Date(2026, 5, 30), []Price{{Term: 1, List: 1100, Discount: 300}}
	})
	contracts["for nothing"] = begin("standard", func(a *Agreement) { a.Basis.Start, a.Basis.Price = clock.Date(2026, 5, 30), 0 })
	contracts["not charged for months"] = begin("standard", func(a *Agreement) { a.Basis.Start = clock.Date(2026, 2, 20) })
	contracts["that stops"] = begin("standard", func(a *Agreement) {
		a.Basis.Start, a.Basis.LastRenewal = clock.Date(2026, 5, 30), clock.Date(2026, 6, 20)
	})
	cancelled, held := begin("standard", nil), begin("standard", nil)
	edit(cancelled, func(u *ent.SubscriptionUpdateOne) {
		u.SetStatus(string(CancelRequest)).SetResumeStatus(string(NewContract)).SetNextSettlementDay(clock.Date(2026, 6, 30)).SetDueAt(clock.Date(2026, 6, 30).Start())
	})
	edit(held, func(u *ent.SubscriptionUpdateOne) {
		u.SetStatus(string(Hold)).SetHeldAt(w.Clock.Now()).SetDueAt(clock.Date(2026, 6, 30).Start())
	})
	contracts["cancelled"], contracts["held"] = cancelled, held
	cardless := begin("standard", func(a *Agreement) { a.Basis.Start = clock.Date(2026, 5, 30) })
	client.PaymentMethod.UpdateOneID(*cardless.PaymentMethodID).SetState(paymentmethod.StateDeleted).ExecX(t.Context())
	contracts["without a card"] = cardless

	// One that is refused on the day before, and one whose charge is of unknown outcome.
	w.at(t, "2026-06-29")
	refused := begin("standard", func(a *Agreement) { a.Basis.Start = clock.Date(2026, 5, 29) })
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined, paymenttest.TimeoutAfter)
	if err := w.Renew(t.Context(), refused.ID); err != nil {
		t.Fatal(err)
	}
	unknown := begin("standard", func(a *Agreement) { a.Basis.Start = clock.Date(2026, 5, 29) })
	if err := w.Renew(t.Context(), unknown.ID); err != nil {
		t.Fatal(err)
	}
	contracts["refused"], contracts["unknown"], contracts["begun on the 9th"] = refused, unknown, late

	before := w.contents(t)
	listed := w.coming(t, "2026-06-30")
	if after := w.contents(t); after != before {
		t.Errorf("the dry run changed\n%s to\n%s", before, after)
	}
	since := w.Clock.Now()
	w.work(t)
	w.at(t, "2026-06-30")
	w.work(t)
	made := w.made(t, since)
	if !slices.Equal(listed, made) {
		for _, name := range slices.Sorted(maps.Keys(contracts)) {
			t.Logf("%s: %s", contracts[name].ID, name)
		}
		t.Errorf("listed:\n%v\nbilled:\n%v", listed, made)
	}
	for name, want := range map[string]string{
		"of a month's end": line(monthEnd.ID, 2, 1100, clock.Date(2026, 6, 30)), "refused": line(refused.ID, 2, 1100, clock.Date(2026, 6, 30)),
		"at a discount":          line(contracts["at a discount"].ID, 2, 800, clock.Date(2026, 6, 30)),
		"a trial":                line(contracts["a trial"].ID, 1, 980, clock.Date(2026, 6, 29)),
		"not charged for months": line(contracts["not charged for months"].ID, 5, 1100, clock.Date(2026, 6, 29)),
	} {
		if !slices.Contains(listed, want) {
			t.Errorf("%s: %s is not listed", name, want)
		}
	}
	if len(listed) != 7 {
		t.Errorf("%d are listed", len(listed))
	}
}

// Further ahead, every term is listed on its day, up to and with the last one.
func TestTheDryRunGoesThroughTheSchedule(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-01-31")
	row, _ := w.contract(t, "standard", nil)
	stops, _ := w.contract(t, "standard", func(a *Agreement) { a.Basis.LastRenewal = clock.Date(2026, 3, 31) })
	var want []string
	for i, day := range []string{"2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"} {
		d, _ := clock.ParseDay(day)
		if want = append(want, line(row.ID, i+2, 1100, d)); i < 2 {
			want = append(want, line(stops.ID, i+2, 1100, d))
		}
	}
	slices.Sort(want)
	if got := w.coming(t, "2026-06-29"); !slices.Equal(got, want) {
		t.Errorf("listed %v, not %v", got, want)
	}
}

// Any number of contracts is read in batches, each of them once.
func TestTheDryRunReadsInBatches(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", nil)
	const more = 2*upcomingAtOnce - 1
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		if err := w.Store.Exec(ctx, `INSERT INTO subscriptions SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'account_id', gen_random_uuid(), 'order_id', gen_random_uuid()))).*
			FROM subscriptions s, generate_series(1, $2) WHERE s.id = $1`, row.ID, more); err != nil {
			return err
		}
		return w.Store.Exec(ctx, `INSERT INTO subscription_prices SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'subscription_id', s.id))).*
			FROM subscription_prices p, subscriptions s WHERE p.subscription_id = $1 AND s.id <> $1`, row.ID)
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uuid.UUID]int{}
	err = w.Upcoming(t.Context(), clock.Date(2026, 6, 15), func(u Upcoming) error {
		if seen[u.ContractID]++; u.Amount != 1100 || u.Day != clock.Date(2026, 6, 15) {
			t.Errorf("%+v", u)
		}
		return nil
	})
	if err != nil || len(seen) != more+1 {
		t.Errorf("%d of %d contracts, %v", len(seen), more+1, err)
	}
	for id, times := range seen {
		if times != 1 {
			t.Errorf("contract %s is listed %d times", id, times)
		}
	}
	full := fmt.Errorf("no room")
	if err := w.Upcoming(t.Context(), clock.Date(2026, 6, 15), func(Upcoming) error { return full }); err != full {
		t.Errorf("it ends with %v", err)
	}
}
