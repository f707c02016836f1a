package app

import (
	"sync"
	"testing"
)

// More contracts are due than one batch takes, and two servers look for them at the same
// moment: together they take up all in one scan each, every one once. What waits already gets
// no second job.
func TestTwoScansShareWhatIsDue(t *testing.T) { // M-05, S-02
	t.Parallel()
	const due = 1200
	w := manyDue(t, due, 0)
	scanners := []*App{w.process(t, 1), w.process(t, 1)}
	if _, err := scanners[0].Store.DB.ExecContext(t.Context(), "DELETE FROM account_search_marks"); err != nil { // the members are found by what they are
		t.Fatal(err)
	}
	for range 2 {
		var found [2]int
		var both sync.WaitGroup
		for i, a := range scanners {
			both.Go(func() {
				var err error
				if found[i], err = a.scan(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		var jobs, contracts int
		err := scanners[0].Store.DB.QueryRowContext(t.Context(), `SELECT count(*), count(DISTINCT args) FROM river_job
			WHERE kind = 'subscription.renew' AND queue = 'money' AND state = 'available'`).Scan(&jobs, &contracts)
		if err != nil || jobs != due || contracts != due || found[0]+found[1] != due {
			t.Fatalf("%d jobs of %d contracts were made, %v by each scan (%v)", jobs, contracts, found, err)
		}
		if _, err := scanners[0].Store.DB.ExecContext(t.Context(), "UPDATE subscriptions SET due_at = now()"); err != nil {
			t.Fatal(err)
		}
	}
}
