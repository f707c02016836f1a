package reseal

import "kaiin/server/base/secret"

// Column is a column of sealed values or of MACs. What it says is SQL by the hand of its owner; in
// conditions $1 is the present time.
type Column struct {
	Table, Name string
	Value       string   // the value in a row; "" is the column
	Read        string   // the condition of rows that are still read; "" is all of them
	By          []string // the columns that Reseal is told, as text
	Reseal      Reseal   // nil: the value cannot be sealed anew, its rows run out
	Ends        string   // of such a value the column that says when; "" where no column does
}

// Reseal seals a value anew with the secret in use.
type Reseal func(box *secret.Box, by []string, value []byte) ([]byte, error)

// Sealed is for what Box.Seal sealed for a purpose that the columns By tell.
func Sealed(purpose func(by []string) string) Reseal {
	return func(box *secret.Box, by []string, value []byte) ([]byte, error) {
		return box.Reseal(purpose(by), value)
	}
}

// SealedFor is for what Box.Seal sealed for one purpose.
func SealedFor(purpose string) Reseal { return Sealed(func([]string) string { return purpose }) }

// Hash is for what Box.SealHash sealed for the purpose, and for the MACs that were kept before.
func Hash(purpose string) Reseal {
	return func(box *secret.Box, _ []string, value []byte) ([]byte, error) { return box.ResealHash(purpose, value) }
}

func (c Column) value() string {
	if c.Value != "" {
		return c.Value
	}
	return c.Name
}

// where is the condition of the rows that count. It speaks of $1 whatever the column says.
func (c Column) where() string {
	where := " WHERE $1::timestamptz IS NOT NULL AND " + c.value() + " IS NOT NULL"
	if c.Read != "" {
		where += " AND " + c.Read
	}
	return where
}
