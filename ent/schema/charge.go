package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Charge is one attempt to take money (owner: payment). The row is committed before the gateway is
// called; its provider_order_id is unique there too, so that the same attempt can never be charged
// a second time.
type Charge struct{ ent.Schema }

func (Charge) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Charge) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.UUID("bill_id", uuid.UUID{}),
		field.Int("attempt").Default(1).Comment("of the bill, from 1"),
		field.Enum("origin").Values("ours", "provider").Default("ours").Comment("who began it"),
		field.Enum("initiator").Values("member", "merchant").Comment("merchant: charged by us on the strength of a contract"),
		field.UUID("authentication_id", uuid.UUID{}).Optional().Nillable().Comment("the order's 3-D Secure"),
		field.String("plan_name").Comment("as the provider is told"),
		field.UUID("payment_method_id", uuid.UUID{}),
		field.String("card_brand").Default("").Comment("of the card as it was then"),
		field.String("card_suffix").Default(""),
		field.String("provider").Default("sbps"),
		field.String("provider_order_id"),
		field.Enum("state").Values("attempting", "unknown", "authorized", "settled", "declined", "released", "orphaned").
			Comment("orphaned: settled when it was wanted no more, so given back"),
		field.Int("amount").Comment("yen, tax included"),
		field.Int("tax").Comment("the yen of tax inside amount"),
		field.String("tracking_id").Default(""),
		field.String("provider_ref").Default("").Comment("the provider's own name for it, kept before any amount is held, where it finds it by that alone"),
		field.String("reason").Default("").Comment("gateway.Reason of a refusal"),
		field.String("error_code").Default("").Comment("the provider's code"),
		at("give_up_at"),
		field.Int("checks").Default(0).Comment("how often its outcome was asked for in vain"),
		moment("next_check_at"),
		moment("settled_at"),
		moment("applied_at"),
		at("updated_at"),
	}
}

func (Charge) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("provider", "provider_order_id").Unique().StorageKey("charges_provider_order_key"),
		index.Fields("bill_id", "attempt").Unique().StorageKey("charges_attempt_key"),
		index.Fields("bill_id").Unique().StorageKey("charges_bill_key").
			Annotations(entsql.IndexWhere("((state)::text = ANY ((ARRAY['attempting'::character varying, 'unknown'::character varying, 'authorized'::character varying, 'settled'::character varying])::text[]))")),
		index.Fields("account_id", "created_at"),
		index.Fields("tracking_id"),
		index.Fields("created_at", "id"),
		index.Fields("provider", "settled_at", "id").StorageKey("charges_settled").
			Annotations(entsql.IndexWhere("(settled_at IS NOT NULL)")),
		index.Fields("card_suffix", "created_at", "id").StorageKey("charges_card").Annotations(entsql.IndexWhere("((card_suffix)::text <> ''::text)")),
		index.Fields("state", "created_at", "id").StorageKey("charges_unsettled").Annotations(entsql.IndexWhere("((state)::text <> 'settled'::text)")),
		index.Fields("next_check_at").StorageKey("charges_open").
			Annotations(entsql.IndexWhere("((state)::text = ANY ((ARRAY['attempting'::character varying, 'unknown'::character varying, 'authorized'::character varying])::text[]))")),
		index.Fields("updated_at").StorageKey("charges_unapplied").
			Annotations(entsql.IndexWhere("((applied_at IS NULL) AND ((state)::text = ANY ((ARRAY['settled'::character varying, 'declined'::character varying, 'released'::character varying])::text[])))")),
	}
}

func (Charge) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"charges_amount_check": "amount > 0",
		"charges_tax_check":    "tax >= 0 AND tax <= amount",
	})}
}
