package payment

import (
	"cmp"
	"context"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
)

// What package reconciliation has written: the lines of the providers' lists, as gateway events,
// and what they mean for the book.

// Event is a line of a provider's list, or a note about one.
type Event struct {
	Provider, Key, Kind string
	Charge              *ent.Charge // nil when it is of none that we know
	OrderID, TrackingID string
	Amount              int // yen
	Day                 clock.Day
	Applied             bool // nothing follows from it any more
}

// KeepEvent keeps the event. A key that its provider has already violates gateway_events_event_key.
func (s *Service) KeepEvent(ctx context.Context, in Event) (*ent.GatewayEvent, error) {
	now := s.Clock.Now()
	create := s.Store.Client(ctx).GatewayEvent.Create().SetProvider(in.Provider).SetEventKey(in.Key).SetKind(in.Kind).
		SetProviderOrderID(in.OrderID).SetTrackingID(in.TrackingID).SetAmount(in.Amount).SetDay(in.Day).SetReceivedAt(now)
	if in.Charge != nil {
		create.SetChargeID(in.Charge.ID)
	}
	if in.Applied {
		create.SetAppliedAt(now)
	}
	return create.Save(ctx)
}

// EventIsOf keeps that the event is of the charge.
func (s *Service) EventIsOf(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge) (*ent.GatewayEvent, error) {
	return s.Store.Client(ctx).GatewayEvent.UpdateOneID(e.ID).SetChargeID(c.ID).Save(ctx)
}

// EventApplied keeps that nothing follows from the event any more.
func (s *Service) EventApplied(ctx context.Context, e *ent.GatewayEvent) error {
	return s.Store.Client(ctx).GatewayEvent.UpdateOneID(e.ID).SetAppliedAt(s.Clock.Now()).Exec(ctx)
}

// KeepListedAs keeps under which name of its own the provider has the sale of an open charge, where
// it finds it by that alone: what we know it by may be another order, made for a try that was
// refused because the order id was used.
func (s *Service) KeepListedAs(ctx context.Context, c *ent.Charge, tracking string) error {
	if c.TrackingID != "" || c.ProviderRef == "" || tracking == "" || c.ProviderRef == tracking {
		return nil
	}
	return s.Store.Client(ctx).Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...), charge.TrackingID("")).
		SetProviderRef(tracking).SetUpdatedAt(s.Clock.Now()).Exec(ctx)
}

// BookReturned writes into the book that more went back than it knew of: the staff did it at the
// provider, or the database was restored and has forgotten it. It is false while the book cannot
// hold it: the charge took no money by then, or not so much.
func (s *Service) BookReturned(ctx context.Context, e *ent.GatewayEvent, yen int, reversed bool) (done bool, err error) {
	c, err := s.Store.Client(ctx).Charge.Query().Where(charge.ID(*e.ChargeID)).ForUpdate().Only(ctx)
	if err != nil {
		return false, err
	}
	left, err := s.Left(ctx, c)
	if err != nil || c.SettledAt == nil || c.TrackingID != e.TrackingID || yen > min(left, e.Amount) {
		return false, err
	}
	reason := "listed"
	if reversed {
		reason = reversedByProvider
	}
	return true, s.wentBack(ctx, c, yen, "listed-"+e.ID.String(), reason)
}

// ReleaseListed gives money back that the provider lists as taken, and that no charge rests on. Its
// member is told when it is done, as of any refund: it is in their statements.
func (s *Service) ReleaseListed(ctx context.Context, c *ent.Charge, e *ent.GatewayEvent) error {
	_, err := s.owe(ctx, c, refund.KindRelease, Refund{
		Amount: cmp.Or(e.Amount, c.Amount), Key: "release-" + cmp.Or(e.TrackingID, c.ID.String()), Reason: listedLate, AskedBy: bySystem,
	}, e.TrackingID)
	if store.Violates(err, "refunds_request_key") {
		return nil // somebody else saw the same
	}
	return err
}
