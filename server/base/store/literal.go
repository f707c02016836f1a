package store

import (
	"strings"

	"entgo.io/ent/dialect/sql"
)

// Among holds for rows whose field has one of the values, which are written into the statement
// itself. An index for such rows alone can then serve it under every plan, also one that was made
// before the values are known. The values are constants of ours.
func Among[T ~string](field string, values ...T) func(*sql.Selector) {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = "'" + strings.ReplaceAll(string(v), "'", "''") + "'"
	}
	return func(s *sql.Selector) { s.Where(sql.ExprP(s.C(field) + " IN (" + strings.Join(quoted, ", ") + ")")) }
}
