package payment

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/gatewayevent"
)

// A month about which a provider tells nothing is asked for: silence is a question, not an answer.

// MonthTold reports whether the provider has told whether it took the money of the method's month.
func (s *Service) MonthTold(ctx context.Context, m *ent.PaymentMethod, month string) (bool, error) {
	return s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(m.Provider), gatewayevent.EventKeyIn(
		monthKey(m.Reference, month, ProviderChargeSettled), monthKey(m.Reference, month, ProviderChargeDeclined))).Exist(ctx)
}

// AskMonth asks the provider what became of the method's month, which is of so many yen. That it took the money is kept, and applied by a job,
// as if it had told it. It is an error when the provider does not answer; it must not run in a transaction.
func (s *Service) AskMonth(ctx context.Context, m *ent.PaymentMethod, month string, yen int) (taken bool, err error) {
	var t Transaction
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.Providers.Month(ctx, m.Provider, m.Reference, month)
		return err
	})
	if err != nil || t.State != TransactionSettled {
		return false, err
	}
	if t.Amount != 0 {
		yen = t.Amount
	}
	line := ProviderCharge{
		Provider: m.Provider, Reference: m.Reference, TrackingID: t.TrackingID, Month: month, Amount: yen, Result: ProviderChargeSettled, At: s.Clock.Now(),
	}
	_, err = s.TakeMonths(ctx, func(yield func(ProviderCharge, error) bool) { yield(line, nil) })
	return err == nil, err
}
