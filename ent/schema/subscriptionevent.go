package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// SubscriptionEvent is one step of a contract's state machine, kept for good (owner: subscription).
type SubscriptionEvent struct{ ent.Schema }

func (SubscriptionEvent) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (SubscriptionEvent) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("subscription_id", uuid.UUID{}),
		field.String("event"),
		field.String("from_status"),
		field.String("to_status"),
		field.Int("period"),
		field.UUID("bill_id", uuid.UUID{}).Optional().Nillable(),
	}
}

func (SubscriptionEvent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("subscription_id", "created_at")}
}
