package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// StaffMember is somebody who works for the store (owner: people). A row stays for good: acts name
// it, and a number is never given twice.
type StaffMember struct{ ent.Schema }

func (StaffMember) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (StaffMember) Fields() []ent.Field {
	return []ent.Field{
		field.Int("number").Immutable().Comment("what members are shown in place of a name; from 1"),
		field.String("name"),
		text("department"),
		field.String("email").Comment("in its one form"),
		field.String("roles").Comment("scope.Role, with spaces between"),
		text("issuer"),
		text("subject"), // at the issuer
		field.String("password_hash").Optional().Nillable().Sensitive(),
		field.Bytes("totp_secret").Optional().Nillable().Sensitive().Comment("sealed"),
		field.Int64("last_step").Default(0).Comment("of the authenticator app whose code was used last"),
		at("changed_at"),
		moment("disabled_at"),
	}
}

func (StaffMember) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("number").Unique().StorageKey("staff_members_number_key"),
		index.Fields("email").Unique().StorageKey("staff_members_email_key"),
		index.Fields("issuer", "subject").Unique().StorageKey("staff_members_subject_key").Annotations(entsql.IndexWhere("(subject IS NOT NULL)")),
	}
}

func (StaffMember) Annotations() []schema.Annotation {
	return []schema.Annotation{SQLOnly{}, entsql.Checks(map[string]string{
		"staff_members_number_check":  "number >= 1",
		"staff_members_factors_check": "(password_hash IS NULL) = (totp_secret IS NULL)",
		"staff_members_subject_check": "(issuer IS NULL) = (subject IS NULL) AND (subject IS NULL OR password_hash IS NULL)",
	})}
}

// StaffSession is a browser in which somebody of the staff is logged in (owner: people). It ends by
// being deleted.
type StaffSession struct{ ent.Schema }

func (StaffSession) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (StaffSession) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("staff_id", uuid.UUID{}).Immutable(),
		field.Bytes("token_hash").Sensitive().Comment("SHA-256 of 256 random bits"),
		at("seen_at"),
		at("expires_at"),
		moment("fresh_at"), // when the person last proved who they are; none: the issuer did not say
	}
}

func (StaffSession) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("token_hash").Unique().StorageKey("staff_sessions_token_key"),
		index.Fields("staff_id"),
		index.Fields("expires_at"),
	}
}

func (StaffSession) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// StaffInvite lets somebody begin to work here, once (owner: people). It ends by being deleted.
type StaffInvite struct{ ent.Schema }

func (StaffInvite) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (StaffInvite) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("staff_id", uuid.UUID{}).Immutable(),
		field.Bytes("token_hash").Optional().Nillable().Sensitive().Comment("of the link; none: the company's issuer says who comes"),
		field.Bytes("totp_secret").Optional().Nillable().Sensitive().Comment("of the app that is being set up, sealed"),
		at("expires_at"),
	}
}

func (StaffInvite) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("staff_id").Unique().StorageKey("staff_invites_staff_key"),
		index.Fields("token_hash").Unique().StorageKey("staff_invites_token_key").Annotations(entsql.IndexWhere("(token_hash IS NOT NULL)")),
		index.Fields("expires_at"),
	}
}

func (StaffInvite) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
