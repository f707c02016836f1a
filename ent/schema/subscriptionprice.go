package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// SubscriptionPrice says what a contract costs from one period on, until a later row says otherwise
// (owner: subscription). Its tax is not said here: the rate is the law's on the first day of a
// period, and is kept with the plan.
type SubscriptionPrice struct{ ent.Schema }

func (SubscriptionPrice) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (SubscriptionPrice) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("subscription_id", uuid.UUID{}),
		field.Int("from_period"),
		field.Int("to_period").Optional().Nillable().Comment("the last period it holds for; none: until further notice"),
		field.Int("list_amount").Comment("yen a period, tax included"),
		field.Int("discount").Default(0).Comment("yen"),
		field.String("campaign").Default(""),
		field.Bool("agreed").Default(false).Comment("the member chose it with another plan: it begins a plan, and is no new price of the store's"),
	}
}

func (SubscriptionPrice) Indexes() []ent.Index {
	return []ent.Index{index.Fields("subscription_id", "from_period").Unique().StorageKey("subscription_prices_from_key")}
}

func (SubscriptionPrice) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"subscription_prices_amount_check": "discount >= 0 AND list_amount >= discount",
		"subscription_prices_period_check": "from_period >= 1 AND (to_period IS NULL OR to_period >= from_period)",
	})}
}
