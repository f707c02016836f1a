package storetest

import (
	"context"
	"testing"

	"kaiin/server/base/store"
)

// The store of the next test goes on with the connection and the statements prepared on it, without
// what the former test has set.
func TestAConnectionOutlivesItsStore(t *testing.T) {
	t.Parallel()
	address := Create(t, "TEMPLATE "+ofServer(t).template)
	first := &keep{}
	s := through(t, address, first)
	pid := backend(t, s)
	if err := s.Exec(t.Context(), "SET work_mem = '5MB'; CREATE TEMP TABLE left_over (n int); SELECT pg_advisory_lock(7)"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	next := first.end()
	s = through(t, address, next)
	t.Cleanup(func() { _ = s.Close(); next.close() })
	if got := backend(t, s); got != pid || next.count() != 1 {
		t.Errorf("the process of PostgreSQL is %d, and was %d; %d connections", got, pid, next.count())
	}
	var memory string
	var prepared, tables, locks int
	if err := s.DB.QueryRow(`SELECT current_setting('work_mem'), (SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%pg_backend_pid%'),
		(SELECT count(*) FROM pg_class WHERE relname = 'left_over'), (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())`).
		Scan(&memory, &prepared, &tables, &locks); err != nil {
		t.Fatal(err)
	}
	if memory == "5MB" || prepared != 1 || tables != 0 || locks != 0 {
		t.Errorf("work_mem is %s, %d statements are prepared, %d tables are there, %d locks are held", memory, prepared, tables, locks)
	}
}

// What goes on after its test gets no connection of the next one, and a broken connection is not
// reused.
func TestAConnectionThatIsInUseIsNotKept(t *testing.T) {
	t.Parallel()
	address := Create(t, "TEMPLATE "+ofServer(t).template)
	k := &keep{}
	s := through(t, address, k)
	late, err := s.DB.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	next := k.end()
	if next.count() != 0 || k.count() != 1 {
		t.Errorf("%d connections for the next test, %d in use", next.count(), k.count())
	}
	_ = late.Close()
	if k.count() != 0 || next.count() != 0 {
		t.Errorf("in the end %d and %d", k.count(), next.count())
	}

	broken := &keep{}
	s = through(t, address, broken)
	if err := s.Exec(t.Context(), "SELECT pg_terminate_backend(pg_backend_pid())"); err == nil {
		t.Fatal("the connection has survived its end")
	}
	_ = s.Close()
	if n := broken.count(); n != 0 {
		t.Errorf("%d connections are kept of one that is broken", n)
	}
}

// A store on a database of the pool begins empty, whatever the former test has left.
func TestTheStoreOfATestIsEmpty(t *testing.T) {
	t.Parallel()
	p := ofServer(t)
	for range 3 {
		name, s, k, err := p.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var rows int
		if err := s.DB.QueryRow("SELECT count(*) FROM throttles").Scan(&rows); err != nil || rows != 0 {
			t.Errorf("%d rows, %v", rows, err)
		}
		if err := s.Exec(t.Context(), "INSERT INTO throttles (key, count, window_start) VALUES ('left', 1, now())"); err != nil {
			t.Fatal(err)
		}
		_ = s.Close()
		if err := p.give(context.Background(), name, k.end()); err != nil {
			t.Fatal(err)
		}
	}
}

func through(t *testing.T, address string, k *keep) *store.Store {
	t.Helper()
	s, err := store.OpenThrough(t.Context(), address, k.through)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// backend is the process of PostgreSQL behind the only connection, by a statement that
// stays prepared.
func backend(t *testing.T, s *store.Store) (pid int) {
	t.Helper()
	if err := s.DB.QueryRow("SELECT pg_backend_pid() + $1", 0).Scan(&pid); err != nil {
		t.Fatal(err)
	}
	return pid
}
