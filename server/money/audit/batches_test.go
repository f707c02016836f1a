package audit_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/bill"
	"kaiin/server/money/audit"
)

// A book of several batches is read to its end, and what goes on meanwhile is no finding.
func TestManyRowsWhileMembersBuy(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for range 3 {
		w.sell(t, "standard")
	}
	if _, err := w.Store.DB.ExecContext(t.Context(), `INSERT INTO bills (id, created_at, account_id, order_id, period, period_start, period_end, plan_id, plan_name, list_amount,
		amount, tax, tax_rate, due_day, state, attempts, updated_at) SELECT gen_random_uuid(), now(), gen_random_uuid(), gen_random_uuid(), 0, '2026-05-01', '2026-05-31', 'standard',
		'{}', 100, 100, 0, 10, '2026-05-01', 'void', 0, now() FROM generate_series(1, 1700)`); err != nil {
		t.Fatal(err)
	}
	w.checker.Lookup = nil
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 10 {
			w.Clock.Advance(31 * 24 * time.Hour)
			for {
				if n, err := w.contracts.Due(context.Background()); n == 0 || err != nil {
					break
				}
			}
			for id := range maps.Keys(contracts(w)) {
				_ = w.contracts.Renew(context.Background(), id)
			}
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		if all, counts := w.check(t); len(all) > 0 || counts["bills"] < 1703 {
			t.Errorf("%v in %v", all, counts)
		}
	}
	if n := w.Store.Client(t.Context()).Bill.Query().Where(bill.StateEQ(bill.StatePaid)).CountX(t.Context()); n < 20 {
		t.Errorf("only %d bills were paid meanwhile", n)
	}
}

func contracts(w *world) map[uuid.UUID]bool {
	all := map[uuid.UUID]bool{}
	for _, id := range w.Store.Client(context.Background()).Subscription.Query().IDsX(context.Background()) {
		all[id] = true
	}
	return all
}

func TestTheReportEndsTheCheck(t *testing.T) {
	t.Parallel()
	w := setup(t)
	s := w.sell(t, "standard")
	w.Store.Client(t.Context()).Bill.UpdateOneID(s.bill.ID).SetRefunded(1).ExecX(t.Context())
	_, err := w.checker.Run(t.Context(), func(f audit.Finding) error { return fmt.Errorf("no room for %s", f.Kind) })
	if err == nil || !strings.Contains(err.Error(), "refunded-differs") {
		t.Errorf("it ends with %v", err)
	}
}
