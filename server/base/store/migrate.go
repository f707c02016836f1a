package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"

	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"

	"kaiin/ent/migrate/migrations"
)

// lockKey is the advisory lock under which migrations run, so that several processes may start
// at once.
const lockKey = 0x6b616969

// Migrate brings the database to the present schema: our versioned migrations, then River's.
// Each file runs in a transaction of its own. A file that was changed after it had been applied
// is an error.
func Migrate(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", lockKey); err != nil {
		return fmt.Errorf("migration lock: %w", err)
	}
	defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockKey) }()

	_, err = conn.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_migrations (
		version text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP)`)
	if err != nil {
		return err
	}
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := apply(ctx, conn, file); err != nil {
			return fmt.Errorf("migration %s: %w", file, err)
		}
	}
	river, err := rivermigrate.New(riverdatabasesql.New(db), nil)
	if err != nil {
		return err
	}
	if _, err := river.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("job tables: %w", err)
	}
	return nil
}

func apply(ctx context.Context, conn *sql.Conn, file string) error {
	body, err := migrations.Files.ReadFile(file)
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
	case err != sql.ErrNoRows:
		return err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, string(body)); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO schema_migrations (version, hash) VALUES ($1, $2)", version, hash); err != nil {
		return err
	}
	return tx.Commit()
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
