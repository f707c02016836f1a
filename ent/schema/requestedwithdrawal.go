package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// RequestedWithdrawal is a withdrawal that a member, or somebody for them, asked the staff for, and
// that takes place after some days unless it is stopped (owner: withdrawal).
type RequestedWithdrawal struct{ ent.Schema }

func (RequestedWithdrawal) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (RequestedWithdrawal) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.Enum("request").Values("letter", "phone", "court").Immutable().Comment("how it was asked for"),
		at("due_at"), // when it takes place
		moment("ended_at"),
		field.Enum("outcome").Values("left", "stopped", "refused").Optional().Nillable().Comment("none: it waits"),
	}
}

func (RequestedWithdrawal) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id"),
		index.Fields("account_id").Unique().StorageKey("requested_withdrawals_open_key").Annotations(entsql.IndexWhere("(ended_at IS NULL)")),
		index.Fields("due_at").Annotations(entsql.IndexWhere("(ended_at IS NULL)")),
		index.Fields("ended_at").Annotations(entsql.IndexWhere("(ended_at IS NOT NULL)")),
	}
}

func (RequestedWithdrawal) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
