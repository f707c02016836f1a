package subscription

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// away has every call to the provider fail. settles: what it is asked to settle it settles all the
// same, without an answer.
func (w *world) away(settles bool) {
	for call, outcome := range map[paymenttest.Call]paymenttest.Outcome{
		paymenttest.Charge: paymenttest.TimeoutBefore, paymenttest.Commit: paymenttest.TimeoutBefore, paymenttest.Lookup: paymenttest.Trouble, paymenttest.Refund: paymenttest.Trouble,
	} {
		w.Gateway.Heal(call)
		if settles && call == paymenttest.Charge {
			continue
		}
		if settles && call == paymenttest.Commit {
			outcome = paymenttest.TimeoutAfter
		}
		w.Gateway.Next(call, slices.Repeat([]paymenttest.Outcome{outcome}, 2000)...)
	}
}

func (w *world) back() {
	for _, call := range []paymenttest.Call{paymenttest.Charge, paymenttest.Commit, paymenttest.Lookup, paymenttest.Refund} {
		w.Gateway.Heal(call)
	}
}

// workDays lets the workers work on each day from the first to the last, from noon on.
func (w *world) workDays(t *testing.T, from clock.Day, first, last int) {
	t.Helper()
	for n := first; n <= last; n++ {
		w.at(t, from.AddDays(n).String())
		w.hours(t, 3)
	}
}

func (w *world) hours(t *testing.T, hours int) {
	t.Helper()
	for range hours {
		w.work(t)
		for _, job := range paymenttest.Jobs[payment.RefundArgs](t, w.Store, payment.RefundArgs{}.Kind()) {
			_ = w.Env.Payment.CarryOut(t.Context(), job.RefundID)
		}
		w.Clock.Advance(time.Hour)
	}
}

// M-22: twenty days in which the provider answers nothing. The member hears it, loses viewing after
// the days of grace, is charged for no day on which they could not watch, and hears when all is
// well again.
func TestTwentyDaysWithoutTheProvider(t *testing.T) {
	t.Parallel()
	for _, settles := range []bool{false, true} {
		t.Run(fmt.Sprintf("it settles unheard %v", settles), func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, "standard", nil)
			due := row.NextSettlementDay
			w.away(settles)
			for _, c := range []struct{ day, late, closed int }{{0, 0, 0}, {1, 1, 0}, {7, 1, 0}, {8, 1, 1}, {19, 1, 1}} {
				w.workDays(t, due, max(0, c.day-1), c.day)
				if late, closed := w.Mails(t, member, "payment-late"), w.Mails(t, member, "viewing-closed"); late != c.late || closed != c.closed || late+closed != mails(t, w, row) {
					t.Errorf("on day %d: %d mails that it is late, %d that viewing has closed, of %d", c.day, late, closed, mails(t, w, row))
				}
			}
			if n := len(w.Gateway.Ledger()); n > 1 {
				t.Errorf("%d charges meanwhile", n)
			}
			w.back()
			w.workDays(t, due, 20, 20)
			bills := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID)).Order(bill.ByPeriod()).AllX(t.Context())
			if len(bills) != 2 || bills[0].State != bill.StateWaived || bills[0].PeriodEnd.Before(due) || !bills[0].PeriodEnd.Before(due.AddDays(8)) ||
				bills[1].State != bill.StatePaid || bills[1].PeriodStart != due.AddDays(20) || bills[1].PeriodEnd != due.AddDays(20).AddMonths(1).AddDays(-1) {
				t.Errorf("the bills are %v", bills)
			}
			got := w.row(t, row.ID)
			if got.TermStart != due.AddDays(20) || got.NextSettlementDay != due.AddDays(20).AddMonths(1) || !w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
				t.Errorf("its term begins on %s, the next on %s", got.TermStart, got.NextSettlementDay)
			}
			receipt := accounttest.Mail[notify.Renewed](t, w.Env.Account, member.Email)
			if !receipt.Late || receipt.TermStart != due.AddDays(20) || w.Mails(t, member, "renewed") != 1 {
				t.Errorf("%d receipts, %+v", w.Mails(t, member, "renewed"), receipt)
			}
			w.hours(t, 3)
			if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 {
				t.Errorf("the provider keeps %d yen of %d charges", yen, count)
			}
			if told := w.Mails(t, member, "refunded"); (told == 1) != settles {
				t.Errorf("%d mails that money went back", told)
			}
		})
	}
}

// M-22: an outage that is over before the charge is given up changes nothing but the day
// of payment.
func TestTwoDaysWithoutTheProvider(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	due := row.NextSettlementDay
	w.away(false)
	w.workDays(t, due, 0, 2)
	w.back()
	w.workDays(t, due, 3, 3)
	if got := w.row(t, row.ID); got.Period != 2 || got.TermStart != due || got.NextSettlementDay != due.AddMonths(1) || w.story(t, row.ID) != "Contract PaymentLate Renewed" {
		t.Errorf("its term begins on %s, the next on %s: %s", got.TermStart, got.NextSettlementDay, w.story(t, row.ID))
	}
	if receipt := accounttest.Mail[notify.Renewed](t, w.Env.Account, member.Email); !receipt.Late || mails(t, w, row) != 2 {
		t.Errorf("%d mails, %+v", mails(t, w, row), receipt)
	}
}

