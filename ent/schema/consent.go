package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Consent records that a member agreed to one revision of a policy (owner: account).
type Consent struct{ ent.Schema }

func (Consent) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Consent) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("policy_id"),
		field.Int("revision"),
		field.String("key"),
	}
}

func (Consent) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id", "policy_id", "revision").Unique().StorageKey("consents_account_policy_key")}
}
