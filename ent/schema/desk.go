package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Reveal is what a person of the staff has opened of a member for a while (owner: members).
type Reveal struct{ ent.Schema }

func (Reveal) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Reveal) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("staff_id", uuid.UUID{}).Immutable(),
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.JSON("fields", []string{}).SchemaType(jsonb).Immutable(),
		field.String("reason_kind").Immutable(),
		at("until"),
	}
}

func (Reveal) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id", "staff_id", "until"), index.Fields("until")}
}

func (Reveal) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// IdentityCheck is what a person of the staff compared of what somebody said with what is kept of a
// member (owner: members): how much was right, never what was said.
type IdentityCheck struct{ ent.Schema }

func (IdentityCheck) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (IdentityCheck) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("staff_id", uuid.UUID{}).Immutable(),
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.String("ticket").Immutable().Comment("of the inquiry, which a proof counts for; empty: of none"),
		field.Int("correct").Immutable(),
		field.Int("wrong").Immutable(),
		moment("proven_until"),
	}
}

func (IdentityCheck) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id", "created_at"), index.Fields("created_at")}
}

func (IdentityCheck) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// Note is one version of what the staff wrote down about a member (owner: members). The newest
// version of a note is what counts; the others show what it said.
type Note struct{ ent.Schema }

func (Note) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Note) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("note_id", uuid.UUID{}).Immutable(),
		field.Int("version").Immutable().Comment("counts up per note, from 1"),
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.String("staff").Immutable().Comment("who wrote it, by name"),
		field.String("text").Immutable(),
		field.Bool("is_pinned").Immutable(),
		field.Bool("is_removed").Immutable(),
	}
}

func (Note) Indexes() []ent.Index {
	return []ent.Index{index.Fields("note_id", "version").Unique().StorageKey("notes_version_key"), index.Fields("account_id", "id")}
}

func (Note) Annotations() []schema.Annotation {
	return []schema.Annotation{SQLOnly{}, entsql.Checks(map[string]string{"notes_version_check": "version >= 1"})}
}
