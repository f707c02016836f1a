package account

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/account"
)

// Suspend keeps the member out until Restore: they cannot log in, order or sign up anew by what
// they log in with. It joins the caller's transaction, which holds the account's lock, and says
// nothing of what is open: sessions are ended by their own package.
func (s *Service) Suspend(ctx context.Context, id uuid.UUID) error {
	return s.setStatus(ctx, id, account.StatusSuspended)
}

// Restore lets a suspended member in again. It joins the caller's transaction, which holds the
// account's lock.
func (s *Service) Restore(ctx context.Context, id uuid.UUID) error {
	return s.setStatus(ctx, id, account.StatusActive)
}

func (s *Service) setStatus(ctx context.Context, id uuid.UUID, status account.Status) error {
	return s.Store.Client(ctx).Account.UpdateOneID(id).SetStatus(status).SetUpdatedAt(s.Clock.Now()).Exec(ctx)
}
