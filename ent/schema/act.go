package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"kaiin/server/base/clock"
)

// Act is something that somebody of the staff did or was refused (owner: acts). A trigger lets rows
// be added, and forget what they say once their day is sealed; what is left then are their places
// and hashes. The rows of a chain follow on one another: each hash is made of the one before it, of
// its row's place and of the hash of what its row says.
type Act struct{ ent.Schema }

func (Act) Mixin() []ent.Mixin { return []ent.Mixin{identity{}} }

func (Act) Fields() []ent.Field {
	return []ent.Field{
		field.String("chain").Immutable().Comment("that of a member, or of who did it where it is about no member or about many"),
		field.Int("sequence").Immutable().Comment("counts up per chain, from 1"),
		at("at"),
		at("keep_until"), // when the row forgets what it says
		text("name"),     // who did it
		text("through"),  // what they did it with: cli, person or program
		text("command"),  // or the field of the desk
		text("kind"),     // acts.Kind
		field.UUID("account_id", uuid.UUID{}).Optional().Nillable().Comment("the one member that it is about"),
		text("target_type"),
		text("target_id"),
		text("reason"),
		text("ticket"),
		field.UUID("staff_id", uuid.UUID{}).Optional().Nillable().Comment("the person of the desk; none for a program and for a command"),
		text("role"), // the roles that the person had
		field.Int("staff_number").Optional().Nillable().Comment("of the person, as members are told it"),
		text("department"),  // of the person, as it was then
		text("fields"),      // acts.Field: what of the member was opened or changed, by name
		text("reason_kind"), // acts.ReasonKind: what the member is told of the reason
		text("ip"),
		text("request_id"),
		field.UUID("proposal_id", uuid.UUID{}).Optional().Nillable().Comment("of what a second person decided"),
		field.UUID("approver_id", uuid.UUID{}).Optional().Nillable().Comment("that person"),
		text("outcome"), // done, refused or proposed
		field.Bytes("detail_hash").Optional().Nillable().Comment("of the salt and the details; none: there are none"),
		field.Bytes("salt").Optional().Nillable().Comment("of the hash of what the row says"),
		field.Bytes("content_hash").Immutable().Optional().Nillable().Comment("of the salt and of what the row says; none: an older version wrote it"),
		field.Bytes("previous_hash").Immutable().Comment("of the chain's row before; 32 zero bytes in the first one"),
		field.Bytes("hash").Immutable(),
		moment("forgotten_at"),
	}
}

func (Act) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("chain", "sequence").Unique().StorageKey("acts_sequence_key"),
		index.Fields("at", "id"),
		index.Fields("account_id", "id").Annotations(entsql.IndexWhere("(account_id IS NOT NULL)")),
		index.Fields("name", "id").Annotations(entsql.IndexWhere("(name IS NOT NULL)")),
		index.Fields("staff_id", "id").Annotations(entsql.IndexWhere("((reason)::text <> ''::text)")), // of decisions, which are few
		index.Fields("keep_until").Annotations(entsql.IndexWhere("(forgotten_at IS NULL)")),
	}
}

func (Act) Annotations() []schema.Annotation {
	return []schema.Annotation{SQLOnly{}, entsql.Checks(map[string]string{"acts_sequence_check": "sequence >= 1"})}
}

// ActDetail is what an act was given and changed, sealed (owner: acts). A trigger lets it be sealed
// anew, and be deleted once the act has forgotten what it said. Its id is the act's.
type ActDetail struct{ ent.Schema }

func (ActDetail) Mixin() []ent.Mixin { return []ent.Mixin{identity{}} }

func (ActDetail) Fields() []ent.Field {
	return []ent.Field{
		at("keep_until"),
		field.Bytes("sealed").Sensitive().Comment("the salt, and the details as JSON"),
	}
}

func (ActDetail) Indexes() []ent.Index { return []ent.Index{index.Fields("keep_until")} }

func (ActDetail) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// ActSubject is a member that an act about many is about (owner: acts).
type ActSubject struct{ ent.Schema }

func (ActSubject) Mixin() []ent.Mixin { return []ent.Mixin{identity{}} }

func (ActSubject) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("act_id", uuid.UUID{}).Immutable(),
		field.UUID("account_id", uuid.UUID{}).Immutable(),
		at("keep_until"),
	}
}

func (ActSubject) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("account_id", "act_id").Unique().StorageKey("act_subjects_once_key"),
		index.Fields("keep_until"),
	}
}

func (ActSubject) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// ActHold keeps an act from the member whom it is about for a while (owner: acts). Its id is the
// act's.
type ActHold struct{ ent.Schema }

func (ActHold) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (ActHold) Fields() []ent.Field {
	return []ent.Field{at("until")} // then the row goes
}

func (ActHold) Indexes() []ent.Index { return []ent.Index{index.Fields("until")} }

func (ActHold) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// ActSeal ends a day of acts (owner: acts): its hash is made of the seal before it, of their
// number, and of their hashes in order. A day without acts has none. A row never changes.
type ActSeal struct{ ent.Schema }

func (ActSeal) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (ActSeal) Fields() []ent.Field {
	return []ent.Field{
		field.Other("day", clock.Day{}).SchemaType(date).Immutable().Comment("in Tokyo"),
		field.Int("count").Immutable(),
		field.Bytes("previous_hash").Immutable().Comment("of the seal before; 32 zero bytes in the first one"),
		field.Bytes("hash").Immutable(),
	}
}

func (ActSeal) Indexes() []ent.Index {
	return []ent.Index{index.Fields("day").Unique().StorageKey("act_seals_day_key")}
}

func (ActSeal) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }

// StaffRequest is a decision that was carried out under its caller's key, so that the same once
// more is answered and not done again (owner: acts). It is kept for 30 days.
type StaffRequest struct{ ent.Schema }

func (StaffRequest) Mixin() []ent.Mixin { return []ent.Mixin{identity{}, created{}} }

func (StaffRequest) Fields() []ent.Field {
	return []ent.Field{
		field.String("actor").Immutable().Comment("the chain of the person or program"),
		field.String("key").Immutable(),
		field.String("field").Immutable().Comment("of the desk"),
		field.Bytes("input_hash").Immutable(),
		field.UUID("act_id", uuid.UUID{}).Optional().Nillable(),
	}
}

func (StaffRequest) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("actor", "key").Unique().StorageKey("staff_requests_key"),
		index.Fields("created_at"),
	}
}

func (StaffRequest) Annotations() []schema.Annotation { return []schema.Annotation{SQLOnly{}} }
