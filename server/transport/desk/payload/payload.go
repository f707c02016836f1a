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
	EndSessionsPayload  struct{ Of }
	RevealMemberPayload struct{ Of }
	AddNotePayload      struct{ Of }
	AmendNotePayload    struct{ Result }
	RemoveNotePayload   struct{ Result }
)

// CheckMemberPayload tells what was right of what a caller said.
type CheckMemberPayload struct {
	Result
	Verdicts    []*model.Verdict
	IsProven    bool
	ProvenUntil *time.Time
	TriesLeft   int
}
