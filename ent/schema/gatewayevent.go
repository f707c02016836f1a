package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/base/clock"
)

// GatewayEvent is something a provider told us of its own accord or on being asked (owner: payment,
// of results of months
// providerbilling): a notice or a line of its settlement list, as it came, once. Rows are only
// added; applied_at is set when it has been dealt with.
type GatewayEvent struct{ ent.Schema }

func (GatewayEvent) Mixin() []ent.Mixin { return []ent.Mixin{identity{}} }

func (GatewayEvent) Fields() []ent.Field {
	return []ent.Field{
		field.String("provider"),
		field.String("event_key").Comment("the provider's own key, or one made of what makes the event what it is"),
		field.String("kind").Comment("of a list: sale, refund, missing, list; of a notice: gateway.NoticeKind"),
		field.UUID("charge_id", uuid.UUID{}).Optional().Nillable(),
		field.String("provider_order_id").Default(""),
		field.String("tracking_id").Default(""),
		field.String("reference").Default("").Comment("of a payment method"),
		field.String("shown").Default("").Comment("of a payment method, until the notice has been dealt with"),
		field.String("code").Default("").Comment("the provider's own, of a refusal"),
		field.Int("amount").Default(0).Comment("yen"),
		field.Other("day", clock.Day{}).SchemaType(date).Comment("the provider's business day"),
		field.JSON("body", json.RawMessage{}).SchemaType(jsonb).Optional().Comment("without personal data"),
		moment("happened_at"),
		at("received_at"),
		moment("applied_at"),
		field.Int("tries").Default(0).Comment("how often acting on a notice failed"),
		moment("next_check_at"), // when a notice is looked at again
		field.Time("escalated_at").StorageKey("left_at").Optional().Nillable().SchemaType(timestamp).
			Comment("since when the staff have to act on it"),
	}
}

func (GatewayEvent) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("provider", "event_key").Unique().StorageKey("gateway_events_event_key"),
		index.Fields("charge_id"),
		index.Fields("received_at", "id"),
		index.Fields("kind", "received_at", "id"),
		index.Fields("day", "received_at", "id"),
		index.Fields("next_check_at").StorageKey("gateway_events_due").
			Annotations(entsql.IndexWhere("(next_check_at IS NOT NULL)")),
		index.Fields("received_at").StorageKey("gateway_events_open").
			Annotations(entsql.IndexWhere("(applied_at IS NULL)")),
	}
}
