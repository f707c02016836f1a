package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	atlas "ariga.io/atlas/sql/migrate"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/schema"

	"kaiin/ent/migrate"
	"kaiin/server/store/storetest"
)

// Replaying the files must give exactly the tables of ent/schema.
func TestMigrationsMatchTheTables(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../migrations")); err != nil {
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
