package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// PaymentMethod is a way a member pays (owner: payment). Card numbers never come near: the provider keeps the card
// under customer_code, which is this row's id.
type PaymentMethod struct{ ent.Schema }

func (PaymentMethod) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (PaymentMethod) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Enum("payment_method_type").Values("CampaignCode", "PaypalNvp", "PaypalRest", "SbpsCredit", "SbpsAuone",
			"SbpsAuSimple", "SbpsDocomo", "SbpsPaypay", "SbpsSoftbank", "SbpsSoftbankYahoo"),
		field.Enum("state").Values("pending", "active", "deleted").Comment("pending until 3-D Secure has succeeded"),
		field.String("customer_code").Comment("the provider's key of the stored method"),
		field.String("card_brand").Default("").Comment("V, M, A, J, D or empty"),
		field.String("card_suffix").Default("").Comment("last four digits"),
		field.String("card_expire").Default("").Comment("YYYYMM"),
		moment("authenticated_at"),
		moment("deleted_at"),
	}
}

func (PaymentMethod) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "state"),
		index.Fields("state", "created_at"),
		index.Fields("customer_code").Unique().StorageKey("payment_methods_customer_code_key"),
	}
}
