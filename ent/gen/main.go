// Command gen writes the ent client from the tables of ent/schema.
package main

import (
	"log"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
)

func main() {
	err := entc.Generate("./schema", &gen.Config{
		Target:   ".",
		Package:  "kaiin/ent",
		Features: []gen.Feature{gen.FeatureLock, gen.FeatureUpsert, gen.FeatureExecQuery, gen.FeatureVersionedMigration},
	})
	if err != nil {
		log.Fatal(err)
	}
}
