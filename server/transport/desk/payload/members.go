package payload

import (
	"kaiin/server/transport/desk/entity"
	"kaiin/server/transport/desk/model"
)

// OfMember is a Proposable about one member, as they are now.
type OfMember struct {
	Proposable
	Member *entity.Member
}

// The payloads about a member, who may need a second person.
type (
	RevealMemberPayload   struct{ OfMember }
	UnblockPayload        struct{ OfMember }
	GuardMemberPayload    struct{ OfMember }
	UnguardMemberPayload  struct{ OfMember }
	WithdrawMemberPayload struct{ OfMember }
)

// HoldActPayload tells of an act that is held.
type HoldActPayload struct{ Proposable }

// BlockPayload tells, too, what has become of the contracts.
type BlockPayload struct {
	OfMember
	Contracts []*model.StaffContract
}
