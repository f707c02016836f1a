package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// PlanVersion is what a plan sold from one seeding to the next (owner: catalog). It never changes.
type PlanVersion struct{ ent.Schema }

func (PlanVersion) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (PlanVersion) Fields() []ent.Field {
	return []ent.Field{
		field.String("plan_id").Immutable(),
		field.Int("version").Immutable().Comment("counts up per plan, from 1"),
		field.Int("price").Immutable().Comment("yen, tax included"),
		field.Text("content").Immutable().Comment("catalog.Sold as JSON, byte for byte what digest is made of"),
		field.Bytes("digest").Immutable().Comment("SHA-256 of content"),
	}
}

func (PlanVersion) Indexes() []ent.Index {
	return []ent.Index{index.Fields("plan_id", "version").Unique().StorageKey("plan_versions_number_key")}
}

func (PlanVersion) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{"plan_versions_number_check": "version >= 1"})}
}
