package main

import (
	"os"
	"path/filepath"
	"slices"

	"entgo.io/ent/entc/gen"
	"entgo.io/ent/entc/load"

	"kaiin/ent/schema"
)

// tables is the generated file in which migrations find all tables.
const tables = "migrate/schema.go"

// clientsWhereUsed leaves out the clients of tables that are marked as schema.SQLOnly. Ent writes
// the tables of a graph and their clients from the same nodes, so it writes twice: all tables into
// a scratch folder, from which one file is taken, and the tables that have clients.
func clientsWhereUsed(next gen.Generator) gen.Generator {
	return gen.GenerateFunc(func(all *gen.Graph) error {
		used := slices.DeleteFunc(slices.Clone(all.Schemas), func(table *load.Schema) bool {
			_, marked := table.Annotations[schema.SQLOnly{}.Name()]
			return marked
		})
		clients, err := gen.NewGraph(all.Config, used...)
		if err != nil {
			return err
		}
		written, err := tablesOf(next, all)
		if err != nil {
			return err
		}
		if err := next.Generate(clients); err != nil { // which also deletes the client that a table had
			return err
		}
		return os.WriteFile(filepath.Join(all.Target, tables), written, 0o644)
	})
}

// tablesOf is the file of all tables.
func tablesOf(next gen.Generator, all *gen.Graph) ([]byte, error) {
	scratch, err := os.MkdirTemp("", "tables")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	target := all.Target
	defer func() { all.Target = target }()
	all.Target = scratch
	if err := next.Generate(all); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(scratch, tables))
}
