package store

import (
	"strings"

	"entgo.io/ent/dialect/sql"
)

// Among holds for rows whose field has one of the values, which are written into the statement
// itself. An index for such rows alone can then serve it under every plan, also one that was made
// before the values are known. The values are constants of ours.
func Among[T ~string](field string, values ...T) func(*sql.Selector) {
	return func(s *sql.Selector) { s.Where(sql.ExprP(In(s.C(field), values...))) }
}

// In is what Among holds for, as SQL; the column is SQL already.
func In[T ~string](column string, values ...T) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = "'" + strings.ReplaceAll(string(v), "'", "''") + "'"
	}
	return column + " IN (" + strings.Join(quoted, ", ") + ")"
}
