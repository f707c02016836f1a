// Package payload holds the answers of the desk's mutations. All of them are a Result.
package payload

import (
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

// EndSessionsPayload tells that a member was logged out everywhere.
type EndSessionsPayload struct{ Result }
