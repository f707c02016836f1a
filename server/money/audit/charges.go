package audit

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/money/gateway"
)

const chargesAtOnce = 500

func chargeID(c *ent.Charge) uuid.UUID { return c.ID }

func isLive(c *ent.Charge) bool {
	return c.State == charge.StateAttempting || c.State == charge.StateUnknown || c.State == charge.StateAuthorized
}

// waits reports whether the outcome of the charge is known and not applied yet.
func waits(c *ent.Charge) bool {
	return c.AppliedAt == nil && !isLive(c) && c.State != charge.StateOrphaned
}

// refunds of a charge, added up in yen.
type sums struct{ done, open int }

func sum(rows []*ent.Refund) (s sums) {
	for _, r := range rows {
		switch {
		case r.Kind != refund.KindRefund || r.State == refund.StateRefused:
		case r.State == refund.StateDone:
			s.done += r.Amount
		default:
			s.open += r.Amount
		}
	}
	return s
}

// refundsOf are the refunds of the charges, by charge.
func (c *Checker) refundsOf(ctx context.Context, charges []*ent.Charge) (map[uuid.UUID][]*ent.Refund, error) {
	rows, err := c.Store.Client(ctx).Refund.Query().Where(refund.ChargeIDIn(ids(charges, chargeID)...)).All(ctx)
	return by(rows, func(r *ent.Refund) uuid.UUID { return r.ChargeID }), err
}

// charges looks at each with its bill and its refunds, and asks the provider.
func (c *Checker) charges(ctx context.Context, counts Counts, report func(Finding) error) error {
	var refunds map[uuid.UUID][]*ent.Refund
	var lines map[uuid.UUID]gateway.ProviderCharge
	var now time.Time // before the rows are read: what is applied meanwhile has not waited
	page := func(ctx context.Context, after uuid.UUID, size int) ([]*ent.Charge, error) {
		now = c.Clock.Now()
		return c.Store.Client(ctx).Charge.Query().Where(charge.IDGT(after)).Order(charge.ByID()).Limit(size).All(ctx)
	}
	check := func(ctx context.Context, rows []*ent.Charge, f *findings) (err error) {
		if refunds, err = c.refundsOf(ctx, rows); err != nil {
			return err
		}
		if lines, err = c.linesOf(ctx, rows); err != nil {
			return err
		}
		list, err := c.Store.Client(ctx).Bill.Query().Where(bill.IDIn(ids(rows, func(row *ent.Charge) uuid.UUID { return row.BillID })...)).All(ctx)
		bills := by(list, func(b *ent.Bill) uuid.UUID { return b.ID })
		for _, row := range rows {
			var owed *ent.Bill
			if found := bills[row.BillID]; len(found) == 1 {
				owed = found[0]
			}
			c.charge(row, owed, sum(refunds[row.ID]), now, f)
		}
		return err
	}
	ask := func(ctx context.Context, rows []*ent.Charge, f *findings) error {
		for _, row := range rows {
			line, told := lines[row.ID]
			switch {
			case isLive(row):
			case !ofMonth(row) && c.Lookup != nil:
				t, err := c.Lookup(ctx, row.Provider, row.ProviderOrderID, cmp.Or(row.TrackingID, row.ProviderRef))
				compare(row, refunds[row.ID], "order "+row.ProviderOrderID, t, err, f)
			case ofMonth(row) && told && c.Month != nil:
				t, err := c.Month(ctx, row.Provider, line.Reference, line.Month)
				compare(row, refunds[row.ID], "month "+line.Month+" of "+line.Reference, t, err, f)
			}
		}
		return ctx.Err()
	}
	return each(ctx, c, "charges", chargesAtOnce, counts, report, chargeID, page, check, ask)
}

