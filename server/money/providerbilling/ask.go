package providerbilling

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/ent/gatewayevent"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

// A month about which a provider tells nothing is asked for: silence is a question, not an answer.

// AskMonths has what is known of the method's month, and waits, applied now. It joins the caller's
// transaction.
func (s *Service) AskMonths(ctx context.Context, m *ent.PaymentMethod, month string) error {
	ids, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(m.Provider), gatewayevent.AppliedAtIsNil(),
		gatewayevent.EventKeyIn(resultKeys(m.Reference, month)...)).IDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Store.Enqueue(ctx, MonthArgs{EventID: id}, nil); err != nil {
			return err
		}
	}
	return nil
}

// MonthTold is when the provider first told whether it took the money of the method's month; the
// zero time when it has not.
func (s *Service) MonthTold(ctx context.Context, m *ent.PaymentMethod, month string) (time.Time, error) {
	first, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(m.Provider), gatewayevent.EventKeyIn(
		monthKey(m.Reference, month, gateway.ProviderChargeSettled), monthKey(m.Reference, month, gateway.ProviderChargeDeclined))).
		Order(gatewayevent.ByReceivedAt()).First(ctx)
	if ent.IsNotFound(err) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return first.ReceivedAt, nil
}

// AskMonth asks the provider what became of the method's month, which is of so many yen. That it
// took the money is kept, and applied by a job, as if it had told it. It is an error when the
// provider does not answer; it must not run in a transaction.
func (s *Service) AskMonth(ctx context.Context, m *ent.PaymentMethod, month string, yen int) (taken bool, err error) {
	var t gateway.Transaction
	err = payment.Outside(ctx, payment.CallLimit, func(ctx context.Context) (err error) {
		t, err = s.Payment.Providers.Month(ctx, m.Provider, m.Reference, month)
		return err
	})
	if err != nil || t.State != gateway.TransactionSettled {
		return false, err
	}
	if t.Amount != 0 {
		yen = t.Amount
	}
	line := gateway.ProviderCharge{
		Provider: m.Provider, Reference: m.Reference, TrackingID: t.TrackingID, Month: month, Amount: yen, Result: gateway.ProviderChargeSettled, At: s.Clock.Now(),
	}
	_, err = s.TakeMonths(ctx, func(yield func(gateway.ProviderCharge, error) bool) { yield(line, nil) })
	return err == nil, err
}
