package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/base/clock"
)

// PlanChange is a member's choice of another plan for a contract (owner: subscription). It counts
// from the next period on. It stays when the member takes it back. What the member was shown is
// kept as evidence under the id of this row.
type PlanChange struct{ ent.Schema }

func (PlanChange) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (PlanChange) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.UUID("subscription_id", uuid.UUID{}),
		field.String("from_plan_id"),
		field.String("plan_id").Comment("the plan that was chosen"),
		field.UUID("plan_version_id", uuid.UUID{}).Comment("what was shown of it"),
		field.Int("price").Comment("yen a period, tax included, as it was shown"),
		field.Other("from_day", clock.Day{}).SchemaType(date).Comment("the next payment day, as it was shown"),
		moment("undone_at"),  // taken back by the member, or replaced by another choice
		moment("applied_at"), // the contract is of the plan
	}
}

func (PlanChange) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("subscription_id", "created_at"),
		index.Fields("account_id"),
		index.Fields("subscription_id").Unique().StorageKey("plan_changes_open_key").
			Annotations(entsql.IndexWhere("((undone_at IS NULL) AND (applied_at IS NULL))")),
	}
}

func (PlanChange) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{"plan_changes_price_check": "price >= 0"})}
}
