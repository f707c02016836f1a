package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/words"
)

// Plan is something the store sells (owner: catalog). The id is the operator's, and is part of
// URLs.
type Plan struct{ ent.Schema }

func (Plan) Fields() []ent.Field {
	return []ent.Field{
		field.String("id"),
		field.Enum("plan_type").Values("subscription", "purchase", "rental"),
		field.String("plan_group").Default("").Comment("subscription: a member has one plan of a group at a time, and may change to another one; empty: none"),
		field.Int("position"),
		field.Bool("published").Default(true),
		field.JSON("name", map[string]string{}).SchemaType(jsonb).Comment("by locale"),
		field.JSON("description", map[string]string{}).SchemaType(jsonb).Comment("sanitised HTML by locale"),
		field.JSON("service", map[string]string{}).SchemaType(jsonb).Comment("what can be watched, on how many devices; shown before the order (特商法12条の6)"),
		field.JSON("order_completed_message", map[string]string{}).SchemaType(jsonb).Optional(),
		field.JSON("features", []words.Entry{}).SchemaType(jsonb).Optional().Comment("what plans are compared by, in the store's order"),
		field.Bool("recommended").Default(false).Comment("the one plan that the store recommends"),
		field.String("image").Default(""),
		field.String("sample_ref_id").Default("").Comment("reference id of its sample at the video service; empty: it has none"),
		field.String("watch_url").Default("").Comment("where members watch what it gives; empty: at the store's address"),
		field.Int("price").Comment("yen, tax included"),
		field.Int("tax_rate").Comment("percent, until the first day of tax_rates"),
		field.JSON("tax_rates", map[string]int{}).SchemaType(jsonb).Optional().Comment("percent from a day on, by the day YYYY-MM-DD; none: tax_rate holds for good"),
		field.Int("renew_span").Comment("subscription: length of a term in units"),
		field.Enum("renew_span_unit").Values("days", "weeks", "months"),
		field.Int("free_trial_days").Default(0),
		field.Int("viewing_days").Default(0).Comment("rental: days of viewing; 0 is without end"),
		moment("sales_start_at"),
		moment("sales_end_at"),
		field.Int("sales_limit").Optional().Nillable(),
		field.Int("sales_count").Default(0),
		moment("force_stop_renew_at"),
		field.Other("reprice_from", clock.Day{}).SchemaType(date).Optional().
			Comment("from this day on running contracts cost the plan's price; none: they keep theirs"),
		field.UUID("version_id", uuid.UUID{}).Optional().Nillable().Comment("the newest of plan_versions: what this row sells"),
		field.JSON("survey", json.RawMessage{}).SchemaType(jsonb).Optional().Comment("catalog.Survey"),
		at("updated_at"),
	}
}

func (Plan) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"plans_price_check":      "price >= 0",
		"plans_renew_span_check": "renew_span >= 1",
		"plans_sold_check":       "sales_limit IS NULL OR sales_count <= sales_limit",
	})}
}
