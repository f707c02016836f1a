package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// Campaign is something the store gives with an order for a while (owner: catalog): free days, or a
// discount on the first payments. The id is the operator's. What a used campaign gives never
// changes; when and how often it is given, and to which members, may.
type Campaign struct{ ent.Schema }

func (Campaign) Fields() []ent.Field {
	return []ent.Field{
		field.String("id"),
		field.Int("position"),
		field.Bool("published").Default(true).Comment("it is in the store's file"),
		field.JSON("name", map[string]string{}).SchemaType(jsonb).Comment("by locale"),
		field.JSON("description", map[string]string{}).SchemaType(jsonb).Optional().Comment("plain text by locale"),
		field.Enum("campaign_type").Values("free", "other"),
		field.Int("free_days").Default(0).Comment("free: days before the first charge"),
		field.Int("discount_yen").Default(0),
		field.Int("discount_percent").Default(0),
		field.Int("discount_count").Default(0).Comment("other: how many payments of a subscription are discounted"),
		field.JSON("plans", []string{}).SchemaType(jsonb).Comment("ids of the plans it is for"),
		field.JSON("codes", []string{}).SchemaType(jsonb).Optional().Comment("any of them is asked for; none: it needs no code"),
		field.Bool("re_contracts").Default(false).Comment("also for members who had the plan before"),
		moment("start_at"),
		moment("end_at"),
		field.Int("use_limit").Optional().Nillable(),
		field.Int("use_limit_per_member").Optional().Nillable(),
		field.Int("use_count").Default(0).Comment("orders with it that are being charged or complete"),
		at("updated_at"),
	}
}

func (Campaign) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"campaigns_used_check":     "use_count >= 0 AND (use_limit IS NULL OR use_count <= use_limit)",
		"campaigns_discount_check": "discount_yen >= 0 AND discount_percent >= 0 AND discount_percent <= 100 AND free_days >= 0 AND discount_count >= 0",
	})}
}
