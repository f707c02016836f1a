package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ExternalRequest is a browser sent to an external provider, until it comes back (owner: login). It
// is bound to the browser by a cookie of its own, since the provider's answer may be a post from
// another site, where the other cookies stay behind.
type ExternalRequest struct{ ent.Schema }

func (ExternalRequest) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (ExternalRequest) Fields() []ent.Field {
	return []ent.Field{
		field.Bytes("state_hash"),
		field.Bytes("browser_hash"),
		field.UUID("session_id", uuid.UUID{}).Optional().Nillable(),
		field.UUID("account_id", uuid.UUID{}).Optional().Nillable().Comment("the member who links it, or confirms who they are"),
		field.String("type").Comment("LINE, Google, Yahoo! JAPAN or Facebook"),
		field.String("action").Comment("enableExternalAuth, login or signup"),
		field.Bytes("secrets").Sensitive().Comment("nonce, PKCE verifier, and the cookies by which an account knows the browser, sealed"),
		field.String("return_to").Default(""),
		at("expires_at"),
		moment("used_at"),
	}
}

func (ExternalRequest) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("state_hash").Unique().StorageKey("external_requests_state_key"),
		index.Fields("account_id").Annotations(entsql.IndexWhere("(account_id IS NOT NULL)")),
		index.Fields("expires_at"),
	}
}
