package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// OidcRequest is what an app asks a member for (owner: oidc): pushed by the app, or brought by a
// browser that is on its way through login and consent.
type OidcRequest struct{ ent.Schema }

func (OidcRequest) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OidcRequest) Fields() []ent.Field {
	return []ent.Field{
		field.String("client_id").Immutable(),
		field.Bytes("token_hash").Immutable().Comment("SHA-256 of what names it: the end of request_uri, or the key in the addresses of its pages"),
		field.Bool("pushed").Default(false).Immutable(),
		field.UUID("session_id", uuid.UUID{}).Optional().Nillable().Comment("the browser's, once a browser brought it"),
		field.Bytes("state").Sensitive().Comment("oidc.Request, sealed"),
		at("expires_at"),
	}
}

func (OidcRequest) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("token_hash").Unique().StorageKey("oidc_requests_token_key"),
		index.Fields("session_id"),
		index.Fields("expires_at"),
	}
}
