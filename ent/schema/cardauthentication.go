package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// CardAuthentication is one 3-D Secure challenge (owner: payment). The browser comes back from the
// bank with a one-time key in the path, because a cross-site POST carries no session cookie; the
// verdict is always asked of the provider.
type CardAuthentication struct{ ent.Schema }

func (CardAuthentication) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (CardAuthentication) Fields() []ent.Field {
	return []ent.Field{
		field.Bytes("key_hash"),
		field.Enum("purpose").Values("register", "purchase"),
		field.UUID("account_id", uuid.UUID{}),
		field.UUID("payment_method_id", uuid.UUID{}),
		field.UUID("order_id", uuid.UUID{}).Optional().Nillable(),
		field.Int("amount").Default(0).Comment("yen it was made for"),
		field.String("provider_id").Default("").Comment("res_tds_authentication_id"),
		field.String("redirect_url").Default(""),
		field.Enum("state").Values("started", "succeeded", "failed"),
		field.String("return_to").Default("").Comment("path of ours to go to at the end"),
		at("expires_at"),
	}
}

func (CardAuthentication) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("key_hash").Unique().StorageKey("card_authentications_key_key"),
		index.Fields("order_id"),
		index.Fields("account_id"),
		index.Fields("expires_at"). // for the purge; the others are kept
						Annotations(entsql.IndexWhere("(((purpose)::text = 'register'::text) AND ((state)::text <> 'succeeded'::text))")),
	}
}
