package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Refund is money on its way back (owner: payment): of a settled charge in whole or in part, or an
// authorisation that is released. Like a charge it is committed before the provider is called.
type Refund struct{ ent.Schema }

func (Refund) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Refund) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("charge_id", uuid.UUID{}),
		field.UUID("account_id", uuid.UUID{}),
		field.Enum("kind").Values("refund", "release"),
		field.Int("amount").Comment("yen"),
		field.String("tracking_id").Comment("the provider's transaction that is given back"),
		field.String("request_key").Comment("the same wish has the same key, so one row"),
		field.Enum("state").Values("attempting", "unknown", "done", "refused"),
		field.String("reason"),
		field.String("asked_by").Comment("system, or who on the staff"),
		field.String("error_code").Default(""),
		field.Int("before").Default(0).Comment("yen the provider had given back before this one, by which a lost answer is told"),
		field.Int("checks").Default(0),
		moment("next_check_at"),
		moment("claimed_until"),
		moment("done_at"),
		at("updated_at"),
	}
}

func (Refund) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("request_key").Unique().StorageKey("refunds_request_key"),
		index.Fields("charge_id"),
		index.Fields("account_id", "created_at"),
		index.Fields("created_at", "id"),
		index.Fields("state", "created_at", "id"),
		index.Fields("next_check_at").StorageKey("refunds_open").
			Annotations(entsql.IndexWhere("((state)::text = ANY ((ARRAY['attempting'::character varying, 'unknown'::character varying])::text[]))")),
	}
}

func (Refund) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{"refunds_amount_check": "amount > 0"})}
}
