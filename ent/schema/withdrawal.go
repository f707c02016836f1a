package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Withdrawal is why a member left (owner: withdrawal).
type Withdrawal struct{ ent.Schema }

func (Withdrawal) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Withdrawal) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.JSON("answers", json.RawMessage{}).Optional().SchemaType(jsonb).Comment("catalog.Answered: the survey in the words of that day"),
	}
}

func (Withdrawal) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id").Unique().StorageKey("withdrawals_account_key")}
}

func (Withdrawal) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
