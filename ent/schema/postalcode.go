package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// PostalCode is one row of Japan Post's table (owner: catalog); a code may have several.
type PostalCode struct{ ent.Schema }

func (PostalCode) Fields() []ent.Field {
	return []ent.Field{
		field.String("code").Comment("7 digits"),
		field.Int("prefecture"),
		field.String("city"),
		field.String("town"),
	}
}

func (PostalCode) Indexes() []ent.Index { return []ent.Index{index.Fields("code")} }
