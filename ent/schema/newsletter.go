package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Newsletter is one issue that goes to all members who have agreed to its option (owner:
// newsletter). The id is the operator's: the same is never sent twice.
type Newsletter struct{ ent.Schema }

func (Newsletter) Mixin() []ent.Mixin { return []ent.Mixin{created{}} }

func (Newsletter) Fields() []ent.Field {
	return []ent.Field{
		field.String("id"),
		field.String("option_id"),
		field.JSON("subject", map[string]string{}).SchemaType(jsonb).Comment("by locale"),
		field.JSON("text", map[string]string{}).SchemaType(jsonb).Comment("by locale"),
		field.UUID("reached", uuid.UUID{}).Optional().Nillable().Comment("the last account that was looked at, in the order of ids; null before the first and once all were"),
		field.Int("mails").Default(0).Comment("how many mails were queued"),
		moment("done_at"), // when the last member was looked at
	}
}

func (Newsletter) Indexes() []ent.Index {
	return []ent.Index{index.Fields("created_at")} // for the purge
}
