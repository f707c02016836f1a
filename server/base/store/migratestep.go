package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"github.com/lib/pq"
)

// outsideTransaction is the line by which a file says that it runs outside a transaction. Such a
// file has one statement: PostgreSQL makes a transaction of several.
var outsideTransaction = regexp.MustCompile(`(?m)^-- atlas:txmode none$`)

// concurrently finds the name of an index that is built while rows are written.
var concurrently = regexp.MustCompile(`(?i)\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?\s+ON\b`)

// outsidePatience is how much longer a step outside a transaction may wait. CREATE INDEX
// CONCURRENTLY waits for the end of every transaction that began before it, and holds up no
// statement that reads or writes rows meanwhile.
const outsidePatience = 20

// apply runs a file that was not applied yet.
func (m *Migrator) apply(ctx context.Context, conn *sql.Conn, file string) error {
	body, err := fs.ReadFile(m.Files, file)
	if err != nil {
		return err
	}
	version, _, _ := strings.Cut(file, "_")
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])

	var applied string
	err = conn.QueryRowContext(ctx, "SELECT hash FROM schema_migrations WHERE version = $1", version).Scan(&applied)
	switch {
	case err == nil && applied == hash:
		return nil
	case err == nil:
		return fmt.Errorf("was changed after it had been applied")
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	s := step{conn, string(body), version, hash}
	return m.try(ctx, file, func() error {
		if outsideTransaction.MatchString(s.body) {
			return m.withLimit(ctx, conn, outsidePatience*m.LockTimeout, func() error { return s.outside(ctx) })
		}
		return s.inside(ctx, m.LockTimeout)
	})
}

// step is a file of migrations that is being applied.
type step struct {
	conn                *sql.Conn
	body, version, hash string
}

const noteApplied = "INSERT INTO schema_migrations (version, hash) VALUES ($1, $2)"

// inside applies the step in a transaction.
func (s step) inside(ctx context.Context, most time.Duration) error {
	tx, err := s.conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("SET LOCAL lock_timeout = %d; SET LOCAL statement_timeout = 0", most.Milliseconds())); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, s.body); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, noteApplied, s.version, s.hash); err != nil {
		return err
	}
	return tx.Commit()
}

// outside applies the step outside a transaction. A process that died may have left an index that
// no query uses, since it was not built to its end: that is built again. Or it built the index and
// did not note that.
func (s step) outside(ctx context.Context) error {
	there := false
	if found := concurrently.FindStringSubmatch(s.body); found != nil {
		var valid bool
		err := s.conn.QueryRowContext(ctx, "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1))", found[1]).Scan(&valid)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		case valid:
			there = true
		default:
			if _, err := s.conn.ExecContext(ctx, "DROP INDEX CONCURRENTLY "+pq.QuoteIdentifier(found[1])); err != nil {
				return err
			}
		}
	}
	if !there {
		if _, err := s.conn.ExecContext(ctx, s.body); err != nil {
			return err
		}
	}
	_, err := s.conn.ExecContext(ctx, noteApplied, s.version, s.hash)
	return err
}

// try runs a step until it has got its locks, with a longer pause after each try that failed: what
// holds a lock goes on, and all who have waited behind the step have their turn.
func (m *Migrator) try(ctx context.Context, name string, run func() error) error {
	pause := m.Pause
	for n := 1; ; n++ {
		err := run()
		if err == nil || !LockTimedOut(err) && !retryable(err) {
			return err
		}
		if n >= m.Tries {
			return fmt.Errorf("gave up after %d tries to get a lock, which pg_locks says who holds; run it again: %w", n, err)
		}
		m.Log.WarnContext(ctx, "a migration got no lock and is tried again", "migration", name, "try", n, "pause", pause.String(), "error", err.Error())
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

// withLimit runs f while the session waits at most so long for a lock, and as long as it takes for
// a statement.
func (m *Migrator) withLimit(ctx context.Context, conn *sql.Conn, most time.Duration, f func() error) error {
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("SET lock_timeout = %d; SET statement_timeout = 0", most.Milliseconds())); err != nil {
		return err
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "RESET lock_timeout; RESET statement_timeout")
	}()
	return f()
}

// lent makes a database of one connection that goes on after it.
type lent struct{ Conn }

// Connect returns the connection.
func (l lent) Connect(context.Context) (driver.Conn, error) { return l, nil }

// Driver is that of lib/pq.
func (lent) Driver() driver.Driver { return &pq.Driver{} }

// Close leaves the connection to its owner.
func (lent) Close() error { return nil }
