package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// DataExport is a member's wish to have everything that is kept about them as a file, and the file
// once it is made (owner: personaldata).
type DataExport struct{ ent.Schema }

func (DataExport) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (DataExport) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.Enum("state").Values("making", "ready").Default("making"),
		field.UUID("file_id", uuid.UUID{}).Optional().Nillable().Comment("of the parts that are the file; none while it is made"),
		field.Int("parts").Default(0).Comment("how many parts the file has"),
		field.Int64("size").Default(0).Comment("bytes of the file"),
		at("expires_at"),
	}
}

func (DataExport) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id").Unique().StorageKey("data_exports_account_key"), // a new wish replaces the former one
		index.Fields("expires_at"), // for the purge
	}
}
