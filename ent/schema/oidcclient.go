package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
)

// OidcClient is an app that may ask members for access (owner: oidc). Its id is its client_id. It
// comes from the store file, which fills it anew each time, or from `kaiin client`.
type OidcClient struct{ ent.Schema }

func (OidcClient) Mixin() []ent.Mixin { return []ent.Mixin{mixin.Schema{}, created{}} }

func (OidcClient) Fields() []ent.Field {
	return []ent.Field{
		field.String("id").Immutable(),
		field.Bool("from_file").Default(false).Comment("the store file has it; one it has no longer is disabled"),
		field.JSON("registration", json.RawMessage{}).SchemaType(jsonb).Comment("oidc.Registration"),
		field.Bytes("secret_hash").Optional().Nillable().Sensitive().Comment("SHA-256 of 256 random bits"),
		field.Bytes("former_secret_hash").Optional().Nillable().Sensitive().Comment("of the secret before the last rotation"),
		moment("former_until"), // until when the former secret is good
		moment("disabled_at"),
		at("changed_at"),
	}
}
