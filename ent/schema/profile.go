package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Profile is one more person who uses an account, beside its member, whose main profile has no row
// (owner: profile).
type Profile struct{ ent.Schema }

func (Profile) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Profile) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("name").Comment("1 to 20 characters, in NFKC"),
		field.Bool("restricted").Comment("account and purchase pages are closed to it (A-198)"),
	}
}

func (Profile) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id", "name").Unique().StorageKey("profiles_account_name_key")}
}
