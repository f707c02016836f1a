package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ConsentAnswer is what a member said to a consent option in My Page, and the words that it was
// said to (owner: consent).
type ConsentAnswer struct{ ent.Schema }

func (ConsentAnswer) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (ConsentAnswer) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("option_id"),
		field.Bool("agreed"),
		field.Enum("by").Values("member", "link").Default("member").Comment("logged in, or by the link in a newsletter"),
		field.String("wording").Comment("title and description as the page showed them"),
		field.String("ip").Comment("empty once the member has left, as user_agent"),
		field.String("user_agent"),
		moment("replaced_at"), // null for the answer that counts
	}
}

func (ConsentAnswer) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "option_id").Unique().StorageKey("consent_answers_current_key").
			Annotations(entsql.IndexWhere("(replaced_at IS NULL)")),
		index.Fields("replaced_at"),
		index.Fields("account_id"),
	}
}
