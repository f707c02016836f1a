package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Store is the one store this installation serves, with its settings, flags and registration rules
// (owner: catalog, which gives the document its type).
type Store struct{ ent.Schema }

func (Store) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Comment("always 'store'"),
		field.JSON("settings", json.RawMessage{}).SchemaType(jsonb),
		at("updated_at"),
	}
}
