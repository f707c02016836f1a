package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Charge is one attempt to take money (owner: payment). The row is committed before the gateway is called; its
// provider_order_id is unique there too, so that the same attempt can never be charged a second time.
type Charge struct{ ent.Schema }

func (Charge) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Charge) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.UUID("order_id", uuid.UUID{}).Optional().Nillable(),
		field.UUID("subscription_id", uuid.UUID{}).Optional().Nillable(),
		field.Int("term").Default(0).Comment("the subscription's term this pays for, from 1"),
		field.Int("attempt").Default(1),
		field.String("plan_name"),
		field.UUID("payment_method_id", uuid.UUID{}),
		field.String("provider").Default("sbps"),
		field.String("provider_order_id"),
		field.Enum("state").Values("attempting", "unknown", "settled", "declined", "canceled"),
		field.Int("amount").Comment("yen, tax included"),
		field.Int("tax").Comment("the yen of tax inside amount"),
		field.Int("tax_rate"),
		field.String("tracking_id").Default(""),
		field.String("error_code").Default("").Comment("the provider's code"),
		moment("settled_at"),
		at("updated_at"),
	}
}

func (Charge) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("provider", "provider_order_id").Unique().StorageKey("charges_provider_order_key"),
		index.Fields("subscription_id", "term").Unique().StorageKey("charges_term_key").
			Annotations(entsql.IndexWhere("((state)::text = ANY ((ARRAY['attempting'::character varying, 'unknown'::character varying, 'settled'::character varying])::text[]))")),
		index.Fields("order_id").Unique().StorageKey("charges_order_key").
			Annotations(entsql.IndexWhere("((state)::text = ANY ((ARRAY['attempting'::character varying, 'unknown'::character varying, 'settled'::character varying])::text[]))")),
		index.Fields("account_id", "created_at"),
		index.Fields("state", "updated_at"),
	}
}

func (Charge) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"charges_amount_check": "amount > 0",
		"charges_tax_check":    "tax >= 0 AND tax <= amount",
	})}
}
