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

// Reminder is something that a member was told ahead of its day (owner: reminder). Each is told
// once; only a new price can be told again, since the store may change its mind.
type Reminder struct{ ent.Schema }

func (Reminder) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Reminder) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("subject_id", uuid.UUID{}).Comment("the contract; for a card, the payment method"),
		field.Enum("kind").Values("trial", "renewal", "card", "stop", "end", "price", "discount"),
		field.Other("occasion", clock.Day{}).SchemaType(date).Comment("the day that it is about"),
		field.Int("amount").Default(0).Comment("yen that was said to be charged; 0 where none was"),
	}
}

func (Reminder) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("subject_id", "kind", "occasion").Unique().StorageKey("reminders_once_key").
			Annotations(entsql.IndexWhere("((kind)::text <> 'price'::text)")),
		index.Fields("subject_id"), // for what a member is given and what their books end with
	}
}

func (Reminder) Annotations() []schema.Annotation {
	return []schema.Annotation{SQLOnly{}, entsql.Checks(map[string]string{"reminders_amount_check": "amount >= 0"})}
}
