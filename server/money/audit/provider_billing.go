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
	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/providerbilling"
)

// ofMonth reports whether the provider made the charge by itself, for a month: it knows it by no
// order of ours.
func ofMonth(row *ent.Charge) bool {
	return row.Origin == charge.OriginProvider && row.Initiator == charge.InitiatorMerchant
}

// linesOf are what the provider told of those charges that it made by itself.
func (c *Checker) linesOf(ctx context.Context, charges []*ent.Charge) (map[uuid.UUID]gateway.ProviderCharge, error) {
	var wanted []uuid.UUID
	for _, row := range charges {
		if ofMonth(row) {
			wanted = append(wanted, row.ID)
		}
	}
	lines := map[uuid.UUID]gateway.ProviderCharge{}
	if c.Month == nil || len(wanted) == 0 {
		return lines, nil
	}
	events, err := c.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ChargeIDIn(wanted...), gatewayevent.BodyNotNil()).All(ctx)
	for _, e := range events {
		var line gateway.ProviderCharge
		if json.Unmarshal(e.Body, &line) == nil && line.Month != "" {
			lines[*e.ChargeID] = line
		}
	}
	return lines, err
}

// untold is after how many days we ask for a month. It counts if the provider has told nothing.
const untold = 3

// untoldOf are the agreements of those bills, open or waived, of whose month the provider that
// charges them by itself has told nothing.
func (c *Checker) untoldOf(ctx context.Context, bills []*ent.Bill) (map[uuid.UUID]*ent.PaymentMethod, error) {
	var waiting []*ent.Bill
	for _, b := range bills {
		late := !c.Clock.Today().Before(b.DueDay.AddDays(untold))
		if b.SubscriptionID != nil && b.OrderID == nil && late && (b.State == bill.StateOpen || b.State == bill.StateWaived) {
			waiting = append(waiting, b)
		}
	}
	methods := map[uuid.UUID]*ent.PaymentMethod{}
	if c.Month == nil || len(waiting) == 0 {
		return methods, nil
	}
	agreed, err := c.agreementsOf(ctx, waiting)
	if err != nil || len(agreed) == 0 {
		return methods, err
	}
	keys := map[string]uuid.UUID{}
	for _, b := range waiting {
		if m := agreed[*b.SubscriptionID]; m != nil {
			methods[b.ID] = m
			keys[providerbilling.MonthKey(m.Reference, monthOf(b))] = b.ID
		}
	}
	told, err := c.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.EventKeyIn(slices.Collect(maps.Keys(keys))...)).All(ctx)
	for _, e := range told {
		delete(methods, keys[e.EventKey])
	}
	return methods, err
}

// agreementsOf are the agreements by which a provider charges the bills' contracts by itself, or
// did: those of their orders.
func (c *Checker) agreementsOf(ctx context.Context, bills []*ent.Bill) (map[uuid.UUID]*ent.PaymentMethod, error) {
	client, contracts := c.Store.Client(ctx), map[uuid.UUID]bool{}
	for _, b := range bills {
		contracts[*b.SubscriptionID] = true
	}
	orders, err := client.Bill.Query().Where(bill.SubscriptionIDIn(slices.Collect(maps.Keys(contracts))...), bill.OrderIDNotNil()).All(ctx)
	if err != nil {
		return nil, err
	}
	charges, err := client.Charge.Query().Where(charge.BillIDIn(ids(orders, billID)...), charge.OriginEQ(charge.OriginProvider),
		charge.InitiatorEQ(charge.InitiatorMember), charge.StateEQ(charge.StateSettled)).All(ctx)
	if err != nil {
		return nil, err
	}
	list, err := client.PaymentMethod.Query().Where(paymentmethod.IDIn(ids(charges, func(row *ent.Charge) uuid.UUID { return row.PaymentMethodID })...)).All(ctx)
	byID, byBill := by(list, func(m *ent.PaymentMethod) uuid.UUID { return m.ID }), by(charges, func(row *ent.Charge) uuid.UUID { return row.BillID })
	agreed := map[uuid.UUID]*ent.PaymentMethod{}
	for _, b := range orders {
		for _, row := range byBill[b.ID] {
			if method := byID[row.PaymentMethodID]; len(method) > 0 && method[0].Reference != "" {
				agreed[*b.SubscriptionID] = method[0]
			}
		}
	}
	return agreed, err
}

// monthOf is the month that pays the bill, as providers write it.
func monthOf(b *ent.Bill) string { return b.PeriodStart.Start().In(clock.Tokyo).Format("200601") }

// askUntold asks for the month of a bill if the provider has told nothing about it.
func (c *Checker) askUntold(ctx context.Context, b *ent.Bill, method *ent.PaymentMethod, f *findings) {
	month := monthOf(b)
	switch t, err := c.Month(ctx, method.Provider, method.Reference, month); {
	case err != nil:
		f.add(ProviderSilent, b.ID, "month %s of %s: %v", month, method.Reference, err)
	case t.State == gateway.TransactionSettled:
		f.add(ProviderDiffers, b.ID, "nothing is known of month %s of %s, for which the provider took %d yen", month, method.Reference, t.Amount)
	}
}
