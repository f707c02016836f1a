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

// Subscription is a contract (owner: subscription). Days are calendar days in Asia/Tokyo. The
// present period began on term_start; the next one begins, and is charged, on its day counted from
// anchor_day, the first day of period anchor_period, so that month ends come back.
// next_settlement_day is when we charge next: while a refused charge is tried again, it moves
// along. due_at is when somebody has to look. From the next period on the contract is of the plan
// next_plan_id at next_price, if its member has chosen another plan.
type Subscription struct{ ent.Schema }

func (Subscription) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Subscription) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("plan_id"),
		field.UUID("order_id", uuid.UUID{}),
		field.UUID("payment_method_id", uuid.UUID{}).Optional().Nillable().Comment("none: a campaign's code pays for all of it"),
		field.String("campaign_id").Default("").Comment("the campaign it was contracted with; empty: none"),
		field.String("status"),
		field.Int("renew_span"),
		field.Enum("renew_span_unit").Values("days", "weeks", "months"),
		field.Int("period").Default(0).Comment("number of the present paid period from 1, never counted anew; 0 during a free trial"),
		field.Other("anchor_day", clock.Day{}).SchemaType(date).Comment("first day of period anchor_period"),
		field.Other("first_payment_day", clock.Day{}).SchemaType(date),
		field.Other("term_start", clock.Day{}).SchemaType(date),
		field.Other("next_settlement_day", clock.Day{}).SchemaType(date),
		field.Int("anchor_period").Default(1).Comment("a released hold moves the anchor"),
		field.Other("paid_through", clock.Day{}).SchemaType(date).Optional().Comment("last day of the last paid period"),
		field.Enum("biller").Values("ours", "provider").Default("ours").Comment("who takes the money of each period"),
		field.String("resume_status").Default("").Comment("where taking a cancellation back leads"),
		field.String("next_plan_id").Default("").Comment("the plan from the next period on; empty: the same"),
		field.UUID("next_plan_version_id", uuid.UUID{}).Optional().Nillable().Comment("what the member was shown of that plan"),
		field.Int("next_price").Default(0).Comment("yen a period of that plan, tax included, as it was shown"),
		moment("next_force_stop_renew_at"), // after which that plan is not renewed, as it was shown; none: it was to go on
		moment("due_at"),
		moment("remind_at"), // when the day's reminders are looked for; none once it has ended
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
		index.Fields("due_at").Annotations(entsql.IndexWhere("(due_at IS NOT NULL)")),
		index.Fields("remind_at").Annotations(entsql.IndexWhere("(remind_at IS NOT NULL)")),
		index.Fields("account_id", "plan_id").Unique().StorageKey("subscriptions_running_key").Annotations(entsql.IndexWhere(running)),
		index.Fields("payment_method_id"),
		index.Fields("created_at", "id"),
		index.Fields("plan_id", "created_at", "id"),
		index.Fields("status", "created_at", "id").StorageKey("subscriptions_unusual").
			Annotations(entsql.IndexWhere("((status)::text <> 'ONGOING_CONTRACT'::text)")),
		index.Fields("next_settlement_day").StorageKey("subscriptions_provider_billing").
			Annotations(entsql.IndexWhere("((biller)::text = 'provider'::text)")),
	}
}

// statusCheck is the same list as subscription.Statuses; a test compares the two.
const statusCheck = "status IN ('NEW_CONTRACT', 'NEW_TRIAL_CONTRACT', 'RE_CONTRACT', 'ONGOING_CONTRACT', 'TRIAL_TO_PAID', " +
	"'HOLD', 'TRIAL_HOLD', 'HOLD_RELEASED', 'TRIAL_HOLD_RELEASED', 'CANCEL_REQUEST', 'TRIAL_CANCEL_REQUEST', " +
	"'HOLD_CANCEL_REQUEST', 'TRIAL_HOLD_CANCEL_REQUEST', 'CANCELLED', 'TRIAL_CANCELLED', 'HOLD_CANCELLED', 'TERMINATED')"

// running holds for contracts that have not ended, in PostgreSQL's own form.
const running = "((status)::text <> ALL ((ARRAY['CANCELLED'::character varying, 'TRIAL_CANCELLED'::character varying, 'HOLD_CANCELLED'::character varying, 'TERMINATED'::character varying])::text[]))"

func (Subscription) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"subscriptions_status_check": statusCheck,
		"subscriptions_period_check": "period >= 0",
	})}
}
