package store_test

import (
	"database/sql"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"kaiin/ent/migrate/migrations"
	"kaiin/server/store"
	"kaiin/server/store/storetest"
)

func TestMigrationsRunTwice(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("postgres", storetest.Create(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for range 2 {
		if err := store.Migrate(t.Context(), db); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Exec("UPDATE schema_migrations SET hash = 'other'"); err != nil {
		t.Fatal(err)
	}
	if err := store.Migrate(t.Context(), db); err == nil {
		t.Error("a migration that was changed after it had been applied was accepted")
	}
}

// Generated migrations turn a rename into a drop and an add. Such a statement needs a comment that says it is meant.
func TestMigrationsDropNothingUnsaid(t *testing.T) {
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	destructive := regexp.MustCompile(`(?i)\b(DROP (TABLE|COLUMN)|RENAME)\b`)
	for _, file := range files {
		body, err := migrations.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if destructive.Match(body) && !strings.Contains(string(body), "-- intended:") {
			t.Errorf("%s drops or renames; say why in a line `-- intended: …`", file)
		}
	}
}
