package subscription

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment/paymenttest"
)

// In the last minute of a day nothing of the next one happens; with its first moment in Tokyo the
// term is charged.
func TestTheBorderOfTheDay(t *testing.T) { // K-026
	t.Parallel()
	for _, c := range []struct{ start, plan, days string }{
		{"2027-01-31", "standard", "2027-02-28 2027-03-31 2027-04-30"},
		{"2027-12-30", "standard", "2028-01-30 2028-02-29 2028-03-30"},
		{"2028-02-29", "annual", "2029-02-28 2030-02-28 2031-02-28 2032-02-29"},
		{"2027-12-29", "weekly", "2028-01-05 2028-01-12"},
		{"2028-02-16", "trial", "2028-03-01 2028-04-01"},
	} {
		t.Run(c.plan+" from "+c.start, func(t *testing.T) {
			t.Parallel()
			w := setup(t, c.start)
			row, member := w.contract(t, c.plan, nil)
			for n, text := range strings.Fields(c.days) {
				day, err := clock.ParseDay(text)
				if err != nil {
					t.Fatal(err)
				}
				w.Clock.Advance(day.Start().Add(-time.Minute).Sub(w.Clock.Now()))
				w.work(t)
				if count, _ := w.Gateway.Settled(); count != n {
					t.Errorf("%d charges the minute before %s", count, day)
				}
				w.Clock.Advance(day.Start().Sub(w.Clock.Now()))
				w.work(t)
				if count, _ := w.Gateway.Settled(); count != n+1 || w.Mails(t, member, "renewed") != n+1 || w.row(t, row.ID).TermStart != day {
					t.Errorf("%d charges and %d mails with the first moment of %s, the term is of %s", count, w.Mails(t, member, "renewed"), day, w.row(t, row.ID).TermStart)
				}
			}
		})
	}
}

// Three weeks without the provider. Viewing goes on for the days of grace and no longer; no member
// is charged for a period that was over, nor twice on one day; and the members hear when it is
// late, when viewing has closed, and when it is over.
func TestThreeWeeksWithoutTheProvider(t *testing.T) {
	t.Parallel()
	for plan, want := range map[string]struct{ paid, waived string }{"standard": {"3", "2"}, "weekly": {"5", "2 3 4"}} {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, plan, nil)
			due := row.NextSettlementDay
			w.Gateway.Next(paymenttest.Charge, slices.Repeat([]paymenttest.Outcome{paymenttest.TimeoutBefore}, 1000)...)
			w.Gateway.Next(paymenttest.Lookup, slices.Repeat([]paymenttest.Outcome{paymenttest.Trouble}, 1000)...)
			for n := range 21 {
				today := due.AddDays(n)
				w.at(t, today.String())
				for range 3 {
					w.work(t)
					w.Clock.Advance(time.Hour)
				}
				if open := w.watchableUntil(t, row.ID).After(w.Clock.Now()); open != (n <= 7) {
					t.Errorf("on %s, day %d of the outage, viewing is open: %v", today, n, open)
				}
			}
			if count, _ := w.Gateway.Settled(); count != 0 || mails(t, w, row) != 2 {
				t.Errorf("%d charges, %d mails while the provider was away", count, mails(t, w, row))
			}
			w.Gateway.Heal(paymenttest.Charge)
			w.Gateway.Heal(paymenttest.Lookup)
			w.at(t, due.AddDays(21).String())
			for range 3 {
				w.work(t)
				w.Clock.Advance(time.Hour)
			}
			count, _ := w.Gateway.Settled()
			if count != 1 || len(w.Gateway.Ledger()) != 1 || w.Mails(t, member, "renewed") != 1 || mails(t, w, row) != 3 {
				t.Errorf("%d charges, %d mails that it was renewed of %d", count, w.Mails(t, member, "renewed"), mails(t, w, row))
			}
			if paid, waived := w.periods(t, row, bill.StatePaid), w.periods(t, row, bill.StateWaived); paid != want.paid || waived != want.waived {
				t.Errorf("paid: %s; waived: %s", paid, waived)
			}
			got := w.row(t, row.ID)
			if today := w.Clock.Today(); today.Before(got.TermStart) || !today.Before(got.NextSettlementDay) || !w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
				t.Errorf("on %s the contract is in the term of %s to %s", today, got.TermStart, got.NextSettlementDay)
			}
		})
	}
}

