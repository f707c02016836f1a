package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// HeldChange is a change of what a member logs in with that the staff have begun and the member can
// stop while it waits (owner: credential): of the address, or second factors that are taken off.
type HeldChange struct{ ent.Schema }

func (HeldChange) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (HeldChange) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("email").Optional().Nillable().Comment("the new address; none: second factors are taken off"),
		field.String("factors").Default("").Comment("Email, SMS, OTP and Passkey, with blanks between them; empty: the address changes"),
		at("due_at"),
		at("takes_effect_at"),
		at("expires_at"),
		field.Bytes("code_hash").Optional().Nillable().Comment("MAC of the code that proves the new address"),
		field.Int("tries").Default(0).Comment("of the code"),
		moment("proved_at"),
		moment("agreed_at"),
		moment("ended_at"),
		field.Enum("outcome").Values("waiting", "done", "stopped", "kept", "replaced", "expired", "taken").Default("waiting").
			Comment("kept: a login with a second factor stopped it; replaced: by another change; taken: another account has the address"),
	}
}

func (HeldChange) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "created_at"),
		index.Fields("created_at"), // for the purge
		index.Fields("due_at").StorageKey("held_changes_due").Annotations(entsql.IndexWhere("(ended_at IS NULL)")),
	}
}

func (HeldChange) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
