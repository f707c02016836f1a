// Package payload holds the answers of the desk's mutations. All of them are a Result.
package payload

import (
	"time"

	"kaiin/server/transport/desk/entity"
	"kaiin/server/transport/desk/model"
)

// Result is what every mutation answers.
type Result struct {
	UserErrors []*model.StaffError
	ActID      *string
	IsReplay   bool
}

// IsStaffResult is gqlgen's: it implements the interface StaffResult.
func (Result) IsStaffResult() {}

// Of is a Result about a member, as they are now.
type Of struct {
	Result
	Member *entity.Member
}

// The payloads, by their mutations.
type (
	EndSessionsPayload        struct{ Of }
	ForgetDevicesPayload      struct{ Of }
	SendResetLinkPayload      struct{ Of }
	RequireNewPasswordPayload struct{ Of }
	ResendMailPayload         struct{ Of }
	ClearThrottlesPayload     struct{ Of }
	StopWaitingPayload        struct{ Of }
	ViewMemberPayload         struct{ Of }
	AddNotePayload            struct{ Of }
	AmendNotePayload          struct{ Result }
	RemoveNotePayload         struct{ Result }
)

// CheckMemberPayload tells what was right of what a caller said.
type CheckMemberPayload struct {
	Result
	Verdicts    []*model.Verdict
	IsProven    bool
	ProvenUntil *time.Time
	TriesLeft   int
}

// Proposable is a Result of what may need a second person.
type Proposable struct {
	Result
	Proposal *model.Proposal
}

// The payloads of what may need one, and of what that person decides.
type (
	DecideChargePayload     struct{ Proposable }
	CloseEventPayload       struct{ Proposable }
	CloseAgreementPayload   struct{ Proposable }
	AnswerQuestionPayload   struct{ Proposable }
	ApproveProposalPayload  struct{ Proposable }
	RejectProposalPayload   struct{ Proposable }
	WithdrawProposalPayload struct{ Proposable }
)

// The payloads about people who work here, as they are now.
type (
	InviteStaffPayload struct {
		Proposable
		Person *model.StaffPerson
	}
	SetStaffRolesPayload struct {
		Proposable
		Person *model.StaffPerson
	}
	DisableStaffPayload struct {
		Result
		Person *model.StaffPerson
	}
	ResetStaffPayload struct {
		Result
		Person *model.StaffPerson
	}
)

// The payloads of what changes how a member is known and logs in.
type (
	CorrectProfilePayload   struct{ OfMember }
	StartEmailChangePayload struct{ OfMember }
	ResetFactorsPayload     struct{ OfMember }
)

// RefundPayload tells of the refund, or of the charges to choose from.
type RefundPayload struct {
	Proposable
	Refund     *model.StaffRefund
	Candidates []*model.StaffCharge
}

// OfContract is a Proposable about one contract, as it is now.
type OfContract struct {
	Proposable
	Contract *model.StaffContract
}

// The payloads about contracts.
type (
	CancelContractPayload     struct{ OfContract }
	UndoCancelContractPayload struct{ OfContract }
	ExtendContractPayload     struct{ OfContract }
	PauseRetriesPayload       struct{ OfContract }
	ResumeRetriesPayload      struct{ OfContract }
	RetryNowPayload           struct{ OfContract }
)

// ExtendEntitlementPayload tells of what was rented.
type ExtendEntitlementPayload struct{ Proposable }

// WaiveBillPayload tells of the bill, as it is now.
type WaiveBillPayload struct {
	Proposable
	Bill *model.StaffBill
}
