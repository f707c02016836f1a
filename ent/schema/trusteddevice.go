package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// TrustedDevice is a browser that need not give a second factor to an account for 30 days (owner:
// login, A-054). The id is the deviceToken of pages and calls; the secret is the cookie tdt.
type TrustedDevice struct{ ent.Schema }

func (TrustedDevice) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (TrustedDevice) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Bytes("token_hash").Comment("SHA-256 of the tdt cookie"),
		field.String("device").Default(""),
		field.String("browser").Default(""),
		at("expires_at"),
	}
}

func (TrustedDevice) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "token_hash").Unique().StorageKey("trusted_devices_account_token_key"),
		index.Fields("expires_at"),
	}
}