// M-22: workers that stood still are a delay, too: what is paid after the days of grace begins on
// the day of payment, what is paid before keeps its days.
func TestATermThatIsPaidLateBeginsOnTheDayOfPayment(t *testing.T) {
	t.Parallel()
	for after, anew := range map[int]bool{0: false, 1: false, 7: false, 8: true, 25: true} {
		for _, plan := range []string{"standard", "trial"} {
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, plan, nil)
			due := row.NextSettlementDay
			w.at(t, due.AddDays(after).String())
			w.work(t)
			want, event := due, " Renewed"
			if plan == "trial" {
				event = " TrialConverted"
			}
			if anew {
				want, event = due.AddDays(after), " RenewedLate"
			}
			paid := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.StateEQ(bill.StatePaid)).OnlyX(t.Context())
			got := w.row(t, row.ID)
			if got.TermStart != want || paid.PeriodStart != want || got.NextSettlementDay != want.AddMonths(1) || paid.PeriodEnd != got.PaidThrough ||
				w.story(t, row.ID)[len(w.story(t, row.ID))-len(event):] != event || Status(got.Status).Group() != GroupContract {
				t.Errorf("%s, %d days later: from %s to %s, %s, %s", plan, after, got.TermStart, got.NextSettlementDay, got.Status, w.story(t, row.ID))
			}
			if mails(t, w, row) != 1 || w.Mails(t, member, "renewed") != 1 {
				t.Errorf("%s, %d days later: %d mails", plan, after, mails(t, w, row))
			}
		}
	}
}

// M-22: from the day after the billing day a member leaves whatever the provider does. What proves
// to be settled goes back, and nothing is charged any more.
func TestLeavingWhileTheProviderIsAway(t *testing.T) {
	t.Parallel()
	link := func(w *world, _ actor.Actor, row *ent.Subscription) error {
		return w.CancelByLink(t.Context(), reader, w.leave(t, row))
	}
	page := func(w *world, member actor.Actor, row *ent.Subscription) error { return w.cancelled(t, member, row.ID) }
	for _, settles := range []bool{false, true} {
		for name, leave := range map[string]func(*world, actor.Actor, *ent.Subscription) error{"page": page, "link": link} {
			for _, day := range []int{1, 5, 12} {
				t.Run(fmt.Sprintf("settles %v, by %s, day %d", settles, name, day), func(t *testing.T) {
					t.Parallel()
					w := setup(t, "2026-05-15")
					row, member := w.contract(t, "standard", nil)
					due := row.NextSettlementDay
					w.away(settles)
					w.workDays(t, due, 0, 0)
					if err := w.CancelByLink(t.Context(), reader, w.leave(t, row)); said(err) != "SUBSCRIPTION_RENEWING" {
						t.Errorf("on the billing day: %v", err)
					}
					w.workDays(t, due, 1, day)
					view, err := w.Find(t.Context(), member, row.ID.String())
					if err != nil || !view.Cancellable() {
						t.Errorf("the page offers no way to leave: %+v, %v", view, err)
					}
					if err := leave(w, member, w.row(t, row.ID)); err != nil {
						t.Fatal(err)
					}
					underWay := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.StateEQ(bill.StatePaying)).ExistX(t.Context())
					receipt := accounttest.Mail[notify.ContractCancelled](t, w.Env.Account, member.Email)
					if receipt.Open != underWay || receipt.Watch.IsZero() != (day > 7) || day <= 7 && receipt.Watch != due.AddDays(day) {
						t.Errorf("the receipt says %+v", receipt)
					}
					shows := func(open bool) {
						t.Helper()
						if shown, err := w.CancelledPage(t.Context(), member, row.ID.String(), ""); err != nil || shown.Open != open || shown.Open && shown.Undoable {
							t.Errorf("the receipt's page: %+v, %v", shown, err)
						}
					}
					shows(underWay)
					w.workDays(t, due, day+1, day+2)
					if got := w.row(t, row.ID); Status(got.Status) != Cancelled || w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
						t.Errorf("the day after it is %s", got.Status)
					}
					w.back()
					w.workDays(t, due, day+3, day+5)
					count, yen := w.Gateway.Settled()
					if count != 0 || yen != 0 || (len(w.Gateway.Ledger()) > 0) != settles || (w.Mails(t, member, "refunded") == 1) != settles || w.Mails(t, member, "renewed") != 0 {
						t.Errorf("in the end %d yen are kept, %d charges, %d mails that it went back", yen, len(w.Gateway.Ledger()), w.Mails(t, member, "refunded"))
					}
					if n := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.StateIn(bill.StateOpen, bill.StatePaying)).CountX(t.Context()); n != 0 {
						t.Errorf("%d bills stay open", n)
					}
					shows(false)
				})
			}
		}
	}
}

