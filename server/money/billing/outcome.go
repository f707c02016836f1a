package billing

import (
	"context"
	"log/slog"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
	"kaiin/server/money/payment"
)

// Recorded implements payment.Ledger: it writes an outcome to the bill. It changes a bill that is
// being paid and no other: of one that is over, only the money counts, and Applied sees to that.
func (s *Service) Recorded(ctx context.Context, o payment.Outcome) error {
	client, now := s.Store.Client(ctx), s.Clock.Now()
	if o.Open() {
		b, err := client.Bill.Get(ctx, o.Charge.BillID)
		if err != nil {
			return err
		}
		return s.owner(b).Unknown(ctx, b)
	}
	update := client.Bill.Update().Where(bill.ID(o.Charge.BillID), bill.StateEQ(bill.StatePaying)).SetUpdatedAt(now)
	if !o.Paid() {
		return update.SetState(bill.StateOpen).Exec(ctx)
	}
	invoice, err := s.frozen(ctx)
	if err != nil { // money that moved is recorded, whatever else goes wrong
		slog.ErrorContext(ctx, "a paid bill has no invoice", "alarm", logs.BillWithoutInvoice, "bill", o.Charge.BillID, "error", err)
	} else {
		update.SetInvoice(invoice)
	}
	return update.SetState(bill.StatePaid).SetPaidAt(now).Exec(ctx)
}

// Applied implements payment.Ledger: it carries out what a final outcome means for the
// bill's owner.
func (s *Service) Applied(ctx context.Context, o payment.Outcome) (wanted bool, err error) {
	b, err := s.Store.Client(ctx).Bill.Get(ctx, o.Charge.BillID)
	if err != nil {
		return false, err
	}
	if o.Paid() && b.State != bill.StatePaid {
		return false, nil
	}
	return s.owner(b).Settled(ctx, Outcome{Outcome: o, Bill: b})
}

// GivenUp implements payment.Ledger: it asks the owner what becomes of a bill whose charge is given
// up without an answer.
func (s *Service) GivenUp(ctx context.Context, c *ent.Charge) error {
	b, err := s.Find(ctx, c.BillID)
	if err != nil || b.State != bill.StatePaying {
		return err
	}
	return s.owner(b).GivenUp(ctx, b)
}

// Forgo ends the wait for a charge without an answer: the bill becomes waived, for what went by
// until the last day, or void. What the charge proves to have taken goes back. done is false when
// the outcome has come meanwhile.
func (s *Service) Forgo(ctx context.Context, b *ent.Bill, state bill.State, last clock.Day) (done bool, err error) {
	n, err := s.Store.Client(ctx).Bill.Update().Where(bill.ID(b.ID), bill.StateEQ(bill.StatePaying)).
		SetState(state).SetPeriodEnd(last).SetUpdatedAt(s.Clock.Now()).Save(ctx)
	return n == 1, err
}
