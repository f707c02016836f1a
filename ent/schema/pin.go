package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Pin is the PIN that protects a member's profile in the TV app (owner: pin).
type Pin struct{ ent.Schema }

func (Pin) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Pin) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("hash").Sensitive().Comment("of the digits, as of a password (A-185)"),
		at("updated_at"),
	}
}

func (Pin) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id").Unique().StorageKey("pins_account_key")}
}
