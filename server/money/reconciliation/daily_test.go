package reconciliation_test

import (
	"testing"
	"time"

	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/reconciliation"
)

// The first scan from ten o'clock on asks for the day's comparison, once, however many processes
// there are and whether or not the job is over.
func TestReconciliationComesAtTen(t *testing.T) {
	t.Parallel()
	w := setup(t)
	kind, day := reconciliation.ReconcileArgs{}.Kind(), w.Clock.Today()
	restarted := func() *reconciliation.Service {
		return &reconciliation.Service{Store: w.Store, Clock: w.Clock, Settings: w.Settings, Payment: w.Payment}
	}
	for _, c := range []struct {
		day, hour, jobs int
	}{{1, 9, 0}, {1, 10, 1}, {1, 23, 1}, {2, 0, 1}, {2, 21, 2}} {
		w.Clock.Advance(day.AddDays(c.day).Start().Add(time.Duration(c.hour) * time.Hour).Sub(w.Clock.Now()))
		for _, s := range []*reconciliation.Service{w.Lists, w.Lists, restarted()} {
			if n, err := s.Due(t.Context()); n != 0 || err != nil {
				t.Fatal(n, err)
			}
		}
		var jobs int
		var last string
		row := w.Store.DB.QueryRowContext(t.Context(), "SELECT count(*), coalesce(max(args->>'day'), '') FROM river_job WHERE kind = $1", kind)
		if err := row.Scan(&jobs, &last); err != nil || jobs != c.jobs || jobs > 0 && last != day.AddDays(c.jobs).String() {
			t.Errorf("%v; on day %d at %d o'clock there are %d jobs, the last of %s", err, c.day, c.hour, jobs, last)
		}
		done := "UPDATE river_job SET state = 'completed', finalized_at = now() WHERE kind = $1"
		if _, err := w.Store.DB.ExecContext(t.Context(), done, kind); err != nil {
			t.Fatal(err)
		}
	}
}

// The daily job looks at the last days, and gives back what waits for too long. A list that cannot
// be read has it come again; a provider that has none does not.
func TestTheDailyReconciliation(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.Gateway.Book(paymenttest.Entry{OrderID: unknownOrder, Amount: 980})
	w.Clock.Advance(5 * 24 * time.Hour)
	w.Gateway.Next(paymenttest.Settlements, paymenttest.Trouble)
	if err := w.Lists.WorkReconcile(t.Context()); err == nil {
		t.Error("the staff do not hear of the list that could not be read")
	}
	if err := w.Lists.WorkReconcile(t.Context()); err != nil || w.event(t, unknownOrder, "sale").AppliedAt != nil {
		t.Error(err)
	}
	w.Clock.Advance(7 * 24 * time.Hour)
	if err := w.Lists.WorkReconcile(t.Context()); err != nil || w.Gateway.Entry(unknownOrder).Kept() != 0 {
		t.Errorf("%v, the provider's ledger: %+v", err, w.Gateway.Entry(unknownOrder))
	}
	w.Gateway.Next(paymenttest.Settlements, paymenttest.Rejected)
	before := w.Gateway.Calls(paymenttest.Settlements)
	if err := w.Lists.WorkReconcile(t.Context()); err != nil || w.Gateway.Calls(paymenttest.Settlements) != before+1 {
		t.Errorf("%v, asked %d times", err, w.Gateway.Calls(paymenttest.Settlements)-before)
	}
}
