package entitlement

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/entitlement"
)

// Open is until when what the contract entitles to may be watched; open is false when that is over,
// or was revoked.
func (s *Service) Open(ctx context.Context, subscriptionID uuid.UUID) (until time.Time, open bool, err error) {
	rows, err := s.Store.Client(ctx).Entitlement.Query().
		Where(entitlement.SubscriptionID(subscriptionID), watchable(s.Clock.Now()), entitlement.ExpiresAtNotNil()).All(ctx)
	if err != nil || len(rows) == 0 {
		return until, false, err
	}
	return *rows[0].ExpiresAt, true, nil
}
