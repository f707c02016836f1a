package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// OidcDevice is a device without a keyboard that waits for its member to enter its code on another
// one (RFC 8628; owner: oidc).
type OidcDevice struct{ ent.Schema }

func (OidcDevice) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (OidcDevice) Fields() []ent.Field {
	return []ent.Field{
		field.String("client_id").Immutable(),
		field.Bytes("device_hash").Immutable().Sensitive().Comment("SHA-256 of the device code"),
		field.Bytes("user_mac").Immutable().Sensitive().Comment("MAC of the eight characters that the member enters"),
		field.String("scope").Immutable(),
		field.Enum("state").Values("waiting", "allowed", "refused", "used").Default("waiting"),
		field.UUID("family_id", uuid.UUID{}).Optional().Nillable(),
		field.Int("interval").Default(5).Comment("seconds between two questions of the device; grows when it asks too often"),
		moment("asked_at"),
		at("expires_at"),
	}
}

func (OidcDevice) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("device_hash").Unique().StorageKey("oidc_devices_device_key"),
		index.Fields("user_mac").Unique().StorageKey("oidc_devices_user_key").
			Annotations(entsql.IndexWhere("((state)::text = 'waiting'::text)")),
		index.Fields("family_id").Annotations(entsql.IndexWhere("(family_id IS NOT NULL)")),
		index.Fields("expires_at"),
	}
}
