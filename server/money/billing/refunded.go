package billing

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/words"
	"kaiin/server/money/payment"
)

// Refunded implements payment.Ledger: it writes to the bill what was given back, and tells whom the
// bill is of once that is all of it, or where the provider took it back, and its member. A release
// is of money that never paid the bill: the member alone is told.
func (s *Service) Refunded(ctx context.Context, c *ent.Charge, r *ent.Refund) error {
	b, err := s.lock(ctx, c.BillID)
	if err != nil {
		return err
	}
	if r.Kind == refund.KindRelease {
		return s.tellRefund(ctx, b, c, r)
	}
	b, err = b.Update().SetRefunded(min(b.Amount, b.Refunded+r.Amount)).SetUpdatedAt(s.Clock.Now()).Save(ctx)
	if err != nil {
		return err
	}
	if b.Refunded == b.Amount {
		if err := s.owner(b).Returned(ctx, b); err != nil {
			return err
		}
	}
	if payment.Reversed(r) {
		if told, err := s.owner(b).Reversed(ctx, b, c); err != nil || told {
			return err
		}
	}
	if toldWithOrder(b, c) {
		return nil
	}
	return s.tellRefund(ctx, b, c, r)
}

// toldWithOrder reports whether the mail that said that the order has failed also said that the
// money goes back.
func toldWithOrder(b *ent.Bill, c *ent.Charge) bool {
	return c.State == charge.StateOrphaned && b.OrderID != nil && b.State == bill.StatePaid
}

// tellRefund mails the member of the bill that money was given back. Someone who has left
// gets none.
func (s *Service) tellRefund(ctx context.Context, b *ent.Bill, c *ent.Charge, r *ent.Refund) error {
	member, err := s.Account.Find(ctx, b.AccountID)
	if fault.Is(err, fault.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	methods, err := s.Payment.MethodsByID(ctx, c.PaymentMethodID)
	if err != nil {
		return err
	}
	released := r.Kind == refund.KindRelease
	mail := notify.Refunded{
		PlanName: words.Text(b.PlanName).In(member.Locale), Amount: r.Amount, Paid: c.Amount, PaidOn: paidOn(c),
		Method: payment.Label(methods[c.PaymentMethodID], member.Locale), Late: c.State == charge.StateOrphaned || released,
	}
	if released {
		mail.Paid, mail.Unlisted = r.Amount, true
	}
	if b.SubscriptionID != nil {
		mail.Start, mail.End = b.PeriodStart, b.PeriodEnd
	}
	if b.State == bill.StatePaid && !released {
		mail.RefundID = r.ID.String()
	}
	return s.Account.Mail(ctx, member, member.Locale, mail)
}

// paidOn is the day on which the charge was settled.
func paidOn(c *ent.Charge) clock.Day {
	at := c.CreatedAt
	if c.SettledAt != nil {
		at = *c.SettledAt
	}
	return clock.DayOf(at)
}
