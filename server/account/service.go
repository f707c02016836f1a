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
}

// Find is the account with the id. Fault: not found.
func (s *Service) Find(ctx context.Context, id uuid.UUID) (*ent.Account, error) {
	row, err := s.Store.Client(ctx).Account.Get(ctx, id)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}
