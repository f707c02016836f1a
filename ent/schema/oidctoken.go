package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// OidcToken is an access or a refresh token of a family (owner: oidc). One that was used is marked,
// and stays as long as its
// family: its second use tells that it was stolen.
type OidcToken struct{ ent.Schema }

func (OidcToken) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OidcToken) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("family_id", uuid.UUID{}).Immutable(),
		field.Enum("kind").Values("access", "refresh").Immutable(),
		field.Bytes("token_hash").Immutable().Sensitive().Comment("SHA-256 of 256 random bits"),
		field.UUID("parent_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("of a refresh token: the one that it was given for; none: it came with a code, or is from before this was written down"),
		field.String("scope").Immutable().Comment("of this token: the family's, or fewer"),
		at("expires_at"),
		moment("used_at"),
	}
}

func (OidcToken) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("token_hash").Unique().StorageKey("oidc_tokens_token_key"),
		index.Fields("family_id"),
		index.Fields("parent_id").Annotations(entsql.IndexWhere("(parent_id IS NOT NULL)")),
		index.Fields("expires_at"),
	}
}

func (OidcToken) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
