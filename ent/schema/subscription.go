package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/clock"
)

// Subscription is a contract (owner: subscription). Days are calendar days in Asia/Tokyo. Term n runs from
// term_start up to, and without, next_settlement_day, which is counted from anchor_day so that month ends come back.
type Subscription struct{ ent.Schema }

func (Subscription) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Subscription) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("plan_id"),
		field.UUID("order_id", uuid.UUID{}),
		field.UUID("payment_method_id", uuid.UUID{}).Optional().Nillable(),
		field.String("status"),
		field.Int("original_price").Comment("yen a term, tax included, before any campaign"),
		field.Int("billing_amount").Comment("yen of the next charge, tax included"),
		field.Int("tax_rate"),
		field.Int("renew_span"),
		field.Enum("renew_span_unit").Values("days", "weeks", "months"),
		field.Int("term").Comment("number of the present term from 1; 0 during a free trial"),
		field.Other("anchor_day", clock.Day{}).SchemaType(date).Comment("first day of term 1"),
		field.Other("first_payment_day", clock.Day{}).SchemaType(date),
		field.Other("term_start", clock.Day{}).SchemaType(date),
		field.Other("next_settlement_day", clock.Day{}).SchemaType(date),
		moment("renewing_since"),
		moment("force_stop_renew_at"),
		moment("cancel_requested_at"),
		moment("held_at"),
		moment("ended_at"),
		at("updated_at"),
	}
}

func (Subscription) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("order_id").Unique().StorageKey("subscriptions_order_key"),
		index.Fields("account_id", "status"),
		index.Fields("next_settlement_day", "status"),
		index.Fields("payment_method_id"),
	}
}

// statusCheck is the same list as subscription.Statuses; a test compares the two.
const statusCheck = "status IN ('NEW_CONTRACT', 'NEW_TRIAL_CONTRACT', 'RE_CONTRACT', 'ONGOING_CONTRACT', 'TRIAL_TO_PAID', " +
	"'HOLD', 'TRIAL_HOLD', 'HOLD_RELEASED', 'TRIAL_HOLD_RELEASED', 'CANCEL_REQUEST', 'TRIAL_CANCEL_REQUEST', " +
	"'HOLD_CANCEL_REQUEST', 'TRIAL_HOLD_CANCEL_REQUEST', 'CANCELLED', 'TRIAL_CANCELLED', 'HOLD_CANCELLED', 'TERMINATED')"

func (Subscription) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"subscriptions_status_check": statusCheck,
		"subscriptions_term_check":   "term >= 0",
	})}
}
