package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// DataExportPart is a piece of a member's file (owner: personaldata). A file is kept in pieces so
// that no more than one is ever in memory.
type DataExportPart struct{ ent.Schema }

func (DataExportPart) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (DataExportPart) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.UUID("file_id", uuid.UUID{}).Immutable().Comment("each run of the job makes a file of its own"),
		field.Int("number").Immutable().Comment("from 0"),
		field.Bytes("content").Immutable().Sensitive().Comment("sealed"),
		at("expires_at"),
	}
}

func (DataExportPart) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("file_id", "number").Unique().StorageKey("data_export_parts_number_key"),
		index.Fields("account_id"),
		index.Fields("expires_at"), // for the purge
	}
}
