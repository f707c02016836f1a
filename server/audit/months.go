package audit

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/subscription"
	"kaiin/server/clock"
	"kaiin/server/payment"
)

// ofMonth reports whether the provider made the charge by itself, for a month: it knows it by no order of ours.
func ofMonth(row *ent.Charge) bool {
	return row.Origin == charge.OriginProvider && row.Initiator == charge.InitiatorMerchant
}

// linesOf are what the provider told of those charges that it made by itself.
func (c *Checker) linesOf(ctx context.Context, charges []*ent.Charge) (map[uuid.UUID]payment.ProviderCharge, error) {
	var wanted []uuid.UUID
	for _, row := range charges {
		if ofMonth(row) {
			wanted = append(wanted, row.ID)
		}
	}
	lines := map[uuid.UUID]payment.ProviderCharge{}
	if c.Month == nil || len(wanted) == 0 {
		return lines, nil
	}
	events, err := c.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ChargeIDIn(wanted...), gatewayevent.BodyNotNil()).All(ctx)
	for _, e := range events {
		var line payment.ProviderCharge
		if json.Unmarshal(e.Body, &line) == nil && line.Month != "" {
			lines[*e.ChargeID] = line
		}
	}
	return lines, err
}

// untold is how many days after its day a month of which the provider has told nothing is asked for.
const untold = 3

// untoldOf are the agreements of those bills that have waited for what the provider tells of their month.
func (c *Checker) untoldOf(ctx context.Context, bills []*ent.Bill) (map[uuid.UUID]*ent.PaymentMethod, error) {
	waiting := map[uuid.UUID]uuid.UUID{} // bills by contract
	for _, b := range bills {
		if b.State == bill.StateOpen && b.SubscriptionID != nil && !c.Clock.Today().Before(b.DueDay.AddDays(untold)) {
			waiting[*b.SubscriptionID] = b.ID
		}
	}
	methods := map[uuid.UUID]*ent.PaymentMethod{}
	if c.Month == nil || len(waiting) == 0 {
		return methods, nil
	}
	client := c.Store.Client(ctx)
	contracts, err := client.Subscription.Query().Where(subscription.IDIn(slices.Collect(maps.Keys(waiting))...),
		subscription.BillerEQ(subscription.BillerProvider), subscription.PaymentMethodIDNotNil()).All(ctx)
	if err != nil {
		return nil, err
	}
	list, err := client.PaymentMethod.Query().Where(paymentmethod.IDIn(ids(contracts, paidWith)...)).All(ctx)
	byID := by(list, func(m *ent.PaymentMethod) uuid.UUID { return m.ID })
	for _, row := range contracts {
		if method := byID[paidWith(row)]; method != nil {
			methods[waiting[row.ID]] = method[0]
		}
	}
	return methods, err
}

func paidWith(row *ent.Subscription) uuid.UUID { return *row.PaymentMethodID }

// askUntold asks for the month of a bill of which nothing is told.
func (c *Checker) askUntold(ctx context.Context, b *ent.Bill, method *ent.PaymentMethod, f *findings) {
	month := b.PeriodStart.Start().In(clock.Tokyo).Format("200601")
	switch t, err := c.Month(ctx, method.Provider, method.Reference, month); {
	case err != nil:
		f.add(ProviderSilent, b.ID, "month %s of %s: %v", month, method.Reference, err)
	case t.State == payment.TransactionSettled:
		f.add(ProviderDiffers, b.ID, "nothing is known of month %s of %s, for which the provider took %d yen", month, method.Reference, t.Amount)
	}
}
