// Package migrations holds the versioned migrations, applied in the order of their names by store.Migrate. A file that
// has been applied anywhere is never changed; `make migration NAME=…` writes the next one from the tables of ent/schema.
package migrations

import "embed"

//go:embed *.sql
var Files embed.FS
