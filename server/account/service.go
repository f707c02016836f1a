package account

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/fault"
	"kaiin/server/notify"
	"kaiin/server/secret"
	"kaiin/server/store"
)

// Service keeps who the members are.
type Service struct {
	Store     *store.Store
	Clock     *clock.Clock
	Secrets   *secret.Box
	Catalog   *catalog.Service
	Notify    *notify.Service
	Passwords PasswordPool // ready as its zero value
	Access    Access
}

// Access is what an account is entered by, which package login keeps.
type Access interface {
	// EndSessions ends the sessions of the account but one, which may be none. It joins the caller's transaction.
	EndSessions(ctx context.Context, accountID, except uuid.UUID) error
	// ForgetDevices makes every browser of the account give a second factor again. It joins the caller's transaction.
	ForgetDevices(ctx context.Context, accountID uuid.UUID) error
	// ForgiveGuesses forgets the wrong tries to log in to the account, so that who has set a new password through a mailed link
	// need not wait for others' guesses. Those of the second factor stay. It joins the caller's transaction.
	ForgiveGuesses(ctx context.Context, accountID uuid.UUID) error
	// LiftPasswordDuty lets the sessions of the account go on that had to change the password first. It joins the caller's
	// transaction.
	LiftPasswordDuty(ctx context.Context, accountID uuid.UUID) error
}

// Find is the account with the id. Fault: not found.
func (s *Service) Find(ctx context.Context, id uuid.UUID) (*ent.Account, error) {
	row, err := s.Store.Client(ctx).Account.Get(ctx, id)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}
