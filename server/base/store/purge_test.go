package store_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"kaiin/ent/throttle"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// counts makes n rows whose window began at the moment.
func counts(t *testing.T, s *store.Store, name string, n int, at time.Time) {
	t.Helper()
	err := s.Exec(t.Context(), `INSERT INTO throttles (key, count, window_start)
		SELECT $1 || g, 1, $2 FROM generate_series(1, $3) AS g`, name, at, n)
	if err != nil {
		t.Fatal(err)
	}
}

// S-03: several servers delete at the same time what is over, neither waits for the other nor for a
// row that is in use, and nothing else is touched.
func TestSeveralServersDeleteWhatIsOver(t *testing.T) {
	t.Parallel()
	s, ctx := storetest.Open(t), t.Context()
	now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	counts(t, s, "over:", 2345, now.Add(-time.Second))
	counts(t, s, "lasts:", 100, now)
	purge := func() error { return s.DeleteBefore(ctx, throttle.Table, throttle.FieldWindowStart, now) }
	left := func() int { return s.Client(ctx).Throttle.Query().CountX(ctx) }

	err := s.Tx(ctx, func(ctx context.Context) error { // somebody counts at this moment
		if err := s.Exec(ctx, `UPDATE throttles SET count = 2 WHERE key = 'over:1'`); err != nil {
			return err
		}
		var all sync.WaitGroup
		failed := make([]error, 4)
		for i := range failed {
			all.Go(func() { failed[i] = purge() })
		}
		all.Wait()
		for _, err := range failed {
			if err != nil {
				return err
			}
		}
		if n := left(); n != 101 {
			return fmt.Errorf("%d rows are left while one is in use", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := purge(); err != nil || left() != 100 {
		t.Errorf("in the end %d rows are left: %v", left(), err)
	}
	if err := s.DeleteBefore(ctx, throttle.Table, throttle.FieldWindowStart, now.Add(time.Second), "count > 1"); err != nil || left() != 100 {
		t.Errorf("with a condition that no row meets %d rows are left: %v", left(), err)
	}
}

func TestBatchesAreTransactionsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	err := s.Tx(t.Context(), func(ctx context.Context) error {
		return s.DeleteBefore(ctx, throttle.Table, throttle.FieldWindowStart, time.Now())
	})
	if err == nil {
		t.Error("deleted in batches inside a transaction, which would hold their locks to its end")
	}
	ctx, statements := store.CountStatements(t.Context())
	counts(t, s, "over:", 1200, time.Now().Add(-time.Hour))
	if err := s.DeleteBefore(ctx, throttle.Table, throttle.FieldWindowStart, time.Now()); err != nil || statements.Load() != 3 {
		t.Errorf("1200 rows took %d statements: %v", statements.Load(), err)
	}
}
