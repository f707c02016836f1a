package store_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/lib/pq"

	"kaiin/server/base/store"
)

func TestUnreachable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {errors.New("x"), false}, {&pq.Error{Code: "23505"}, false}, {&pq.Error{Code: "40001"}, false},
		{&pq.Error{Code: "57P01"}, true}, {&pq.Error{Code: "57014"}, false}, {&pq.Error{Code: "08006"}, true}, {&pq.Error{Code: "53300"}, true},
		{fmt.Errorf("query: %w", &net.OpError{Op: "dial", Err: errors.New("refused")}), true},
	} {
		if got := store.Unreachable(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}

func TestFailureOf(t *testing.T) { // D-17
	over := func(cause error) context.Context {
		ctx, end := context.WithCancelCause(t.Context())
		end(cause)
		return ctx
	}
	open, left, late := t.Context(), over(context.Canceled), over(context.DeadlineExceeded)
	for _, c := range []struct {
		name             string
		err              error
		open, left, late store.Failure
	}{
		{"none", nil, store.Broken, store.Broken, store.Broken},
		{"any", errors.New("x"), store.Broken, store.Broken, store.Broken},
		{"a constraint", &pq.Error{Code: "23505"}, store.Broken, store.Broken, store.Broken},
		{"the context's end", fmt.Errorf("query: %w", context.Canceled), store.Broken, store.Abandoned, store.Busy},
		{"the context's time", fmt.Errorf("query: %w", context.DeadlineExceeded), store.Busy, store.Abandoned, store.Busy},
		{"a cancelled statement", errors.Join(&pq.Error{Code: "57014"}, errors.New("rollback")), store.Busy, store.Abandoned, store.Busy},
		{"a transaction that is gone", fmt.Errorf("commit: %w", sql.ErrTxDone), store.Broken, store.Abandoned, store.Busy},
		{"a connection that is gone", driver.ErrBadConn, store.Busy, store.Abandoned, store.Busy},
		{"no connection", &net.OpError{Op: "dial", Err: errors.New("refused")}, store.Busy, store.Abandoned, store.Busy},
		{"a stop of PostgreSQL", &pq.Error{Code: "57P01"}, store.Busy, store.Abandoned, store.Busy},
		{"a lock that others keep", &pq.Error{Code: "55P03"}, store.Busy, store.Abandoned, store.Busy},
		{"a database only to be read", &pq.Error{Code: "25006"}, store.Busy, store.Abandoned, store.Busy},
		{"a transaction on a standby", &pq.Error{Code: "0A000", Routine: "call_bool_check_hook"}, store.Busy, store.Abandoned, store.Busy},
		{"a statement that PostgreSQL does not know", &pq.Error{Code: "0A000", Routine: "transformSelectStmt"}, store.Broken, store.Broken, store.Broken},
		{"a full disk", &pq.Error{Code: "53100"}, store.Busy, store.Abandoned, store.Busy},
	} {
		for ctx, want := range map[context.Context]store.Failure{open: c.open, left: c.left, late: c.late} {
			if got := store.FailureOf(ctx, c.err); got != want {
				t.Errorf("%s, context ended by %v: %v, want %v", c.name, context.Cause(ctx), got, want)
			}
		}
	}
}

// What PostgreSQL, lib/pq and the pool say when the context of a statement ends, whichever of them
// notices first.
func TestFailureOfStatementsThatWait(t *testing.T) { // D-17
	st := opened(t)
	st.DB.SetMaxOpenConns(2)
	for name, end := range map[string]func() (context.Context, context.CancelFunc, store.Failure){
		"left": func() (context.Context, context.CancelFunc, store.Failure) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			return ctx, cancel, store.Abandoned
		},
		"late": func() (context.Context, context.CancelFunc, store.Failure) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			return ctx, cancel, store.Busy
		},
	} {
		for where, wait := range map[string]func(context.Context) error{
			"a statement": func(ctx context.Context) error { return st.Exec(ctx, "SELECT pg_sleep(60)") },
			"a transaction": func(ctx context.Context) error {
				return st.Tx(ctx, func(ctx context.Context) error { return st.Exec(ctx, "SELECT pg_sleep(60 * $1::int)", 1) })
			},
			"the end of a transaction": func(ctx context.Context) error {
				return st.Tx(ctx, func(ctx context.Context) error { <-ctx.Done(); return nil })
			},
			"the pool": func(ctx context.Context) error {
				for range 2 {
					c, err := st.DB.Conn(t.Context())
					if err != nil {
						return err
					}
					defer func() { _ = c.Close() }()
				}
				return st.Exec(ctx, "SELECT 1")
			},
		} {
			ctx, cancel, want := end()
			err := wait(ctx)
			if got := store.FailureOf(ctx, err); err == nil || got != want {
				t.Errorf("%s, %s: %v (%v), want %v", where, name, got, err, want)
			}
			cancel()
		}
	}
}

// A statement that takes longer than any may is ended by PostgreSQL, even while a caller waits for
// it, on connections from before the limit, too.
func TestAStatementEndsAtTheLimit(t *testing.T) {
	st := opened(t)
	const long = "SELECT pg_sleep(0.2)"
	if err := st.Exec(t.Context(), long); err != nil {
		t.Fatalf("without a limit: %v", err)
	}
	st.LimitStatements(50 * time.Millisecond)
	for name, err := range map[string]error{
		"a statement":   st.Exec(context.Background(), long),
		"a transaction": st.Tx(context.Background(), func(ctx context.Context) error { return st.Exec(ctx, long) }),
	} {
		if got := store.FailureOf(t.Context(), err); err == nil || got != store.Busy {
			t.Errorf("%s: %v (%v)", name, got, err)
		}
	}
	st.LimitStatements(10 * time.Second)
	if err := st.Exec(t.Context(), long); err != nil {
		t.Errorf("within the limit: %v", err)
	}
}
