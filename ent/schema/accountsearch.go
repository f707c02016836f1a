package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
)

// AccountSearch is what a member is found by (owner: search). A member who left has no row. Its id
// is the account's.
type AccountSearch struct{ ent.Schema }

func (AccountSearch) Mixin() []ent.Mixin { return []ent.Mixin{created{}} }

func (AccountSearch) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).StorageKey("account_id").Immutable(),
		field.Other("words", pq.StringArray{}).SchemaType(map[string]string{dialect.Postgres: "text[]"}).Comment("search.Words"),
		field.String("names").Comment("folded, a line each"),
		field.String("readings").Comment("folded, a line each"),
		field.Int("spent").Default(0).Comment("yen that were paid and not given back"),
		field.Int("bought").Default(0).Comment("orders that were completed"),
		field.Other("last_login_day", clock.Day{}).SchemaType(date).Optional().Comment("in Tokyo; none: never"),
	}
}

func (AccountSearch) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("words").StorageKey("account_search_words").Annotations(entsql.IndexType("GIN")),
		index.Fields("created_at", "id").StorageKey("account_search_newest"),
		index.Fields("spent").StorageKey("account_search_spent"),
		index.Fields("bought").StorageKey("account_search_bought"),
		index.Fields("last_login_day").StorageKey("account_search_last_login"),
	}
}

func (AccountSearch) Annotations() []schema.Annotation {
	return []schema.Annotation{SQLOnly{}, entsql.Table("account_search")}
}

// AccountSearchMark says that something has changed that an account's words are made of (owner:
// search). Triggers write it in the transaction of the change; it is deleted in that which makes
// the words anew.
type AccountSearchMark struct{ ent.Schema }

func (AccountSearchMark) Fields() []ent.Field {
	return []ent.Field{field.UUID("account_id", uuid.UUID{}).Immutable()}
}

func (AccountSearchMark) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// AccountSearchFill is there while the words of all members are made (owner: search), once and how
// far that has come. There is at most one.
type AccountSearchFill struct{ ent.Schema }

func (AccountSearchFill) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("after", uuid.UUID{}).Comment("the account whose words were made last, in the order of ids"),
		field.Bool("searchable").Comment("members can be searched meanwhile by the words that they had"),
	}
}

func (AccountSearchFill) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
