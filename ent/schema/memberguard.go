package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// MemberGuard says that a member is found by an exact key alone and opened by two people (owner:
// members).
type MemberGuard struct{ ent.Schema }

func (MemberGuard) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (MemberGuard) Fields() []ent.Field {
	return []ent.Field{field.UUID("account_id", uuid.UUID{}).Immutable()}
}

func (MemberGuard) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id").Unique().StorageKey("member_guards_account_key")}
}

func (MemberGuard) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
