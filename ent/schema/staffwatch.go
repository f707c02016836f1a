package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// StaffWatch is one row: up to where the record of the staff has been looked at for what is unusual
// (owner: watch).
type StaffWatch struct{ ent.Schema }

func (StaffWatch) Mixin() []ent.Mixin { return []ent.Mixin{identity{}} }

func (StaffWatch) Fields() []ent.Field {
	return []ent.Field{
		at("until"),
		field.UUID("after", uuid.UUID{}).Comment("the last act of that moment"),
		at("looked_at"),
	}
}

func (StaffWatch) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// StaffAlert is something unusual that the owners were told of, once (owner: watch).
type StaffAlert struct{ ent.Schema }

func (StaffAlert) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (StaffAlert) Fields() []ent.Field {
	return []ent.Field{
		field.String("kind").Immutable(),
		field.String("key").Immutable().Comment("the person or member, and the hour or day"),
	}
}

func (StaffAlert) Indexes() []ent.Index {
	return []ent.Index{index.Fields("kind", "key").Unique().StorageKey("staff_alerts_once_key"), index.Fields("created_at")}
}

func (StaffAlert) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
