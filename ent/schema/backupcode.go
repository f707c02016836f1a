package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// BackupCode is one of the codes a member has written down for the day the second factor is lost
// (owner: account).
type BackupCode struct{ ent.Schema }

func (BackupCode) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (BackupCode) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Bytes("code_hash"),
		moment("used_at"),
	}
}

func (BackupCode) Indexes() []ent.Index {
	return []ent.Index{index.Fields("account_id", "code_hash").Unique().StorageKey("backup_codes_account_code_key")}
}
