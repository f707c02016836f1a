package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// OidcGrant is what a member allows an app (owner: oidc). It goes when the member disconnects
// the app.
type OidcGrant struct{ ent.Schema }

func (OidcGrant) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OidcGrant) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.String("client_id").Immutable(),
		field.JSON("scopes", json.RawMessage{}).SchemaType(jsonb).Comment("oidc.Agreed: scopes with the revision that was agreed to"),
		at("issued_at"),
		moment("last_used_at"),
	}
}

func (OidcGrant) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "client_id").Unique().StorageKey("oidc_grants_account_client_key"),
		index.Fields("client_id"),
	}
}
