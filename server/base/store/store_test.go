package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/lib/pq"
	"github.com/riverqueue/river"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

type probe struct {
	N int `json:"n"`
}

func (probe) Kind() string { return "probe" }

func jobs(t *testing.T, s *store.Store) int {
	t.Helper()
	var n int
	if err := s.DB.QueryRow("SELECT count(*) FROM river_job WHERE kind = 'probe'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// opened is a store of its own, for tests of what its connections do.
func opened(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), storetest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func newThrottle(ctx context.Context, s *store.Store, id string) error {
	return s.Client(ctx).Throttle.Create().SetID(id).SetCount(1).SetWindowStart(time.Now()).Exec(ctx)
}

func TestRowAndJobLiveAndDieTogether(t *testing.T) {
	t.Parallel()
	s, ctx := storetest.Open(t), t.Context()
	fail := errors.New("no")
	err := s.Tx(ctx, func(ctx context.Context) error {
		if err := newThrottle(ctx, s, "a"); err != nil {
			return err
		}
		if err := s.Enqueue(ctx, probe{1}, nil); err != nil {
			return err
		}
		return fail
	})
	if !errors.Is(err, fail) || jobs(t, s) != 0 {
		t.Fatalf("after a rollback: err %v, %d jobs", err, jobs(t, s))
	}
	err = s.Tx(ctx, func(ctx context.Context) error {
		return s.Tx(ctx, func(ctx context.Context) error { // a nested call joins
			if err := newThrottle(ctx, s, "a"); err != nil {
				return err
			}
			return s.Enqueue(ctx, probe{2}, &river.InsertOpts{})
		})
	})
	if n := s.Client(ctx).Throttle.Query().CountX(ctx); err != nil || n != 1 || jobs(t, s) != 1 {
		t.Fatalf("after a commit: err %v, %d rows, %d jobs", err, n, jobs(t, s))
	}
	if err := s.Enqueue(ctx, probe{3}, nil); err == nil {
		t.Error("a job was accepted outside a transaction")
	}
}

func TestViolationIsRecognisedByName(t *testing.T) {
	t.Parallel()
	s, ctx := storetest.Open(t), t.Context()
	if err := newThrottle(ctx, s, "a"); err != nil {
		t.Fatal(err)
	}
	err := s.Tx(ctx, func(ctx context.Context) error { return newThrottle(ctx, s, "a") })
	if !store.Violates(err, "throttles_pkey") || store.Violates(err, "other") {
		t.Errorf("err = %v", err)
	}
}

func TestDeadlockIsRetriedAtTheOutermostLevel(t *testing.T) {
	t.Parallel()
	s, ctx := storetest.Open(t), t.Context()
	runs := 0
	err := s.Tx(ctx, func(ctx context.Context) error {
		return s.Tx(ctx, func(context.Context) error {
			if runs++; runs < 3 {
				return &pq.Error{Code: "40P01"}
			}
			return nil
		})
	})
	if err != nil || runs != 3 {
		t.Errorf("err %v after %d runs", err, runs)
	}
}

func TestStatementsAreCounted(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx, n := store.CountStatements(t.Context())
	_ = s.Client(ctx).Account.Query().CountX(ctx)
	_ = s.Tx(ctx, func(ctx context.Context) error { return newThrottle(ctx, s, "a") })
	if n.Load() != 2 {
		t.Errorf("counted %d statements, want 2", n.Load())
	}
}
