// Package entity holds types of the desk's schema whose fields are read when they are asked for.
package entity

import (
	"time"

	"github.com/google/uuid"

	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/model"
)

// Member is a member as the staff see them. Its lists are read by the account.
type Member struct {
	Account       uuid.UUID
	Acts          []acts.Kind // that it is opened, and which of its lists are read
	OpenAddresses bool        // the caller has opened the addresses of the network
	HasPassword   bool
	MustChange    bool // the password

	AccountID   string
	Status      string
	IsGuarded   bool
	Locale      string
	CreatedAt   time.Time
	WithdrawnAt *time.Time
	ErasedAt    *time.Time
	LeavesAt    *time.Time
	Version     string
	Profile     model.MemberProfile
	Reveal      *model.Reveal
}
