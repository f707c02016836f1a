package reconciliation

import (
	"context"
	"log/slog"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/money/payment"
)

// missing looks for charges of the day that are in no list, and forgets those that are in one by
// now.
func (s *Service) missing(ctx context.Context, r *Comparison) error {
	after := place{at: r.Day.Start(), id: uuid.Nil}
	for {
		last, err := s.missingBatch(ctx, after, r)
		if err != nil || last == nil {
			return err
		}
		after = *last
	}
}

// place is where a charge is among those that were settled, which have an index in this order: a
// day costs as many reads as it has charges, however many there are of other days.
type place struct {
	at time.Time
	id uuid.UUID
}

// beyond are the charges after the place.
func (p place) beyond(s *sql.Selector) {
	s.Where(sql.CompositeGT([]string{s.C(charge.FieldSettledAt), s.C(charge.FieldID)}, p.at, p.id))
}

// missingBatch looks at the next charges of the day after the place, and returns the place of the
// last one; nil where there are no more.
func (s *Service) missingBatch(ctx context.Context, after place, r *Comparison) (last *place, err error) {
	var count int
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		count, last = 0, nil
		client := s.Store.Client(ctx)
		charges, err := client.Charge.Query().Where(charge.Provider(r.provider), charge.StateIn(charge.StateSettled, charge.StateOrphaned),
			after.beyond, charge.SettledAtLT(r.Day.AddDays(1).Start())).Order(charge.BySettledAt(), charge.ByID()).Limit(batch).All(ctx)
		if err != nil || len(charges) == 0 {
			return err
		}
		end := charges[len(charges)-1]
		last = &place{at: *end.SettledAt, id: end.ID}
		ids := make([]uuid.UUID, len(charges))
		for i, c := range charges {
			ids[i] = c.ID
		}
		events, err := client.GatewayEvent.Query().Where(gatewayevent.ChargeIDIn(ids...), gatewayevent.KindIn(eventSale, eventMissing)).All(ctx)
		if err != nil {
			return err
		}
		sold, told := map[uuid.UUID]bool{}, map[uuid.UUID]*ent.GatewayEvent{}
		for _, e := range events {
			if e.Kind == eventSale {
				sold[*e.ChargeID] = true
			} else {
				told[*e.ChargeID] = e
			}
		}
		for _, c := range charges {
			notice := told[c.ID]
			switch {
			case sold[c.ID] && notice != nil && notice.AppliedAt == nil:
				err = s.Payment.EventApplied(ctx, notice)
			case sold[c.ID]:
			case notice == nil:
				slog.ErrorContext(ctx, "the provider lists no sale for a charge that is settled", "alarm", logs.ReconciliationMissing, "charge", c.ID, "order", c.ProviderOrderID, "amount", c.Amount, "day", r.Day.String())
				_, err = s.Payment.KeepEvent(ctx, payment.Event{
					Provider: r.provider, Key: eventMissing + ":" + c.ID.String(), Kind: eventMissing, Charge: c,
					OrderID: c.ProviderOrderID, TrackingID: c.TrackingID, Amount: c.Amount, Day: r.Day,
				})
				count++
			default:
				count++
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return last, err
	}
	r.Missing += count
	failpoint.Reached(pointMissed)
	return last, nil
}
