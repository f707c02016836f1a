package records

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
	"kaiin/server/money/reconciliation"
	"kaiin/server/money/subscription"
)

// Service reads what the desk shows of contracts and money.
type Service struct {
	Store          *store.Store // whose connections are for the desk
	Clock          *clock.Clock
	Settings       *settings.Service
	Payment        *payment.Service
	Subscription   *subscription.Service
	Reconciliation *reconciliation.Service
}

// read runs f where it can change nothing. Fault: TOO_BROAD, when a statement takes too long.
func (s *Service) read(ctx context.Context, f func(context.Context) error) error {
	err := s.Store.Read(ctx, f)
	if store.TookTooLong(ctx, err) {
		return fault.BadRequest(fault.TooBroad).Because(err)
	}
	return err
}

// Some are the newest rows of what belongs to something, and whether there are more.
type Some[T any] struct {
	Rows []T
	More bool
}

// one is the row with the id. Fault: not found.
func one[T any](rows map[uuid.UUID]T, id uuid.UUID, err error) (row T, _ error) {
	row, found := rows[id]
	if err == nil && !found {
		err = fault.NotFound()
	}
	return row, err
}
