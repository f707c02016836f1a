package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// OrderEvidence is what a member was shown when they pressed the button that orders (owner:
// evidence). It never changes. The rows of an account are a chain: each hash is made of the hash
// before it and of all that its own row says.
type OrderEvidence struct{ ent.Schema }

func (OrderEvidence) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OrderEvidence) Annotations() []schema.Annotation {
	return []schema.Annotation{
		entsql.Table("order_evidence"),
		entsql.Checks(map[string]string{"order_evidence_sequence_check": "sequence >= 1"}),
	}
}

func (OrderEvidence) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.Int("sequence").Immutable().Comment("counts up per account, from 1"),
		field.UUID("order_id", uuid.UUID{}).Immutable(),
		field.UUID("plan_version_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("locale").Immutable().Comment("the language it was shown in"),
		field.Int("template").Immutable().Comment("version of the template that made html"),
		field.Text("terms").Immutable().Comment("purchase.Terms as JSON"),
		field.Text("html").Immutable().Comment("the page as a document of its own, without scripts"),
		field.Bytes("previous_hash").Immutable().Comment("of the account's row before; 32 zero bytes in the first one"),
		field.Bytes("hash").Immutable(),
	}
}

func (OrderEvidence) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "sequence").Unique().StorageKey("order_evidence_sequence_key"),
		index.Fields("order_id").Unique().StorageKey("order_evidence_order_key"),
	}
}
