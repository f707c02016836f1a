package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// OidcFamily is what came of one answer to an app's request: its code, and all tokens that descend
// from it (owner: oidc). When it ends, they are dead at once.
type OidcFamily struct{ ent.Schema }

func (OidcFamily) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OidcFamily) Fields() []ent.Field {
	return []ent.Field{
		field.String("client_id").Immutable(),
		field.UUID("account_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("none: the app acts for itself"),
		field.UUID("session_id", uuid.UUID{}).Optional().Nillable().Comment("of the browser in which the member answered; none: the app acts for itself"),
		field.Bool("offline").Default(false).Immutable().Comment("outlives its session: offline_access, or a device"),
		field.String("scope").Immutable(),
		field.JSON("granted", json.RawMessage{}).SchemaType(jsonb).Immutable().Comment("oidc.Granted: what the code is bound to, claims, how and when the member logged in"),
		field.Bytes("code_hash").Optional().Nillable().Immutable().Sensitive(),
		moment("code_expires_at"),
		moment("code_used_at"),
		at("expires_at"),
		moment("ended_at"),
	}
}

func (OidcFamily) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("code_hash").Unique().StorageKey("oidc_families_code_key"),
		index.Fields("account_id", "client_id"),
		index.Fields("client_id"),
		index.Fields("session_id").Annotations(entsql.IndexWhere("(session_id IS NOT NULL)")),
		index.Fields("expires_at"),
		index.Fields("ended_at").Annotations(entsql.IndexWhere("(ended_at IS NOT NULL)")),
	}
}

func (OidcFamily) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
