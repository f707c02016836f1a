package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/base/fault"
)

// Order is one checkout, from the verified form to its result (owner: purchase). Its token is the
// idempotency key of the purchase; terms is what the member was shown and agreed to, price and
// schedule included.
type Order struct{ ent.Schema }

func (Order) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Order) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.UUID("session_id", uuid.UUID{}),
		field.String("plan_id"),
		field.UUID("plan_version_id", uuid.UUID{}).Optional().Nillable().Comment("what was offered; none: kept before plans had versions"),
		field.UUID("payment_method_id", uuid.UUID{}).Optional().Nillable().Comment("none: a campaign's code pays for all of it"),
		field.Bytes("token_hash"),
		field.Enum("state").Values("confirming", "authenticating", "charging", "unknown", "completed", "declined", "failed"),
		field.String("campaign_id").Default("").Comment("the campaign it was agreed on with; empty: none"),
		field.Int("amount").Comment("yen charged now, tax included; 0 with a free trial"),
		field.Int("price").Comment("yen of a term, tax included"),
		field.Int("tax_rate"),
		field.JSON("terms", json.RawMessage{}).SchemaType(jsonb).Comment("purchase.Terms: schedule and texts as shown"),
		field.JSON("answers", json.RawMessage{}).SchemaType(jsonb).Optional().Comment("catalog.Answered: the survey in the words of that day"),
		field.Bool("signup").Default(false).Comment("begun right after sign-up: ends at /signup/plans/…/complete"),
		field.String("failure").GoType(fault.Code("")).Default("").Comment("code shown to the member when it did not complete"),
		field.UUID("subscription_id", uuid.UUID{}).Optional().Nillable(),
		at("expires_at"),
		moment("confirmed_at"),
		moment("completed_at"),
	}
}

func (Order) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("token_hash").Unique().StorageKey("orders_token_key"),
		index.Fields("account_id", "plan_id", "created_at"),
		index.Fields("account_id", "plan_id").Unique().StorageKey("orders_in_flight_key").
			Annotations(entsql.IndexWhere("((state)::text = ANY ((ARRAY['authenticating'::character varying, 'charging'::character varying, 'unknown'::character varying])::text[]))")),
		index.Fields("session_id", "plan_id", "created_at"),
		index.Fields("campaign_id", "account_id").StorageKey("orders_campaign").
			Annotations(entsql.IndexWhere("((campaign_id)::text <> ''::text)")),
		index.Fields("created_at", "id"),
		index.Fields("state", "created_at", "id").StorageKey("orders_incomplete").
			Annotations(entsql.IndexWhere("((state)::text <> 'completed'::text)")),
		index.Fields("expires_at").StorageKey("orders_waiting").
			Annotations(entsql.IndexWhere("((state)::text = 'authenticating'::text)")),
	}
}

func (Order) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{"orders_amount_check": "amount >= 0"})}
}
