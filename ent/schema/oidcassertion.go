package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// OidcAssertion is a signed statement by which an app has proved who it is; each is good once (RFC
// 7523 3; owner: oidc).
type OidcAssertion struct{ ent.Schema }

func (OidcAssertion) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OidcAssertion) Fields() []ent.Field {
	return []ent.Field{
		field.String("client_id").Immutable(),
		field.Bytes("jti_hash").Immutable(),
		at("expires_at"),
	}
}

func (OidcAssertion) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("client_id", "jti_hash").Unique().StorageKey("oidc_assertions_jti_key"),
		index.Fields("expires_at"),
	}
}

func (OidcAssertion) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
