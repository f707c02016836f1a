package migrations_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	atlas "ariga.io/atlas/sql/migrate"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/schema"

	"kaiin/ent/migrate"
	"kaiin/ent/migrate/migrations"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// Replaying the files must give exactly the tables of ent/schema.
func TestMigrationsMatchTheTables(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	dir, err := atlas.NewLocalDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	err = migrate.NamedDiff(t.Context(), storetest.Create(t, ""), "missing", schema.WithDir(dir), schema.WithMigrationMode(schema.ModeReplay),
		schema.WithDialect(dialect.Postgres), schema.WithFormatter(atlas.DefaultFormatter), schema.WithErrNoPlan(true))
	if errors.Is(err, atlas.ErrNoPlan) {
		return
	}
	missing, _ := filepath.Glob(filepath.Join(folder, "*_missing.sql"))
	for _, file := range missing {
		body, _ := os.ReadFile(file)
		t.Errorf("the tables differ from the migrations; write a migration:\n%s", body)
	}
	if len(missing) == 0 {
		t.Fatal(err)
	}
}

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
