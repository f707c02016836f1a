package store_test

import (
	"context"
	"database/sql"
	"slices"
	"testing"
	"time"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// Through a pooler of transactions the limit of statements is set in each transaction, and nothing
// stays with the session for the next caller who gets it.
func TestNothingIsSetOnASessionOfAPooler(t *testing.T) { // G-06
	t.Parallel()
	way, heard := storetest.Overhear(t, storetest.URL(t))
	s, err := store.OpenPooled(t.Context(), way)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.LimitStatements(time.Minute)
	s.DB.SetMaxOpenConns(1)
	err = s.Tx(t.Context(), func(ctx context.Context) error {
		if err := newThrottle(ctx, s, "a"); err != nil {
			return err
		}
		return s.Enqueue(ctx, probe{1}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.LimitStatements(50 * time.Millisecond)
	err = s.Tx(t.Context(), func(ctx context.Context) error { return s.Exec(ctx, "SELECT pg_sleep(60)") })
	if got := store.FailureOf(t.Context(), err); err == nil || got != store.Busy {
		t.Errorf("a long statement in a transaction: %v (%v)", err, got)
	}
	var limit string
	if err := s.DB.QueryRow("SHOW statement_timeout").Scan(&limit); err != nil || limit != "0" {
		t.Errorf("the session keeps a limit of %s, %v", limit, err)
	}
	if got := heard.OfSessions(); len(got) > 0 {
		t.Errorf("set on a session: %q", got)
	}
	if begun := heard.Begun(); slices.Contains(begun, "statement_timeout") {
		t.Errorf("connections began with %q, which a pooler refuses", begun)
	}
}

// Without a pooler a session begins with its limit: no statement is needed for that. A pooler that
// the settings do not name refuses it, so that it keeps no session with the limit of
// another caller.
func TestASessionBeginsWithItsLimit(t *testing.T) { // G-06
	t.Parallel()
	way, heard := storetest.Overhear(t, storetest.URL(t))
	s, err := store.Open(t.Context(), way)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.LimitStatements(7 * time.Second)
	for name, show := range map[string]func(limit *string) error{
		"a statement": func(limit *string) error { return s.DB.QueryRow("SHOW statement_timeout").Scan(limit) },
		"a transaction": func(limit *string) error {
			return s.Tx(t.Context(), func(ctx context.Context) error { return s.QueryRow(ctx, "SHOW statement_timeout").Scan(limit) })
		},
	} {
		var limit string
		if err := show(&limit); err != nil || limit != "7s" {
			t.Errorf("%s: %s, %v", name, limit, err)
		}
	}
	if got := heard.OfSessions(); len(got) > 0 {
		t.Errorf("set on a session: %q", got)
	}
}

// Migrations take their locks and limits off the session again.
func TestAMigrationLeavesNothingOnItsSession(t *testing.T) { // G-06
	t.Parallel()
	db, err := sql.Open("postgres", storetest.Create(t, "")+"&lock_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	if err := store.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	var locks int
	var limit string
	if err := db.QueryRow("SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'), current_setting('lock_timeout')").Scan(&locks, &limit); err != nil || limit != "5s" {
		t.Errorf("%d locks, a lock_timeout of %s, %v", locks, limit, err)
	}
}

// Through a pooler the change of one row has its limit, too, where no transaction is begun for it.
func TestTheChangeOfARowIsLimitedThroughAPooler(t *testing.T) { // G-06
	t.Parallel()
	s, err := store.OpenPooled(t.Context(), storetest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	row := newAccount(t, s, "a@example.jp")
	s.LimitStatements(2 * time.Second) // the lock itself is taken within it
	err = s.Tx(t.Context(), func(ctx context.Context) error {
		if err := s.Exec(ctx, "SELECT FROM accounts FOR UPDATE"); err != nil {
			return err
		}
		waits, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		err := row.Update().SetEmailKey("b").Exec(waits)
		if got := store.FailureOf(t.Context(), err); err == nil || got != store.Busy || waits.Err() != nil {
			t.Errorf("of a locked row: %v (%v)", err, got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.LimitStatements(time.Minute)
	if row, err = row.Update().SetEmailKey("b").Save(t.Context()); err != nil || *s.Client(t.Context()).Account.GetX(t.Context(), row.ID).EmailKey != "b" {
		t.Errorf("once it is free: %v, %v", row, err)
	}
}
