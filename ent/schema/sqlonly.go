package schema

import "entgo.io/ent/schema"

// SQLOnly marks a table that its owner reads and writes by SQL alone. Package ent/gen writes no
// client for it; ent/migrate knows it as any other.
type SQLOnly struct{}

// Name is that of the annotation.
func (SQLOnly) Name() string { return "SQLOnly" }

var _ schema.Annotation = SQLOnly{}
