package storetest

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"io/fs"
	"strings"
	"testing"

	"kaiin/ent/migrate/migrations"
)

// Before returns the address of a fresh database with the tables as they were before the migration
// of the version, such as "20261122213654". store.Migrate brings it to the present.
func Before(t testing.TB, version string) string {
	t.Helper()
	address := Create(t, "")
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	do := func(statement string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	do(`CREATE TABLE schema_migrations (
		version text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP)`)
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	known := false
	for _, file := range files {
		of, _, _ := strings.Cut(file, "_")
		if known = known || of == version; known {
			continue
		}
		body, err := migrations.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		do(string(body))
		sum := sha256.Sum256(body)
		do("INSERT INTO schema_migrations (version, hash) VALUES ($1, $2)", of, hex.EncodeToString(sum[:]))
	}
	if !known {
		t.Fatalf("there is no migration %s", version)
	}
	return address
}
