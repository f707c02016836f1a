package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/money/gateway"
)

// PaymentMethod is a way a member pays (owner: payment). Card numbers never come near: the provider
// keeps the card under customer_code, which is this row's id.
type PaymentMethod struct{ ent.Schema }

func (PaymentMethod) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (PaymentMethod) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Enum("payment_method_type").GoType(gateway.MethodType("")),
		field.Enum("state").Values("pending", "active", "deleted").Comment("pending until its owner has agreed: 3-D Secure, or the provider's page"),
		field.String("provider").Default("sbps"),
		field.String("customer_code").Comment("the key under which the provider stores it, given by us"),
		field.String("reference").Default("").Comment("the provider's own key, where it has one"),
		field.String("shown").Default("").Comment("what tells the member which it is, such as the address of an account there"),
		field.String("card_brand").Default("").Comment("V, M, A, J, D or empty"),
		field.String("card_suffix").Default("").Comment("last four digits"),
		field.String("card_expire").Default("").Comment("YYYYMM"),
		moment("authenticated_at"),
		moment("preferred_at"), // when the member last made it their default
		moment("deleted_at"),
		moment("ended_at"), // since when it is known that the agreement is over at the provider, where the member alone can end it
	}
}

func (PaymentMethod) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "state"),
		index.Fields("state", "created_at"),
		index.Fields("provider", "reference"),
		index.Fields("deleted_at", "id").StorageKey("payment_methods_agreed").
			Annotations(entsql.IndexWhere("(((state)::text = 'deleted'::text) AND ((reference)::text <> ''::text) AND (ended_at IS NULL))")),
		index.Fields("customer_code").Unique().StorageKey("payment_methods_customer_code_key"),
	}
}
