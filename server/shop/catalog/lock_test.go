package catalog_test

import (
	"context"
	"testing"

	"kaiin/server/base/store/storetest"
	"kaiin/server/shop/catalog/catalogtest"
)

// The last unit of a plan is sold once because the buyer who looks at it first keeps the others
// waiting until it is counted.
func TestALockedPlanKeepsOthersWaiting(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	s := catalogtest.Seed(t, st, nil)
	another := func(ctx context.Context) error { // on a connection of its own
		_, err := st.DB.ExecContext(ctx, "SELECT FROM plans WHERE id = 'limited' FOR UPDATE NOWAIT")
		return err
	}
	err := st.Tx(t.Context(), func(ctx context.Context) error {
		if _, err := s.LockPlan(ctx, "limited"); err != nil {
			return err
		}
		if another(t.Context()) == nil {
			t.Error("another transaction has locked the plan as well")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := another(t.Context()); err != nil {
		t.Errorf("once the transaction is over: %v", err)
	}
}
