package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
)

// StorePolicy (table policies) is the current revision of a text members agree to (owner: catalog).
type StorePolicy struct{ ent.Schema }

func (StorePolicy) Fields() []ent.Field {
	return []ent.Field{
		field.String("id"),
		field.String("key").Comment("terms, privacy, …"),
		field.Int("revision"),
		field.Int("position"),
		field.Time("asked_from").Optional().Nillable().Comment("when members are asked to agree to the revision; null is at once"),
		field.JSON("title", map[string]string{}).SchemaType(jsonb).Comment("by locale"),
		field.Bool("is_external"),
		field.String("data_source").Comment("inline, or the URL of an external policy"),
		field.JSON("body", map[string]string{}).SchemaType(jsonb).Comment("sanitised HTML by locale"),
	}
}

func (StorePolicy) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("policies")}
}
