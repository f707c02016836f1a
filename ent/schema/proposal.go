package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Proposal is what a person or program of the staff wants done and a second person decides (owner:
// proposal). What was proposed never changes; who decided it is added once.
type Proposal struct{ ent.Schema }

func (Proposal) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Proposal) Fields() []ent.Field {
	return []ent.Field{
		field.String("field").Immutable().Comment("of the desk"),
		field.String("kind").Immutable().Comment("acts.Kind of what is to be done"),
		field.String("approve").Immutable().Comment("scope of who may decide"),
		field.UUID("account_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the member that it is about"),
		field.String("target_type").Immutable(),
		field.String("target_id").Immutable(),
		field.Text("input").Immutable().Comment("of the field, as JSON: ids, amounts and reasons"),
		field.Bytes("input_hash").Immutable().Comment("of the field and the input"),
		field.Text("changes").Immutable().Comment("what it would change, as JSON, for who decides"),
		field.UUID("staff_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("who proposed it; none: a program"),
		field.String("program").Immutable().Comment("client id of that program; empty: a person"),
		field.String("name").Immutable().Comment("of who proposed it"),
		field.String("reason_kind").Immutable(),
		field.String("reason").Immutable(),
		field.String("ticket").Immutable(),
		at("expires_at"),
		field.Enum("state").Values("proposed", "approved", "rejected", "withdrawn").Comment("one that is proposed expires"),
		field.UUID("decided_by", uuid.UUID{}).Optional().Nillable().Comment("a person"),
		field.String("decided_name").Default(""),
		field.String("decision_reason").Default(""),
		moment("decided_at"),
	}
}

func (Proposal) Indexes() []ent.Index {
	return []ent.Index{index.Fields("created_at")}
}

func (Proposal) Annotations() []schema.Annotation {
	return []schema.Annotation{SQLOnly{}}
}
