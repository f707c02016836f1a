package reconciliation

import (
	"context"
	"encoding/binary"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/money/payment"
)

// settledWithin is how long after its attempt a charge may be settled to be missed in a list.
const settledWithin = 100 * 24 * time.Hour

// missing looks for charges of the day that are in no list, and forgets those that are in one by
// now.
func (s *Service) missing(ctx context.Context, r *Comparison) error {
	after := firstID(r.Day.Start().Add(-settledWithin))
	for {
		last, err := s.missingBatch(ctx, after, r)
		if err != nil || last == uuid.Nil {
			return err
		}
		after = last
	}
}

// firstID comes before the ids of all rows made at the moment or later, which begin with its
// milliseconds (UUIDv7).
func firstID(at time.Time) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16)
	return id
}

func (s *Service) missingBatch(ctx context.Context, after uuid.UUID, r *Comparison) (last uuid.UUID, err error) {
	var count int
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		count = 0
		client := s.Store.Client(ctx)
		charges, err := client.Charge.Query().Where(charge.IDGT(after), charge.Provider(r.provider), charge.StateIn(charge.StateSettled, charge.StateOrphaned),
			charge.SettledAtGTE(r.Day.Start()), charge.SettledAtLT(r.Day.AddDays(1).Start())).Order(charge.ByID()).Limit(batch).All(ctx)
		if err != nil || len(charges) == 0 {
			return err
		}
		last = charges[len(charges)-1].ID
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
