package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"

	"kaiin/ent/migrate/migrations"
)

// lockKey is the advisory lock under which migrations run, so that several processes may start
// at once.
const lockKey = 0x6b616969

// lockPoll is how often the lock is asked for. A statement that waits for it would be a transaction
// that an index which is built outside of one waits for.
const lockPoll = 200 * time.Millisecond

// Migrator brings a database to the present schema while the product runs.
type Migrator struct {
	DB    *sql.DB // of sessions: with no pooler of transactions in between
	Files fs.FS
	Log   *slog.Logger

	LockTimeout time.Duration // of a step: statements of members wait behind it meanwhile
	Tries       int           // of a step that gets no lock
	Pause       time.Duration // after the first try; each is twice the one before, up to longestPause
}

const longestPause = 30 * time.Second

// NewMigrator is a Migrator of our migrations, which tries a step for about three minutes.
func NewMigrator(db *sql.DB) *Migrator {
	return &Migrator{
		DB: db, Files: migrations.Files, Log: slog.Default(),
		LockTimeout: 3 * time.Second, Tries: 10, Pause: time.Second,
	}
}

// Migrate is Run of a NewMigrator.
func Migrate(ctx context.Context, db *sql.DB) error { return NewMigrator(db).Run(ctx) }

// Run applies our versioned migrations that the database does not have, then River's. Each is a
// step of its own. A file that was changed after it had been applied is an error.
func (m *Migrator) Run(ctx context.Context) error {
	conn, err := m.DB.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if err := m.lock(ctx, conn); err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockKey) }()

	_, err = conn.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_migrations (
		version text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP)`)
	if err != nil {
		return err
	}
	files, err := fs.Glob(m.Files, "*.sql")
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := m.apply(ctx, conn, file); err != nil {
			return fmt.Errorf("migration %s: %w", file, err)
		}
	}
	if err := m.try(ctx, "job tables", func() error { return m.jobTables(ctx, conn) }); err != nil {
		return fmt.Errorf("job tables: %w", err)
	}
	return nil
}

// lock waits until no other process migrates.
func (m *Migrator) lock(ctx context.Context, conn *sql.Conn) error {
	for waits := 0; ; waits++ {
		var got bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lockKey).Scan(&got); got || err != nil {
			return err
		}
		if waits == 0 {
			m.Log.InfoContext(ctx, "another process migrates: waiting for its end")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

// jobTables has River migrate its tables, on the connection, since its locks have the same limit.
func (m *Migrator) jobTables(ctx context.Context, conn *sql.Conn) error {
	return m.withLimit(ctx, conn, m.LockTimeout, func() error {
		return conn.Raw(func(made any) error {
			full, ok := made.(Conn)
			if !ok {
				return fmt.Errorf("the driver's %T lacks what a connection needs", made)
			}
			db := sql.OpenDB(lent{full})
			defer func() { _ = db.Close() }()
			db.SetMaxOpenConns(1)
			river, err := rivermigrate.New(riverdatabasesql.New(db), nil)
			if err != nil {
				return err
			}
			_, err = river.Migrate(ctx, rivermigrate.DirectionUp, nil)
			return err
		})
	})
}

// MigrationHash identifies the present set of migrations.
func MigrationHash() string {
	h := sha256.New()
	files, _ := fs.Glob(migrations.Files, "*.sql") // the pattern is well-formed
	for _, file := range files {
		body, _ := migrations.Files.ReadFile(file) // listed above, embedded
		h.Write(body)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Migrated reports whether every migration has been applied, for the readiness check.
func (s *Store) Migrated(ctx context.Context) error {
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return err
	}
	var n int
	if err := s.DB.QueryRowContext(ctx, "SELECT count(*) FROM schema_migrations").Scan(&n); err != nil {
		return err
	}
	if n < len(files) {
		return fmt.Errorf("%d of %d migrations applied", n, len(files))
	}
	return nil
}
