package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
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
		field.Enum("source").Values("order").Comment("what gave it"),
		field.UUID("source_id", uuid.UUID{}),
		field.UUID("subscription_id", uuid.UUID{}).Optional().Nillable(),
		at("starts_at"),
		moment("expires_at"),
		moment("revoked_at"),
		moment("lapse_told_at"), // when its end, which the clock brought, was told
	}
}

func (Entitlement) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("source", "source_id").Unique().StorageKey("entitlements_source_key"),
		index.Fields("subscription_id"),
		index.Fields("account_id", "expires_at"),
		index.Fields("account_id", "plan_id").StorageKey("entitlements_held").
			Annotations(entsql.IndexWhere("(subscription_id IS NULL)")),
		index.Fields("account_id", "created_at", "id").StorageKey("entitlements_bought").
			Annotations(entsql.IndexWhere("(subscription_id IS NULL)")),
		index.Fields("expires_at").StorageKey("entitlements_lapsing"). // of Due
										Annotations(entsql.IndexWhere("((expires_at IS NOT NULL) AND (lapse_told_at IS NULL) AND (revoked_at IS NULL))")),
	}
}