func (c *Checker) charge(row *ent.Charge, owed *ent.Bill, back sums, now time.Time, f *findings) {
	took := row.State == charge.StateSettled || row.State == charge.StateOrphaned
	switch {
	case owed == nil:
		f.add(ChargeWithoutBill, row.ID, "there is no bill %s", row.BillID)
	case owed.Amount != row.Amount:
		f.add(AmountDiffers, row.ID, "it is %d yen and bill %s is %d yen", row.Amount, owed.ID, owed.Amount)
	case isLive(row) && owed.State != bill.StatePaying && !decidedWithout(row, owed, now):
		f.add(PayingWithoutCharge, row.ID, "it is %s and bill %s is %s", row.State, owed.ID, owed.State)
	case row.State == charge.StateSettled && owed.State != bill.StatePaid && !waits(row):
		f.add(ChargeUnrecorded, row.ID, "it is settled and bill %s is %s", owed.ID, owed.State)
	}
	if waits(row) && now.Sub(row.UpdatedAt) >= unapplied {
		f.add(OutcomeUnapplied, row.ID, "it is %s since %s and was never applied", row.State, row.UpdatedAt)
	}
	switch {
	case back.done+back.open > 0 && !took:
		f.add(RefundWithoutCharge, row.ID, "it is %s and %d yen of it are given back", row.State, back.done+back.open)
	case back.done+back.open > row.Amount:
		f.add(RefundExceedsCharge, row.ID, "it is %d yen and %d yen of it are given back", row.Amount, back.done+back.open)
	case row.State == charge.StateOrphaned && back.done+back.open < row.Amount:
		f.add(OrphanKept, row.ID, "of %d yen %d yen are given back", row.Amount, back.done+back.open)
	}
}

// decidedWithout reports whether the charge was given up without an answer: its bill does not wait
// for it any more.
func decidedWithout(row *ent.Charge, owed *ent.Bill, now time.Time) bool {
	return (owed.State == bill.StateWaived || owed.State == bill.StateVoid) && !now.Before(row.GiveUpAt)
}

// compare holds a charge that has come to its end against what the provider says of it under its
// name there. What is on its way back may have arrived there.
func compare(row *ent.Charge, refunds []*ent.Refund, name string, t gateway.Transaction, err error, f *findings) {
	if err != nil {
		f.add(ProviderSilent, row.ID, "%s: %v", name, err)
		return
	}
	back, releasing := sum(refunds), false
	for _, r := range refunds {
		releasing = releasing || r.Kind == refund.KindRelease && (r.State == refund.StateAttempting || r.State == refund.StateUnknown)
	}
	most := back.done + back.open
	right := false
	switch t.State {
	case gateway.TransactionSettled:
		right = row.SettledAt != nil && back.done < row.Amount || releasing
	case gateway.TransactionCanceled:
		right = row.SettledAt == nil || most == row.Amount
	case gateway.TransactionAuthorized:
		right = releasing
	case gateway.TransactionNone:
		right = row.SettledAt == nil
	}
	if right && t.Amount != 0 && row.SettledAt != nil {
		right = t.Amount == row.Amount && t.Refunded >= back.done && t.Refunded <= most
	}
	if !right {
		f.add(ProviderDiffers, row.ID, "it is %s, %d yen, and %d to %d yen went back; the provider knows %s as %s, %d yen, and %d yen went back",
			row.State, row.Amount, back.done, most, name, t.State, t.Amount, t.Refunded)
	}
}

// refunds looks for those of no charge; the others are looked at with their charges.
func (c *Checker) refunds(ctx context.Context, counts Counts, report func(Finding) error) error {
	page := func(ctx context.Context, after uuid.UUID, size int) ([]*ent.Refund, error) {
		return c.Store.Client(ctx).Refund.Query().Where(refund.IDGT(after)).Order(refund.ByID()).Limit(size).All(ctx)
	}
	check := func(ctx context.Context, rows []*ent.Refund, f *findings) error {
		list, err := c.Store.Client(ctx).Charge.Query().Where(charge.IDIn(ids(rows, func(r *ent.Refund) uuid.UUID { return r.ChargeID })...)).IDs(ctx)
		known := by(list, func(id uuid.UUID) uuid.UUID { return id })
		for _, r := range rows {
			if known[r.ChargeID] == nil {
				f.add(RefundWithoutCharge, r.ID, "there is no charge %s", r.ChargeID)
			}
		}
		return err
	}
	return each(ctx, c, "refunds", chargesAtOnce, counts, report, func(r *ent.Refund) uuid.UUID { return r.ID }, page, check, nil)
}
