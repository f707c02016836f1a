package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Cancellation is a member's wish to end a contract, with its receipt number and why (owner:
// subscription). It stays when the member takes it back.
type Cancellation struct{ ent.Schema }

func (Cancellation) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Cancellation) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("subscription_id", uuid.UUID{}),
		field.UUID("account_id", uuid.UUID{}),
		field.String("receipt").Comment("the number the member is told"),
		field.Enum("by").Values("member", "link", "staff").Comment("logged in, by the link in a mail, or the staff, who blocked the member"),
		field.JSON("answers", json.RawMessage{}).Optional().SchemaType(jsonb).Comment("catalog.Answered: the survey in the words of that day"),
		moment("undone_at"),
	}
}

func (Cancellation) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("receipt").Unique().StorageKey("cancellations_receipt_key"),
		index.Fields("subscription_id", "created_at"),
		index.Fields("account_id"),
	}
}
