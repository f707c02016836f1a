package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// OidcKey is a key that signs tokens for other apps (owner: oidc). It is published before it
// signs, and after it signed last until the last of its tokens is over. The salt of pairwise subs
// never goes.
type OidcKey struct{ ent.Schema }

func (OidcKey) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OidcKey) Fields() []ent.Field {
	return []ent.Field{
		field.String("key_id").Immutable(),
		field.String("algorithm").Immutable().Comment("ES256 or RS256; pairwise: the salt of pairwise subs"),
		field.Bytes("private").Sensitive().Comment("PKCS #8, sealed"),
		field.JSON("public", json.RawMessage{}).Optional().Immutable().SchemaType(jsonb).Comment("JWK"),
		at("signs_at"),
		moment("retires_at"), // since when another one signs
	}
}

func (OidcKey) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("key_id").Unique().StorageKey("oidc_keys_key_id_key"),
		index.Fields("retires_at"), // of the purge
	}
}
