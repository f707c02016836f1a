package reconciliation

import (
	"context"
	"log/slog"

	"kaiin/ent"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/refund"
	"kaiin/server/base/logs"
	"kaiin/server/money/payment"
)

// agrees compares a line with its charge, and does what can be done where they differ; it is false
// for a line that is looked at again.
func (s *Service) agrees(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge, reversed, first bool, r *Comparison) (bool, error) {
	differs := func(what string) {
		if first {
			slog.ErrorContext(ctx, what, "alarm", logs.ReconciliationDiffers, "event", e.ID, "order", e.ProviderOrderID, "transaction", e.TrackingID, "amount", e.Amount, "day", e.Day.String())
		}
	}
	switch {
	case c == nil && e.Kind == eventRefund:
		return true, nil // of a sale that we do not know
	case c == nil:
		r.Unknown++
		differs("the provider took money that no charge of ours asked for")
		return false, nil
	case e.Kind == eventRefund:
		more, err := s.uncovered(ctx, c)
		if err != nil || more <= 0 {
			return err == nil, err
		}
		r.Differs++
		differs("the provider gave back more of a charge than we asked for")
		return s.Payment.BookReturned(ctx, e, more, reversed)
	case payment.IsLive(c):
		r.open++
		if err := s.Payment.KeepListedAs(ctx, c, e.TrackingID); err != nil {
			return false, err
		}
		return false, s.Store.Enqueue(ctx, payment.ResolveArgs{ChargeID: c.ID}, nil)
	case c.SettledAt == nil || c.TrackingID != "" && c.TrackingID != e.TrackingID:
		known, err := s.Store.Client(ctx).Refund.Query().Where(refund.ChargeID(c.ID), refund.KindEQ(refund.KindRelease),
			refund.TrackingIDIn("", e.TrackingID)).Exist(ctx)
		if err != nil || known {
			return known, err
		}
		r.Differs++
		differs("the provider took money for a charge that is given up, or a second time: it goes back")
		return true, s.Payment.ReleaseListed(ctx, c, e)
	case c.Amount != e.Amount:
		r.Differs++
		differs("the provider took another amount than the charge's")
		return false, nil
	default:
		return true, nil
	}
}

// uncovered is how many yen the provider lists as given back of the charge beyond what we asked for
// and what we know that it took back, which may have come back since (CameBack).
func (s *Service) uncovered(ctx context.Context, c *ent.Charge) (yen int, err error) {
	client := s.Store.Client(ctx)
	refunds, err := client.Refund.Query().
		Where(refund.ChargeID(c.ID), refund.Or(refund.StateNEQ(refund.StateRefused), payment.IsReversed())).All(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range refunds {
		yen -= r.Amount
	}
	events, err := client.GatewayEvent.Query().Where(gatewayevent.ChargeID(c.ID), gatewayevent.Kind(eventRefund)).All(ctx)
	for _, e := range events {
		yen += e.Amount
	}
	return yen, err
}
