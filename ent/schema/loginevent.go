package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// LoginEvent is one try to log in to an account, successful or not (owner: login).
type LoginEvent struct{ ent.Schema }

func (LoginEvent) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (LoginEvent) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Bool("result"),
		field.String("login_method"),
		field.String("ip"),
		field.String("user_agent"),
	}
}

func (LoginEvent) Indexes() []ent.Index { return []ent.Index{index.Fields("account_id", "created_at")} }
