package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/base/clock"
)

// Bill is what a member owes (owner: billing): for an order, or for one period of a contract. How
// it was tried to be paid is in charges. Its id is the specification's earningsId.
type Bill struct{ ent.Schema }

func (Bill) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Bill) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.UUID("order_id", uuid.UUID{}).Optional().Nillable(),
		field.UUID("subscription_id", uuid.UUID{}).Optional().Nillable(),
		field.Int("period").Default(0).Comment("the contract's paid period, from 1, never counted anew; 0 for an order without contract"),
		field.Other("period_start", clock.Day{}).SchemaType(date),
		field.Other("period_end", clock.Day{}).SchemaType(date).Comment("last day"),
		field.String("plan_id"),
		field.JSON("plan_name", map[string]string{}).SchemaType(jsonb).Comment("by locale, as it was when the bill was made"),
		field.Int("list_amount").Comment("yen, tax included, before any discount"),
		field.Int("discount").Default(0).Comment("yen"),
		field.String("campaign").Default(""),
		field.Int("amount").Comment("yen, tax included: list_amount less discount"),
		field.Int("tax").Comment("the yen of tax inside amount"),
		field.Int("tax_rate").Comment("percent, of the period's first day"),
		field.Other("due_day", clock.Day{}).SchemaType(date),
		field.Enum("state").Values("open", "paying", "paid", "waived", "void"),
		field.Int("attempts").Default(0),
		moment("next_attempt_at"),
		moment("refused_at"),
		moment("paid_at"),
		field.Int("refunded").Default(0).Comment("yen given back"),
		field.JSON("invoice", json.RawMessage{}).SchemaType(jsonb).Optional().Comment("billing.Invoice: seller and wording, frozen when paid"),
		at("updated_at"),
	}
}

func (Bill) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("subscription_id", "period").Unique().StorageKey("bills_period_key").
			Annotations(entsql.IndexWhere("((state)::text <> 'void'::text)")),
		index.Fields("order_id").Unique().StorageKey("bills_order_key").
			Annotations(entsql.IndexWhere("((state)::text <> 'void'::text)")),
		index.Fields("account_id", "created_at", "id"),
		index.Fields("subscription_id").StorageKey("bills_paying").Annotations(entsql.IndexWhere("((state)::text = 'paying'::text)")),
		index.Fields("created_at", "id"),
		index.Fields("state", "created_at", "id").StorageKey("bills_unpaid").Annotations(entsql.IndexWhere("((state)::text <> 'paid'::text)")),
		index.Fields("subscription_id").StorageKey("bills_void").Annotations(entsql.IndexWhere("((state)::text = 'void'::text)")),
		index.Fields("order_id").StorageKey("bills_void_order").Annotations(entsql.IndexWhere("((state)::text = 'void'::text)")),
	}
}

func (Bill) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"bills_amount_check":   "amount >= 0 AND amount = list_amount - discount AND discount >= 0",
		"bills_tax_check":      "tax >= 0 AND tax <= amount",
		"bills_refunded_check": "refunded >= 0 AND refunded <= amount",
		"bills_of_check":       "order_id IS NOT NULL OR subscription_id IS NOT NULL",
	})}
}
