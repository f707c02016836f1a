package audit

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
)

const billsAtOnce = 500

func billID(b *ent.Bill) uuid.UUID { return b.ID }

// chargesOf are the charges of the bills, by bill.
func (c *Checker) chargesOf(ctx context.Context, bills []*ent.Bill) (map[uuid.UUID][]*ent.Charge, []*ent.Charge, error) {
	rows, err := c.Store.Client(ctx).Charge.Query().Where(charge.BillIDIn(ids(bills, billID)...)).All(ctx)
	return by(rows, func(row *ent.Charge) uuid.UUID { return row.BillID }), rows, err
}

// bills looks at each with its charges and what of them went back.
func (c *Checker) bills(ctx context.Context, counts Counts, report func(Finding) error) error {
	page := func(ctx context.Context, after uuid.UUID, size int) ([]*ent.Bill, error) {
		return c.Store.Client(ctx).Bill.Query().Where(bill.IDGT(after)).Order(bill.ByID()).Limit(size).All(ctx)
	}
	var waiting map[uuid.UUID]*ent.PaymentMethod
	check := func(ctx context.Context, rows []*ent.Bill, f *findings) error {
		charges, all, err := c.chargesOf(ctx, rows)
		if err != nil {
			return err
		}
		if waiting, err = c.untoldOf(ctx, rows); err != nil {
			return err
		}
		refunds, err := c.refundsOf(ctx, all)
		for _, b := range rows {
			checkBill(b, charges[b.ID], refunds, f)
		}
		return err
	}
	ask := func(ctx context.Context, rows []*ent.Bill, f *findings) error {
		for _, b := range rows {
			if method := waiting[b.ID]; method != nil {
				c.askUntold(ctx, b, method, f)
			}
		}
		return ctx.Err()
	}
	return each(ctx, c, "bills", billsAtOnce, counts, report, billID, page, check, ask)
}

func checkBill(b *ent.Bill, charges []*ent.Charge, refunds map[uuid.UUID][]*ent.Refund, f *findings) {
	var live, settled, orphaned, back int
	for _, row := range charges {
		back += sum(refunds[row.ID]).done
		switch {
		case isLive(row):
			live++
		case row.State == charge.StateSettled:
			settled++
		case row.State == charge.StateOrphaned:
			orphaned++
		}
	}
	if live+settled > 1 {
		f.add(ChargedTwice, b.ID, "%d charges are live and %d settled", live, settled)
	}
	if b.State == bill.StatePaid && b.Amount > 0 && settled+orphaned == 0 {
		f.add(PaidWithoutCharge, b.ID, "it is paid and none of %d charges is settled", len(charges))
	}
	if b.State == bill.StatePaying && live == 0 {
		f.add(PayingWithoutCharge, b.ID, "it is being paid and none of %d charges is under way", len(charges))
	}
	if want := min(back, b.Amount); b.Refunded != want {
		f.add(RefundedDiffers, b.ID, "it says that %d yen went back and %d yen did", b.Refunded, want)
	}
}
