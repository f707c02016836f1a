package reconciliation

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

// ourOrders is the form of the order ids under which we charge: p and the order's id, or s, the
// contract's id, the period and the attempt.
var ourOrders = regexp.MustCompile(`^(p[0-9a-f]{32}|s[0-9a-f]{32}[0-9a-z]{5})$`)

// isOurs reports whether an order id has the form of those under which we charge.
func isOurs(orderID string) bool { return ourOrders.MatchString(orderID) }

// GiveUnknownBack refunds sales that only the provider knows, and that were not claimed for the
// store's days. One that the provider refuses to give back keeps no other from going back, and is
// tried again the next day.
//
// What goes back by itself has an order id of our form, and is on one day no more than the store's
// number and sum: what else is sold by the same merchant is not ours to give back, and a database
// that has forgotten much is a matter of the staff. More than that waits as a whole, as an open
// event, until the store allows more or the staff has closed it.
func (s *Service) GiveUnknownBack(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	before := s.Clock.Now().Add(-time.Duration(settings.Contracts.UnknownSale()) * 24 * time.Hour)
	rows, sum, err := s.unknownSales(ctx, before)
	if err != nil || len(rows) == 0 {
		return err
	}
	if most, yen := settings.Contracts.UnknownSales(), settings.Contracts.UnknownSaleYen(); len(rows) > most || sum > yen {
		slog.ErrorContext(ctx, "more unknown money was taken than goes back by itself: see `kaiin events --open`", "alarm", logs.ReconciliationTooMuch,
			"sales", len(rows), "amount", sum, "unknownSalesADay", most, "unknownSaleYenADay", yen)
		return nil
	}
	var failed error
	for _, e := range rows {
		err := s.giveUnknownBack(ctx, e)
		if failed = errors.Join(failed, err); gateway.IsCircuitOpen(err) || ctx.Err() != nil {
			return errors.Join(failed, ctx.Err())
		}
	}
	return failed
}

// unknownSales are the sales of our form that were not claimed since the moment, and the yen they
// come to.
func (s *Service) unknownSales(ctx context.Context, before time.Time) (ours []*ent.GatewayEvent, sum int, err error) {
	var last uuid.UUID
	for {
		rows, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil(), gatewayevent.ReceivedAtLTE(before),
			gatewayevent.Kind(eventSale), gatewayevent.ChargeIDIsNil(), gatewayevent.IDGT(last)).Order(gatewayevent.ByID()).Limit(batch).All(ctx)
		if err != nil || len(rows) == 0 {
			return ours, sum, err
		}
		for _, e := range rows {
			if isOurs(e.ProviderOrderID) {
				ours, sum = append(ours, e), sum+e.Amount
			}
		}
		last = rows[len(rows)-1].ID
	}
}

func (s *Service) giveUnknownBack(ctx context.Context, e *ent.GatewayEvent) error {
	known, err := s.Store.Client(ctx).Charge.Query().Where(charge.Provider(e.Provider), charge.ProviderOrderID(e.ProviderOrderID)).Exist(ctx)
	if err != nil || known {
		return err
	}
	err = payment.Outside(ctx, payment.CallLimit, func(ctx context.Context) error {
		return s.Payment.Providers.Named(e.Provider).Gateway.Refund(ctx, e.TrackingID, 0)
	})
	if err != nil {
		return err
	}
	failpoint.Reached(pointUnknownReturned)
	slog.WarnContext(ctx, "unknown money was given back", "alarm", logs.ChargeUnknownGivenBack, "event", e.ID, "order", e.ProviderOrderID, "amount", e.Amount)
	return s.Payment.EventApplied(ctx, e)
}
