package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ProfileImage is the picture that a member has set (owner: picture).
type ProfileImage struct{ ent.Schema }

func (ProfileImage) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (ProfileImage) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		field.String("name").Immutable().Comment("256 random bits; the last part of its address"),
		field.Bytes("content").Immutable().Sensitive().Comment("JPEG, 200×200, written by us"),
	}
}

func (ProfileImage) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id").Unique().StorageKey("profile_images_account_key"),
		index.Fields("name").Unique().StorageKey("profile_images_name_key"),
	}
}
