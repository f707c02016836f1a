// Command diff writes the next migration: the difference between what the migrations so far make of an empty database
// and the tables of ent/schema. It needs an empty scratch database at KAIIN_DIFF_DATABASE_URL.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	atlas "ariga.io/atlas/sql/migrate"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/schema"
	_ "github.com/lib/pq"

	"kaiin/ent/migrate"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: diff NAME")
	}
	dir, err := atlas.NewLocalDir("ent/migrate/migrations")
	if err != nil {
		log.Fatal(err)
	}
	err = migrate.NamedDiff(context.Background(), os.Getenv("KAIIN_DIFF_DATABASE_URL"), os.Args[1],
		schema.WithDir(dir), schema.WithMigrationMode(schema.ModeReplay), schema.WithDialect(dialect.Postgres),
		schema.WithFormatter(atlas.DefaultFormatter), schema.WithErrNoPlan(true))
	if err != nil {
		log.Fatal(fmt.Errorf("diff: %w", err))
	}
}
