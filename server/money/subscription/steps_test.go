package subscription

import (
	"context"
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/acts/actstest"
)

// dearer has the store sell the plan for 1,200 yen, and the contract cost that from the period on,
// as its member was told.
func (w *world) dearer(t *testing.T, row *ent.Subscription, from int) {
	t.Helper()
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		return w.Reprice(ctx, row, Repricing{prices: []Price{{Term: 1, List: 1100}, {Term: from, List: 1200}}})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.sells(t, 1200)
}

func (w *world) sells(t *testing.T, yen int) {
	t.Helper()
	w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetPrice(yen).ClearRepriceFrom().ExecX(t.Context())
}

// M-22: a period that is cut short because it is unknown whether it was paid makes no price come
// before its day, and uses up no discount.
func TestAnOutageMovesNoPriceForward(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a new price": "3 2026-06-19:1100, 4 2026-07-19:1200", "a discount": "3 2026-06-19:550, 4 2026-07-19:550",
	} {
		w := setup(t, "2026-05-15")
		change := half
		if name == "a new price" {
			change = nil
		}
		row, _ := w.contract(t, "standard", change)
		if name == "a new price" {
			w.dearer(t, row, 3) // from the 15th of July on
		}
		due := row.NextSettlementDay
		w.away(false)
		w.workDays(t, due, 0, 5)
		w.back()
		w.workDays(t, due, 6, 7)
		w.at(t, "2026-07-19")
		w.work(t)
		if got := w.billed(t, row); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}

// M-22: of prices that follow each other every one waits.
func TestAnOutageMovesAllPricesOn(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", func(a *Agreement) {
		half(a)
		a.Basis.Prices = append(a.Basis.Prices, Price{Term: 5, List: 1200})
	})
	w.sells(t, 1200)
	w.away(false)
	w.workDays(t, row.NextSettlementDay, 0, 5)
	if got, want := w.agreed(t, row), "1-4:1100-550half 5-5:1100-0 6-:1200-0"; got != want {
		t.Errorf("it costs %s, not %s", got, want)
	}
}

// M-25: what is paid to end the hold after a reversal costs what the term that went back cost; what
// was told for later stays later, and a price that the store withdraws meanwhile is not charged.
func TestAReversalMovesNoPriceForward(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		sells  int  // from the 22nd of June on
		staff  bool // the money came back, and the staff release it; else its member pays
		want   string
		agreed string
	}{
		{"paid", 1200, false, "2 2026-06-15:1100, 3 2026-06-25:1100, 4 2026-07-25:1200", "1-3:1100-0 4-:1200-0"},
		{"paid, and the price is withdrawn", 999, false, "2 2026-06-15:1100, 3 2026-06-25:1100, 4 2026-07-25:1100", "1-:1100-0"},
		{"released", 1200, true, "2 2026-06-15:1100, 3 2026-07-15:1200", "1-2:1100-0 3-:1200-0"},
		{"released, and the price is withdrawn", 999, true, "2 2026-06-15:1100, 3 2026-07-15:1100", "1-:1100-0"},
	} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, "standard", nil)
		w.dearer(t, row, 3)
		w.at(t, "2026-06-15")
		w.work(t)
		w.at(t, "2026-06-20")
		w.reverses(t, row, 2)
		w.sells(t, c.sells)
		w.at(t, "2026-06-25")
		var err error
		if c.staff {
			err = w.ReleaseByStaff(t.Context(), Release{ContractID: row.ID, By: actstest.By(w.Store)})
		} else {
			_, err = w.Retry(t.Context(), member, row.ID.String())
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, day := range []string{"2026-07-15", "2026-07-25"} {
			w.at(t, day)
			w.work(t)
		}
		if got := w.billed(t, row); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
		if got := w.agreed(t, row); got != c.agreed {
			t.Errorf("%s: it costs %s, not %s", c.name, got, c.agreed)
		}
	}
}

// M-28 M-29: a bill that is refused and tried again follows what the store says meanwhile: a told
// price that is withdrawn, another rate.
func TestABillThatIsTriedAgainFollowsItsTerm(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", nil)
	w.dearer(t, row, 2)
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	w.at(t, "2026-06-15")
	w.work(t)
	w.sells(t, 999)
	w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetTaxRates(map[string]int{"2026-06-15": 8}).ExecX(t.Context())
	w.at(t, "2026-06-16")
	w.work(t)
	if got := w.taxed(t, row.ID); got != "1100/81/8" {
		t.Errorf("the bill is %s", got)
	}
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 {
		t.Errorf("%d charges of %d yen", count, yen)
	}
}

// M-25: a contract whose member has tried to pay in an outage meanwhile goes on as it was paid,
// once the payment of its term has come back.
func TestAReleaseAfterAPaymentWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.dearer(t, row, 3)
	w.at(t, "2026-06-15")
	w.work(t)
	w.at(t, "2026-06-20")
	w.reverses(t, row, 2)
	w.at(t, "2026-06-21")
	w.away(false)
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	w.workDays(t, clock.Date(2026, 6, 21), 0, 5)
	if got := w.row(t, row.ID); got.Period != 3 {
		t.Fatalf("the try is not given up: period %d", got.Period)
	}
	w.at(t, "2026-06-27")
	if err := w.ReleaseByStaff(t.Context(), Release{ContractID: row.ID, By: actstest.By(w.Store)}); err != nil {
		t.Fatal(err)
	}
	w.back()
	w.hours(t, 3)
	got := w.row(t, row.ID)
	paid := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(2)).OnlyX(t.Context())
	if count, _ := w.Gateway.Settled(); count != 1 || got.NextSettlementDay.String() != "2026-07-15" || paid.Refunded != 0 || Status(got.Status) != HoldReleased {
		t.Errorf("%d charges, it is %s, next on %s, %d yen of the term went back", count, got.Status, got.NextSettlementDay, paid.Refunded)
	}
	w.at(t, "2026-07-15")
	w.work(t)
	if got, want := w.billed(t, row), "2 2026-06-15:1100, 4 2026-07-15:1200"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// A held contract whose payment is found after its period is over, when the money goes back, can
// still be paid.
func TestAHeldContractIsPaidAfterAllIsLate(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, func(a *Agreement) { a.Basis.Span = Span{Count: 7, Unit: "days"} })
	at := w.row(t, row.ID).HeldAt
	w.Gateway.Next(paymenttest.Commit, paymenttest.DiesAfter)
	paymenttest.Dying(func() { _, _ = w.Retry(t.Context(), member, row.ID.String()) })
	w.Clock.Advance(8 * 24 * 3600 * 1e9)
	w.hours(t, 2)
	if got := w.row(t, row.ID); Status(got.Status) != Hold || !got.HeldAt.Equal(*at) {
		t.Fatalf("it is %s since %s", got.Status, got.HeldAt)
	}
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil || Status(w.row(t, row.ID).Status) != HoldReleased {
		t.Errorf("%v, it is %s", err, w.row(t, row.ID).Status)
	}
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 {
		t.Errorf("%d charges of %d yen", count, yen)
	}
}
