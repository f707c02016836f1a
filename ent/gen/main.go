// Command gen writes the ent client from the tables of ent/schema and the templates of ent/template.
package main

import (
	"log"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
)

//go:generate go run .

func main() {
	err := entc.Generate("../schema", &gen.Config{
		Target:   "..",
		Package:  "kaiin/ent",
		Features: []gen.Feature{gen.FeatureLock, gen.FeatureVersionedMigration},
	}, entc.TemplateDir("../template"))
	if err != nil {
		log.Fatal(err)
	}
}
