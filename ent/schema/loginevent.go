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
		field.String("identifier").Default("").Comment("what it was tried with: Email, UserID or the external account's type"),
		field.Bool("request_multi_factor").Default(false).Comment("a second factor was asked for"),
		field.String("multi_factor_type").Default("").Comment("the second factor that was given"),
		field.String("device").Default("").Comment("Android, iPhone, PC, Mac or iPad"),
		field.String("browser").Default(""),
		field.String("country").Default("").Comment("ISO 3166-1, two letters; empty when unknown"),
	}
}

func (LoginEvent) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "created_at"),
		index.Fields("created_at"),       // for the purge
		index.Fields("ip", "created_at"), // for the staff
	}
}
