package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/clock"
)

// GatewayEvent is something a provider told us of its own accord or on being asked (owner: payment): a notice or a line of its
// settlement list, as it came, once. Rows are only added; applied_at is set when it has been dealt with.
type GatewayEvent struct{ ent.Schema }

func (GatewayEvent) Mixin() []ent.Mixin { return []ent.Mixin{identity{}} }

func (GatewayEvent) Fields() []ent.Field {
	return []ent.Field{
		field.String("provider"),
		field.String("event_key").Comment("the provider's own key, or one made of what makes the event what it is"),
		field.String("kind").Comment("sale, refund, notice"),
		field.UUID("charge_id", uuid.UUID{}).Optional().Nillable(),
		field.String("provider_order_id").Default(""),
		field.String("tracking_id").Default(""),
		field.Int("amount").Default(0).Comment("yen"),
		field.Other("day", clock.Day{}).SchemaType(date).Comment("the provider's business day"),
		field.JSON("body", json.RawMessage{}).SchemaType(jsonb).Optional().Comment("without personal data"),
		at("received_at"),
		moment("applied_at"),
	}
}

func (GatewayEvent) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("provider", "event_key").Unique().StorageKey("gateway_events_event_key"),
		index.Fields("charge_id"),
		index.Fields("received_at").StorageKey("gateway_events_open").
			Annotations(entsql.IndexWhere("(applied_at IS NULL)")),
	}
}
