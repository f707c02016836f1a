package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Entitlement says what a member may watch until when (owner: entitlement).
type Entitlement struct{ ent.Schema }

func (Entitlement) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Entitlement) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("plan_id"),
		field.UUID("order_id", uuid.UUID{}),
		field.UUID("subscription_id", uuid.UUID{}).Optional().Nillable(),
		moment("expires_at"),
	}
}

func (Entitlement) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("order_id").Unique().StorageKey("entitlements_order_key"),
		index.Fields("subscription_id"),
		index.Fields("account_id", "expires_at"),
	}
}
