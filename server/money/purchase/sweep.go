package purchase

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"kaiin/ent/order"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

// sweepAtOnce is how many orders one Due ends.
const sweepAtOnce = 500

// Due ends orders whose member was sent to the bank and has not come back in time: from then on
// nothing is charged for them. It enqueues no job; ended says how many they were.
func (s *Service) Due(ctx context.Context) (ended int, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		client := s.Store.Client(ctx)
		ids, err := client.Order.Query().Where(store.Among(order.FieldState, order.StateAuthenticating), order.ExpiresAtLTE(s.Clock.Now())).
			Order(order.ByExpiresAt()).Limit(sweepAtOnce).ForUpdate(sql.WithLockAction(sql.SkipLocked)).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return err
		}
		ended = len(ids)
		return client.Order.Update().Where(order.IDIn(ids...)).SetState(order.StateFailed).SetFailure(fault.OrderExpired).Exec(ctx)
	})
	if ended > 0 {
		failpoint.Reached(pointSwept)
	}
	return ended, err
}
