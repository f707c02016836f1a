package store_test

import (
	"context"
	"errors"
	"testing"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// Whatever is called in a transaction that only reads, PostgreSQL refuses it to change anything:
// rows, rows of a service that begins a transaction of its own, statements, locks of rows, and
// jobs. Nothing of that stays with the connection, which others get after it, also from a pooler.
func TestReadChangesNothing(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(ctx context.Context, url string) (*store.Store, error){"session": store.Open, "pooler": store.OpenPooled} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			way, heard := storetest.Overhear(t, storetest.URL(t))
			s, err := open(t.Context(), way)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			s.DB.SetMaxOpenConns(1)
			if err := newThrottle(t.Context(), s, "before"); err != nil {
				t.Fatal(err)
			}
			for what, write := range map[string]func(context.Context) error{
				"a row": func(ctx context.Context) error { return newThrottle(ctx, s, "a") },
				"a nested service": func(ctx context.Context) error {
					return s.Tx(ctx, func(ctx context.Context) error { return newThrottle(ctx, s, "b") })
				},
				"a statement": func(ctx context.Context) error { return s.Exec(ctx, "UPDATE throttles SET count = count + 1") },
				"a lock":      func(ctx context.Context) error { return s.Exec(ctx, "SELECT FROM throttles FOR UPDATE") },
				"a job":       func(ctx context.Context) error { return s.Enqueue(ctx, probe{1}, nil) },
				"jobs":        func(ctx context.Context) error { return s.EnqueueMany(ctx, probe{1}, probe{2}) },
			} {
				if err := s.Read(t.Context(), write); !store.Unwritable(err) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if err := s.Tx(t.Context(), func(ctx context.Context) error { return newThrottle(ctx, s, "after") }); err != nil {
				t.Errorf("what comes after it: %v", err)
			}
			if rows := s.Client(t.Context()).Throttle.Query().CountX(t.Context()); rows != 2 || jobs(t, s) != 0 {
				t.Errorf("%d rows, %d jobs", rows, jobs(t, s))
			}
			if got := heard.OfSessions(); len(got) > 0 {
				t.Errorf("set on a session: %q", got)
			}
		})
	}
}

// All statements of Read see the same moment.
func TestReadSeesOneMoment(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	errOther := errors.New("it sees what came meanwhile")
	err := s.Read(t.Context(), func(ctx context.Context) error {
		if n := s.Client(ctx).Throttle.Query().CountX(ctx); n != 0 {
			return errOther
		}
		if err := newThrottle(t.Context(), s, "meanwhile"); err != nil {
			return err
		}
		if n := s.Client(ctx).Throttle.Query().CountX(ctx); n != 0 {
			return errOther
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
