// Command gen writes the ent client from the tables of ent/schema and the templates of
// ent/template.
package main

import (
	"log"
	"os"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
)

//go:generate go run .

func main() {
	err := entc.Generate("../schema", &gen.Config{
		Target:   "..",
		Package:  "kaiin/ent",
		Features: []gen.Feature{gen.FeatureLock, gen.FeatureVersionedMigration},
		Hooks:    []gen.Hook{clientsWhereUsed},
	}, entc.TemplateDir("../template"))
	if err != nil {
		log.Fatal(err)
	}
	// Package enttest makes tables by the engine of migrations, which the client does not
	// have (client_init.tmpl).
	if err := os.RemoveAll("../enttest"); err != nil {
		log.Fatal(err)
	}
}
