package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// KnownBrowser is a browser that has logged in to an account before (owner: login, A-046). It has
// no authority: a login from any other sends the member an alert.
type KnownBrowser struct{ ent.Schema }

func (KnownBrowser) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (KnownBrowser) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Bytes("token_hash").Comment("SHA-256 of the latid cookie"),
		at("last_seen_at"),
	}
}

func (KnownBrowser) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "token_hash").Unique().StorageKey("known_browsers_account_token_key"),
		index.Fields("last_seen_at"),
	}
}
