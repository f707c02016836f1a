package reconciliation_test

import (
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// comparedDays are the days whose lists are kept as compared as a whole, oldest first.
func (w *till) comparedDays(t *testing.T) (days []clock.Day) {
	t.Helper()
	for _, e := range w.Store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.EventKeyHasPrefix("list:")).Order(gatewayevent.ByEventKey()).AllX(t.Context()) {
		days = append(days, e.Day)
	}
	return days
}

// allSince fails unless exactly the days from the first to the last are kept as compared.
func (w *till) allSince(t *testing.T, first, last clock.Day) {
	t.Helper()
	var want []clock.Day
	for d := first; !d.After(last); d = d.AddDays(1) {
		want = append(want, d)
	}
	if got := w.comparedDays(t); !slices.Equal(got, want) {
		t.Errorf("compared are %v, not %s to %s", got, first, last)
	}
}

// morning is a run of the daily job. It tells how many lists were read.
func (w *till) morning(t *testing.T) (lists int) {
	t.Helper()
	before := w.Gateway.Calls(paymenttest.Settlements)
	if err := w.Lists.WorkReconcile(t.Context()); err != nil {
		t.Error(err)
	}
	return w.Gateway.Calls(paymenttest.Settlements) - before
}

// outage has the job run today for the first time, and then not for the days. A sale that we do not
// know and a charge that is in no list are of the third day of them.
func (w *till) outage(t *testing.T, days int) (today clock.Day, missing payment.Started) {
	t.Helper()
	today = w.Clock.Today()
	w.morning(t)
	w.Clock.Advance(3 * 24 * time.Hour)
	w.Gateway.Book(paymenttest.Entry{OrderID: unknownOrder, Amount: 980})
	missing = w.settled(t)
	order := w.row(t, missing).ProviderOrderID
	w.Gateway.Misreport(func(list []gateway.Settlement) []gateway.Settlement {
		return slices.DeleteFunc(list, func(l gateway.Settlement) bool { return l.OrderID == order })
	})
	w.Clock.Advance(time.Duration(days-3) * 24 * time.Hour)
	return today, missing
}

// After three weeks without a worker the mornings compare the days that were left out, oldest first
// and some at a time, once.
func TestReconcileAfterThreeWeeks(t *testing.T) {
	t.Parallel()
	w := setup(t)
	first, missing := w.outage(t, 21)
	if lists := w.morning(t); lists != 2*10+2*5 { // yesterday's list, and the one of today that grows
		t.Errorf("%d lists are read at once", lists)
	}
	today := w.Clock.Today()
	if e := w.event(t, unknownOrder, "sale"); e.Day != first.AddDays(3) || logged.lines(slog.LevelError, e.ID) != 1 {
		t.Errorf("%v", e)
	}
	if n := logged.lines(slog.LevelError, missing.ID); n != 1 {
		t.Errorf("people are told %d times of the charge that is in no list", n)
	}
	got := w.comparedDays(t)
	if want := first.AddDays(-1 + 9); !slices.Contains(got, want) || slices.Contains(got, want.AddDays(1)) || !slices.Contains(got, today.AddDays(-2)) || slices.Contains(got, today.AddDays(-1)) {
		t.Errorf("compared are %v", got)
	}
	for range 2 {
		w.Clock.Advance(24 * time.Hour)
		w.morning(t)
	}
	w.allSince(t, first.AddDays(-5), today)
	w.Clock.Advance(24 * time.Hour)
	if lists := w.morning(t); lists != 10 {
		t.Errorf("%d lists are read when all are compared", lists)
	}
}

// What providers keep no more is not asked for.
func TestReconcileAfterTheListsAreGone(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.outage(t, 200)
	w.morning(t)
	if oldest := w.comparedDays(t)[4]; oldest != w.Clock.Today().AddDays(-60) {
		t.Errorf("the oldest day that is compared now is %s", oldest)
	}
}

// Two workers that run the same job at once do no more than one, also when one counts as dead.
func TestTwoReconciliationsAtOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	first, missing := w.outage(t, 14)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			for range 4 { // where one is in the other's way, its job comes again
				if w.Lists.WorkReconcile(t.Context()) == nil {
					return
				}
			}
			t.Error("it does not come to an end")
		})
	}
	both.Wait()
	w.allSince(t, first.AddDays(-5), w.Clock.Today().AddDays(-2))
	kinds := map[string]int{}
	for _, e := range w.Store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.KindNEQ("list")).AllX(t.Context()) {
		kinds[e.Kind]++
	}
	if fmt.Sprint(kinds) != "map[missing:1 sale:1]" {
		t.Errorf("kept are %v", kinds)
	}
	if r := w.reconcile(t, w.Clock.Today().AddDays(-11)); r.Missing != 1 || r.Unknown != 1 {
		t.Errorf("%+v, the missing charge is %s", r, missing.ID)
	}
}

// A list that is not there yet is asked for again, also when its day is long over; of two in a row
// nothing more is asked that time.
func TestReconcileAListThatIsNotThereYet(t *testing.T) {
	t.Parallel()
	w := setup(t)
	first, _ := w.outage(t, 7)
	w.Gateway.Next(paymenttest.Settlements, paymenttest.Trouble)
	if err := w.Lists.WorkReconcile(t.Context()); err == nil {
		t.Error("the staff do not hear of the list that could not be read")
	}
	if got := w.comparedDays(t); slices.Contains(got, first.AddDays(-1)) || !slices.Contains(got, first) {
		t.Errorf("compared are %v", got)
	}
	w.Clock.Advance(7 * 24 * time.Hour)
	w.Gateway.Next(paymenttest.Settlements, paymenttest.Trouble, paymenttest.TimeoutAfter)
	before := w.Gateway.Calls(paymenttest.Settlements)
	if err := w.Lists.WorkReconcile(t.Context()); err == nil || w.Gateway.Calls(paymenttest.Settlements) != before+2 {
		t.Errorf("%v after %d calls", err, w.Gateway.Calls(paymenttest.Settlements)-before)
	}
	w.morning(t)
	w.allSince(t, first.AddDays(-5), w.Clock.Today().AddDays(-2))
}

// A day with a line of a charge that is still open is not done: it is compared again when that
// is decided.
func TestReconcileADayWithAnOpenCharge(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.morning(t)
	day := w.Clock.Today()
	open := w.attempt(t, true)
	order := w.row(t, open).ProviderOrderID
	w.Gateway.Book(paymenttest.Entry{OrderID: order, Amount: 1100})
	w.Clock.Advance(21 * 24 * time.Hour)
	for range 2 {
		w.morning(t)
	}
	if slices.Contains(w.comparedDays(t), day) || w.event(t, order, "sale").AppliedAt != nil {
		t.Errorf("%s is done", day)
	}
	w.work(t)
	w.morning(t)
	if !slices.Contains(w.comparedDays(t), day) || w.event(t, order, "sale").AppliedAt == nil {
		t.Errorf("%s is not done, the charge is %s", day, w.state(t, open))
	}
}
