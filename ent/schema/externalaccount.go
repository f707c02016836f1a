package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ExternalAccount is an account at another provider that a member may log in with (owner: account).
// It is known by the provider and the subject alone, never by an address.
type ExternalAccount struct{ ent.Schema }

func (ExternalAccount) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (ExternalAccount) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.String("type").Comment("LINE, Google, Yahoo! JAPAN or Facebook"),
		field.String("subject"),
	}
}

func (ExternalAccount) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("type", "subject").Unique().StorageKey("external_accounts_subject_key"),
		index.Fields("account_id", "type").Unique().StorageKey("external_accounts_account_key"),
	}
}
