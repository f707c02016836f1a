package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Flow is what a browser has done so far in a flow of several steps, such as a sign-up (owner:
// account; login keeps its own kinds). The state is
// sealed: it holds what the visitor typed.
type Flow struct{ ent.Schema }

func (Flow) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Flow) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("session_id", uuid.UUID{}),
		field.String("kind").Comment("signUp, authCode, multiFactor, multiFactorSetting, mailEdit, withdraw"),
		field.Bytes("state").Sensitive(),
		at("expires_at"),
	}
}

func (Flow) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("session_id", "kind").Unique().StorageKey("flows_session_kind_key"),
		index.Fields("expires_at"),
	}
}
