package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// AccountToken is the secret of a link that was mailed to a member (owner: account): it sets a new
// password, or takes a change of the address back. It works once.
type AccountToken struct{ ent.Schema }

func (AccountToken) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (AccountToken) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Enum("purpose").Values("passwordReset", "mailUndo"),
		field.Bytes("token_hash"),
		field.String("email").Optional().Nillable().Comment("mailUndo: the address to go back to"),
		field.String("password_hash").Optional().Nillable().Sensitive().Comment("mailUndo: of the password in force at the change; none once the link is over"),
		at("expires_at"),
		moment("used_at"),
		moment("voided_at"),
	}
}

func (AccountToken) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("token_hash").Unique().StorageKey("account_tokens_token_key"),
		index.Fields("account_id", "purpose"),
		index.Fields("expires_at"),
	}
}
