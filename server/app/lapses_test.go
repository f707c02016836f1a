package app

import (
	"testing"
	"time"
)

// Apps are told within two seconds that the time of what a member has rented is over; the scan for
// all else comes every half minute.
func TestTheEndOfARentalIsToldAtOnce(t *testing.T) {
	t.Parallel()
	w := manyDue(t, 0, 0)
	a := w.process(t, 1)
	a.working(t)
	if _, err := a.Store.DB.ExecContext(t.Context(), `INSERT INTO entitlements (id, created_at, account_id, plan_id, source, source_id, starts_at, expires_at)
		VALUES (gen_random_uuid(), now(), gen_random_uuid(), 'rental', 'order', gen_random_uuid(), now(), now() + interval '3 seconds')`); err != nil {
		t.Fatal(err)
	}
	var late time.Duration
	await(t, "an app is told", func() bool {
		var seconds *float64
		if err := a.Store.DB.QueryRowContext(t.Context(), "SELECT extract(epoch FROM lapse_told_at - expires_at) FROM entitlements").Scan(&seconds); err != nil {
			t.Fatal(err)
		}
		if seconds == nil {
			return false
		}
		late = time.Duration(*seconds * float64(time.Second))
		return true
	})
	if late < 0 || late > 10*time.Second { // two, on a machine that does nothing else
		t.Errorf("told %s after the end", late)
	}
}
