package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts/actstest"
)

// Of two commands that end the same thing at once, one does it and the other says that it is over:
// there is one act.
func TestTwoDecisionsAtOnce(t *testing.T) { // M-26
	t.Parallel()
	aRefund := func(t *testing.T) (*till, uuid.UUID) {
		w := setup(t)
		r := w.must(t, w.settled(t), 300, "a")
		w.Clock.Advance(2 * time.Hour)
		return w, r.ID
	}
	decide := func(as string) func(*till, uuid.UUID) error {
		return func(w *till, id uuid.UUID) error {
			return w.Payment.Decide(context.Background(), payment.Decision{ID: id, As: as, By: actstest.By(w.Store)})
		}
	}
	for name, c := range map[string]struct {
		table string
		ready func(t *testing.T) (*till, uuid.UUID)
		do    []func(w *till, id uuid.UUID) error
	}{
		"a refund, done":       {"refunds", aRefund, []func(*till, uuid.UUID) error{decide("done"), decide("done")}},
		"a refund, refused":    {"refunds", aRefund, []func(*till, uuid.UUID) error{decide("refused"), decide("refused")}},
		"a refund, one of two": {"refunds", aRefund, []func(*till, uuid.UUID) error{decide("done"), decide("refused")}},
		"an event": {"gateway_events", func(t *testing.T) (*till, uuid.UUID) {
			w, _ := listening(t)
			n := w.hear(t, gateway.Notice{Kind: gateway.NoticeSettled, OrderID: w.row(t, w.unsure(t)).ProviderOrderID})
			return w, w.notice(t, n).ID
		}, []func(*till, uuid.UUID) error{closeEvent, closeEvent}},
		"an agreement": {"payment_methods", func(t *testing.T) (*till, uuid.UUID) {
			w, _, joined := lasting(t)
			member, id := joined(0)
			if _, err := w.Payment.Remove(t.Context(), member, id); err != nil {
				t.Fatal(err)
			}
			return w, uuid.MustParse(id)
		}, []func(*till, uuid.UUID) error{closeAgreement, closeAgreement}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, id := c.ready(t)
			answers := make(chan error, len(c.do))
			err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
				if err := w.Store.Exec(ctx, "SELECT FROM "+c.table+" WHERE id = $1 FOR UPDATE", id); err != nil {
					return err
				}
				for _, do := range c.do {
					go func() { answers <- do(w, id) }()
				}
				for waits := 0; waits < len(c.do); {
					err := w.Store.DB.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waits)
					if err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			first, second := <-answers, <-answers
			if (first == nil) == (second == nil) {
				t.Errorf("they say: %v", errors.Join(first, second))
			}
			var done int
			if err := w.Store.QueryRow(t.Context(), "SELECT count(*) FROM acts WHERE outcome = 'done' AND target_id = $1", id.String()).Scan(&done); err != nil || done != 1 {
				t.Errorf("%d acts of it, %v", done, err)
			}
		})
	}
}

func closeEvent(w *till, id uuid.UUID) error {
	return w.Payment.CloseEvent(context.Background(), actstest.By(w.Store), id)
}

func closeAgreement(w *till, id uuid.UUID) error {
	return w.Payment.CloseAgreement(context.Background(), actstest.By(w.Store), id)
}
