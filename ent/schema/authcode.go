package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// AuthCode is a code sent to an address (owner: account). It proves the address once, for one
// purpose, in the browser session that asked, within its life and five tries.
type AuthCode struct{ ent.Schema }

func (AuthCode) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (AuthCode) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("purpose").Values("login", "signUp", "withdraw", "passwordSetting", "mailEdit", "mailVerify",
			"multiFactorEmail", "multiFactorSms", "phoneSetting", "confirmLogin"),
		field.UUID("session_id", uuid.UUID{}),
		field.UUID("account_id", uuid.UUID{}).Optional().Nillable(),
		field.String("email_key").Comment("the address it was sent to as it is compared: an email in lower case, or a phone number"),
		field.Bytes("code_hash"),
		field.Int("tries").Default(0),
		at("expires_at"),
		moment("used_at"),
		moment("voided_at"),
	}
}

func (AuthCode) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("session_id", "purpose"),
		index.Fields("account_id").Annotations(entsql.IndexWhere("(account_id IS NOT NULL)")),
		index.Fields("expires_at"),
	}
}
