package audit

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/entitlement"
	"kaiin/ent/order"
)

const entitlementsAtOnce = 500

// entitlements looks for those whose order was not completed, or has been given back in full; those
// of contracts are looked at with them, too.
func (c *Checker) entitlements(ctx context.Context, counts Counts, report func(Finding) error) error {
	page := func(ctx context.Context, after uuid.UUID, size int) ([]*ent.Entitlement, error) {
		return c.Store.Client(ctx).Entitlement.Query().Where(entitlement.IDGT(after)).Order(entitlement.ByID()).Limit(size).All(ctx)
	}
	check := func(ctx context.Context, rows []*ent.Entitlement, f *findings) error {
		list, err := c.Store.Client(ctx).Order.Query().Where(order.IDIn(ids(rows, func(e *ent.Entitlement) uuid.UUID { return e.SourceID })...)).All(ctx)
		if err != nil {
			return err
		}
		orders := by(list, func(o *ent.Order) uuid.UUID { return o.ID })
		owed, err := c.Store.Client(ctx).Bill.Query().Where(bill.OrderIDIn(ids(list, func(o *ent.Order) uuid.UUID { return o.ID })...), bill.RefundedGT(0)).All(ctx)
		bills := by(owed, func(b *ent.Bill) uuid.UUID { return *b.OrderID })
		for _, e := range rows {
			if e.Source != entitlement.SourceOrder {
				continue
			}
			found := orders[e.SourceID]
			switch {
			case len(found) == 0:
				f.add(WatchesUnpaid, e.ID, "there is no order %s", e.SourceID)
			case found[0].State != order.StateCompleted || found[0].AccountID != e.AccountID:
				f.add(WatchesUnpaid, e.ID, "order %s of member %s is %s", e.SourceID, found[0].AccountID, found[0].State)
			case e.SubscriptionID != nil || e.RevokedAt != nil:
			case len(bills[e.SourceID]) > 0 && bills[e.SourceID][0].Refunded == bills[e.SourceID][0].Amount:
				f.add(WatchesUnpaid, e.ID, "all that was paid for order %s went back", e.SourceID)
			}
		}
		return err
	}
	return each(ctx, c, "entitlements", entitlementsAtOnce, counts, report, func(e *ent.Entitlement) uuid.UUID { return e.ID }, page, check, nil)
}

// orders looks for completed ones that gave nothing.
func (c *Checker) orders(ctx context.Context, counts Counts, report func(Finding) error) error {
	page := func(ctx context.Context, after uuid.UUID, size int) ([]*ent.Order, error) {
		return c.Store.Client(ctx).Order.Query().Where(order.IDGT(after), order.StateEQ(order.StateCompleted)).Order(order.ByID()).Limit(size).All(ctx)
	}
	check := func(ctx context.Context, rows []*ent.Order, f *findings) error {
		list, err := c.Store.Client(ctx).Entitlement.Query().
			Where(entitlement.SourceEQ(entitlement.SourceOrder), entitlement.SourceIDIn(ids(rows, func(o *ent.Order) uuid.UUID { return o.ID })...)).All(ctx)
		given := by(list, func(e *ent.Entitlement) uuid.UUID { return e.SourceID })
		for _, o := range rows {
			if len(given[o.ID]) == 0 {
				f.add(WatchesNothing, o.ID, "it is completed and gave no entitlement")
			}
		}
		return err
	}
	return each(ctx, c, "orders", entitlementsAtOnce, counts, report, func(o *ent.Order) uuid.UUID { return o.ID }, page, check, nil)
}
