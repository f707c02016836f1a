package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Account is a member (owner: account). The id is the authId of pages and the auid cookie: opaque,
// without authority.
type Account struct{ ent.Schema }

func (Account) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Account) Fields() []ent.Field {
	return []ent.Field{
		at("updated_at"),
		field.Enum("status").Values("active", "suspended", "withdrawn").Default("active"),
		field.String("locale").Default("ja"),
		text("email"),
		field.String("email_key").Optional().Nillable().Comment("the email in lower case, as it is compared"),
		moment("email_verified_at"),
		moment("email_changed_at"), // when a member gave another address than there was; none once that is taken back
		text("user_id"),
		field.String("user_id_key").Optional().Nillable().Comment("the user ID in lower case, as it is compared (A-178)"),
		field.String("password_hash").Optional().Nillable().Sensitive(),
		moment("password_updated_at"),
		field.Int64("access_stamp").Default(0).Comment("raised by what ends the account's sessions: a login begun before does not go on (owner: session)"),
		moment("password_mailed_at"), // when a mailed link set it; none once another factor than a mail has been given
		field.Bool("must_change_password").Default(false).Comment("the password is one that everybody knows, which a login has shown"),
		field.String("default_multi_factor_type").Optional().Nillable().Comment("the second factor that is asked for first (A-053)"),
		moment("withdrawn_at"),
		moment("erased_at"), // when what a former member could still be recognized by was deleted
		text("name"), text("name_kana"),
		text("family_name"), text("given_name"),
		text("family_name_kana"), text("given_name_kana"),
		text("nickname"),
		field.Int("sex").Optional().Nillable().Comment("1 male, 2 female, 9 other, 0 prefers not to answer"),
		field.String("birthday").Optional().Nillable().Comment("YYYYMMDD"),
		text("phone_number"), text("country"),
		field.Int("prefecture").Optional().Nillable().Comment("1 Hokkaido to 47 Okinawa"),
		text("postal_code"), text("address"), text("address2"),
		field.JSON("custom", map[string]string{}).Optional().SchemaType(jsonb).Comment("custom item id to value; checkboxes as 'true' or 'false'"),
		text("profile_image_url"),
	}
}

func (Account) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("email_key").Unique().StorageKey("accounts_email_key"),
		index.Fields("user_id_key").Unique().StorageKey("accounts_user_id_key"),
		index.Fields("phone_number").StorageKey("accounts_phone"). // by which the staff find a member
										Annotations(entsql.IndexWhere("(phone_number IS NOT NULL)")),
		index.Fields("withdrawn_at").StorageKey("accounts_left"). // for the end of what is kept with the books
										Annotations(entsql.IndexWhere("(erased_at IS NOT NULL)")),
		index.Fields("withdrawn_at"). // for the purge
						Annotations(entsql.IndexWhere("((withdrawn_at IS NOT NULL) AND (erased_at IS NULL))")),
	}
}

func (Account) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"accounts_status_check": "status IN ('active', 'suspended', 'withdrawn')",
		"accounts_sex_check":    "sex IN (0, 1, 2, 9)",
	})}
}