// M-22: the charge of a member who has left is wanted no more: it is not tried again when the
// provider is back an hour later.
func TestLeavingWhileAChargeIsOpenEndsItsTries(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.away(false)
	w.workDays(t, row.NextSettlementDay, 0, 1)
	if err := w.cancelled(t, member, row.ID); err != nil {
		t.Fatal(err)
	}
	w.back()
	w.hours(t, 12)
	if tried := len(w.Gateway.Ledger()); tried != 0 || w.periods(t, row, bill.StatePaying) != "" {
		t.Errorf("%d charges, term %s is being paid", tried, w.periods(t, row, bill.StatePaying))
	}
}

// M-22: a held contract whose member's own payment is never answered ends, or can be paid again for
// the time from then on.
func TestAPaymentOfAHeldContractThatIsNotAnswered(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
	w.work(t)
	w.at(t, "2026-06-20")
	w.away(false)
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Retry(t.Context(), member, row.ID.String()); said(err) != "PAYMENT_PENDING" {
		t.Errorf("at once again: %v", err)
	}
	w.workDays(t, clock.Date(2026, 6, 20), 0, 4)
	if got := w.row(t, row.ID); Status(got.Status) != Hold || w.periods(t, row, bill.StateWaived) != "2" || w.periods(t, row, bill.StateOpen) != "3" {
		t.Errorf("%s, waived %s, open %s", got.Status, w.periods(t, row, bill.StateWaived), w.periods(t, row, bill.StateOpen))
	}
	w.back()
	w.at(t, "2026-06-25")
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	w.hours(t, 3)
	if got := w.row(t, row.ID); Status(got.Status) != HoldReleased || got.TermStart != clock.Date(2026, 6, 25) || got.NextSettlementDay != clock.Date(2026, 7, 25) {
		t.Errorf("%s from %s", got.Status, got.TermStart)
	}
	if count, _ := w.Gateway.Settled(); count != 1 {
		t.Errorf("%d settled", count)
	}
}

// M-22: who chooses another method while the provider of the first one tells nothing is charged
// with it, and is not kept waiting.
func TestAnotherMethodEndsTheWait(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	due := row.NextSettlementDay
	w.away(false)
	w.workDays(t, due, 0, 1)
	other := w.Card(t, member)
	if _, err := w.ChangeMethod(t.Context(), member, row.ID.String(), other.ID.String()); said(err) != "SUBSCRIPTION_RENEWING_METHOD" {
		t.Errorf("while a charge is under way: %v", err)
	}
	w.workDays(t, due, 2, 5)
	w.Gateway.Heal(paymenttest.Charge)
	w.Gateway.Heal(paymenttest.Commit)
	if _, err := w.ChangeMethod(t.Context(), member, row.ID.String(), other.ID.String()); err != nil {
		t.Fatal(err)
	}
	w.hours(t, 2)
	charges := w.Store.Client(t.Context()).Charge.Query().Where(charge.AccountID(row.AccountID)).Order(charge.ByID()).AllX(t.Context())
	if got := w.row(t, row.ID); len(charges) != 2 || charges[0].State != charge.StateUnknown || charges[1].PaymentMethodID != other.ID || got.Period != 3 {
		t.Errorf("%v, period %d", charges, got.Period)
	}
}

// M-22: what the member of a held contract pays counts from the day on which it is known to be
// paid, since nothing could be watched before.
func TestAPaymentOfAHeldContractThatIsAnsweredLate(t *testing.T) {
	t.Parallel()
	for _, settles := range []bool{false, true} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, "standard", nil)
		w.at(t, "2026-06-15")
		w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
		w.work(t)
		w.at(t, "2026-06-20")
		w.away(settles)
		if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
			t.Fatal(err)
		}
		w.workDays(t, clock.Date(2026, 6, 20), 0, 1)
		w.back()
		w.workDays(t, clock.Date(2026, 6, 20), 2, 2)
		day := clock.Date(2026, 6, 22)
		paid := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.StateEQ(bill.StatePaid)).OnlyX(t.Context())
		got := w.row(t, row.ID)
		if Status(got.Status) != HoldReleased || got.TermStart != day || paid.PeriodStart != day || got.NextSettlementDay != day.AddMonths(1) ||
			paid.PeriodEnd != got.PaidThrough || got.AnchorDay != day {
			t.Errorf("it settles unheard %v: %s, from %s to %s, its bill is of %s to %s", settles, got.Status, got.TermStart, got.NextSettlementDay, paid.PeriodStart, paid.PeriodEnd)
		}
	}
}
