package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Factor is a second factor a member has enabled (owner: account). Backup codes are no factor of
// their own: they replace one, and are in backup_codes.
type Factor struct{ ent.Schema }

func (Factor) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Factor) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Enum("type").Values("Email", "SMS", "OTP"),
		field.String("phone_number").Optional().Nillable().Comment("SMS: the number that was proved; digits"),
		field.Bytes("secret").Optional().Nillable().Sensitive().Comment("OTP: sealed"),
		field.Int64("last_step").Default(0).Comment("OTP: the last time step that was accepted; each is accepted once"),
	}
}

func (Factor) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id", "type").Unique().StorageKey("factors_account_type_key")}
}
