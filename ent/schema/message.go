package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Message is one mail or short message to send (owner: notify). Its data is sealed, since it
// may hold a code, and wiped once it is sent; the row, which names an address, is deleted after
// 30 days.
type Message struct{ ent.Schema }

func (Message) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Message) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}).Optional().Nillable(),
		field.Enum("channel").Values("mail", "sms").Default("mail"),
		field.String("recipient"),
		field.String("template"),
		field.String("locale"),
		field.Bytes("data").Sensitive().Optional(),
		field.Enum("state").Values("queued", "sent", "failed").Default("queued"),
		field.Int("tries").Default(0),
		moment("sent_at"),
		moment("due_at"), // it waits until then, and may be added to; null: it has its job
	}
}

func (Message) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "created_at"),
		index.Fields("created_at"), // for the purge
		index.Fields("due_at").Annotations(entsql.IndexWhere("(due_at IS NOT NULL)")),
	}
}
