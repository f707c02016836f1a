package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Session is one browser's visit (owner: login). It begins without an account when a visitor starts
// a flow; signing in or out replaces it by a new one with a new token.
type Session struct{ ent.Schema }

func (Session) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Session) Fields() []ent.Field {
	return []ent.Field{
		field.Bytes("token_hash").Comment("SHA-256 of the sid cookie"),
		field.UUID("account_id", uuid.UUID{}).Optional().Nillable(),
		moment("authenticated_at"),
		field.String("login_method").Optional().Nillable().Comment("Password, AuthCode, Passkey or a social provider"),
		field.String("factor").Optional().Nillable().Comment("the second factor that was given: Email, SMS, OTP, BackupCode or Passkey; none: none was asked for"),
		field.Bool("must_change_password").Default(false).Comment("as the account's when the session began: nothing else is open before the password is changed"),
		field.UUID("profile_id", uuid.UUID{}).Optional().Nillable().
			Comment("the current profile; none: the main one. One that has been removed closes what it would if it were restricted"),
		at("last_seen_at"),
		at("expires_at"),
		moment("ended_at"),
		field.String("ip").Default(""),
		field.String("user_agent").Default("").Comment("at most 500 characters (A-035)"),
	}
}

func (Session) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("token_hash").Unique().StorageKey("sessions_token_key"),
		index.Fields("account_id"),
		index.Fields("expires_at"), // these three for the purge
		index.Fields("ended_at").Annotations(entsql.IndexWhere("(ended_at IS NOT NULL)")),
		index.Fields("last_seen_at").Annotations(entsql.IndexWhere("((ended_at IS NULL) AND (account_id IS NOT NULL))")),
	}
}
