package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Passkey is a key pair of a member's device, which the device lets them use after it has seen
// their face, finger or screen lock (owner: passkey). We have the public key alone.
type Passkey struct{ ent.Schema }

func (Passkey) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (Passkey) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("account_id", uuid.UUID{}),
		field.Bytes("credential_id").Comment("what the device calls it"),
		field.Bytes("user_handle").Comment("what the device calls the account: 32 random bytes"),
		field.Bytes("public_key").Comment("COSE"),
		field.Int64("sign_count").Default(0).Comment("the device's counter when it was used last; 0: the device has none"),
		field.String("transports").Default("").Comment("how a browser reaches the device, with blanks between them"),
		field.Bool("backup_eligible").Default(false).Comment("the device may copy it to others of its member"),
		field.Bool("backed_up").Default(false).Comment("it has"),
		field.String("name").Comment("the member's own word for it"),
		moment("last_used_at"),
		moment("warned_at"),
	}
}

func (Passkey) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("credential_id").Unique().StorageKey("passkeys_credential_key"),
		index.Fields("account_id", "created_at"),
	}
}

func (Passkey) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