func mails(t *testing.T, w *world, row *ent.Subscription) int {
	t.Helper()
	n := 0
	for _, m := range w.Store.Client(t.Context()).Message.Query().AllX(t.Context()) {
		if m.AccountID != nil && *m.AccountID == row.AccountID {
			n++
		}
	}
	return n
}

// periods are those of the contract's bills in the state.
func (w *world) periods(t *testing.T, row *ent.Subscription, state bill.State) string {
	t.Helper()
	var all []string
	for _, b := range w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.StateEQ(state)).Order(bill.ByPeriod()).AllX(t.Context()) {
		all = append(all, string(rune('0'+b.Period)))
	}
	return strings.Join(all, " ")
}

// A period that is over before the store's days of trying again are is tried on its own days and
// no other.
func TestPeriodsShorterThanTheRetries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		days    int
		story   string
		refused int // mails of the first refusal
		heldOn  string
	}{
		{1, "Contract RenewalFailed", 0, "2026-05-16"},
		{2, "Contract RenewalRefused RenewalFailed", 1, "2026-05-18"},
		{3, "Contract RenewalRefused RenewalRefused RenewalFailed", 1, "2026-05-20"},
		{4, "Contract RenewalRefused RenewalRefused RenewalRefused RenewalFailed", 1, "2026-05-22"},
		{5, "Contract RenewalRefused RenewalRefused RenewalRefused RenewalFailed", 1, "2026-05-23"},
	} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, "weekly", func(a *Agreement) { a.Basis.Span = Span{c.days, "days"} })
		w.Gateway.Next(paymenttest.Charge, refusals(20)...)
		for day := row.NextSettlementDay; Status(w.row(t, row.ID).Status) != Hold && day.Before(row.NextSettlementDay.AddDays(10)); day = day.AddDays(1) {
			w.at(t, day.String())
			w.work(t)
		}
		if story := w.story(t, row.ID); story != c.story || w.Clock.Today().String() != c.heldOn {
			t.Errorf("%d days: %s, on %s", c.days, story, w.Clock.Today())
		}
		if w.Mails(t, member, "renewal-refused") != c.refused || w.Mails(t, member, "renewal-failed") != 1 || w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
			t.Errorf("%d days: %d and %d mails, viewing until %s", c.days, w.Mails(t, member, "renewal-refused"), w.Mails(t, member, "renewal-failed"), w.watchableUntil(t, row.ID))
		}
	}
}

// A contract that is paid after a hold is charged next on the same day of the month as that
// payment, also when months are shorter.
func TestAReleasedContractCountsFromItsPayment(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-12-10")
	row, _ := w.contract(t, "standard", nil)
	w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
	w.at(t, "2027-01-10")
	w.work(t)
	w.at(t, "2027-01-31")
	w.retried(t, row)
	for _, day := range []string{"2027-02-28", "2027-03-31", "2027-04-30"} {
		if got := w.row(t, row.ID); got.NextSettlementDay.String() != day || Status(got.Status).Group() != GroupContract {
			t.Errorf("%s is charged next on %s, not on %s", got.Status, got.NextSettlementDay, day)
		}
		w.at(t, day)
		w.work(t)
	}
	if count, _ := w.Gateway.Settled(); count != 4 || w.periods(t, row, bill.StatePaid) != "2 3 4 5" {
		t.Errorf("%d charges, of periods %s", count, w.periods(t, row, bill.StatePaid))
	}
}

// retried has a held contract's bill paid today, for the time from today on.
func (w *world) retried(t *testing.T, row *ent.Subscription) {
	t.Helper()
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		row, err := w.lock(ctx, row.ID)
		if err != nil {
			return err
		}
		owed, err := w.Service.Billing.Of(ctx, row.ID, row.Period+1)
		if err != nil {
			return err
		}
		span, today := Span{Count: row.RenewSpan, Unit: string(row.RenewSpanUnit)}, w.Clock.Today()
		if owed, err = w.Service.Billing.Redate(ctx, owed, today, span.After(today, 1).AddDays(-1), 10); err != nil {
			return err
		}
		method, err := w.method(ctx, row)
		if err != nil {
			return err
		}
		_, err = w.attempt(ctx, row, owed, method)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(2 * time.Hour)
	w.work(t)
}
