package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// FormerPassword is the hash of a password a member had before; the last three may not be used
// again (owner: account, A-174).
type FormerPassword struct{ ent.Schema }

func (FormerPassword) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (FormerPassword) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("password_hash").Sensitive(),
	}
}

func (FormerPassword) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id", "created_at")}
}
