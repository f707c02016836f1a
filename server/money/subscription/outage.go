package subscription

import (
	"context"
	"fmt"
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/subscriptionevent"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
)

// While a provider does not answer, it is unknown whether a term was paid. What holds then:
//
//	its charge is given up ─▶ the term is waived up to the day before; another one begins on that day, counted anew, at the same price
//	the charge stays open  ─▶ the new term waits until the provider has told what became of it, or another method is chosen
//	it proves to be settled ─▶ that money goes back
//	paid after the days of grace, or with viewing closed ─▶ the term begins on the day of payment (startsLate)
//	a day late, viewing closed, paid at last ─▶ one mail each
//	the member leaves ─▶ from the day after the billing day that is always taken

// GivenUp implements billing.Owner.
func (s *Service) GivenUp(ctx context.Context, b *ent.Bill) error {
	row, err := s.lock(ctx, *b.SubscriptionID)
	if err != nil {
		return err
	}
	group := Status(row.Status).Group()
	switch {
	case group == GroupEnded:
		_, err := s.Billing.Forgo(ctx, b, bill.StateVoid, b.PeriodEnd)
		return err
	case group == GroupCancelRequested: // it ends within a day, and the bill with it
		return nil
	case row.Period+1 != b.Period:
		return fmt.Errorf("contract %s is in period %d and its bill %s of period %d is given up", row.ID, row.Period, b.ID, b.Period)
	}
	last := s.Clock.Today().AddDays(-1)
	if last.Before(b.PeriodStart) {
		last = b.PeriodStart
	}
	if last.After(b.PeriodEnd) {
		last = b.PeriodEnd
	}
	done, err := s.Billing.Forgo(ctx, b, bill.StateWaived, last)
	if err != nil || !done {
		return err
	}
	from, now := last.AddDays(1), s.Clock.Now()
	update := row.Update().SetPeriod(b.Period).SetTermStart(b.PeriodStart).SetNextSettlementDay(from).SetUpdatedAt(now)
	if group != GroupHold {
		update.SetDueAt(now)
	}
	if last.Before(b.PeriodEnd) {
		update.SetAnchorDay(from).SetAnchorPeriod(b.Period + 1)
	}
	if row, err = update.Save(ctx); err != nil {
		return err
	}
	if last.Before(b.PeriodEnd) {
		if err := s.shift(ctx, row.ID, b.Period, 1); err != nil {
			return err
		}
	}
	if group == GroupHold {
		return s.owesAnew(ctx, row, from)
	}
	return nil
}

// owesAnew has a held contract, whose last period went by without a payment that counts, owe the
// next one, from the day on.
func (s *Service) owesAnew(ctx context.Context, row *ent.Subscription, from clock.Day) error {
	row, err := row.Update().SetAnchorDay(from).SetAnchorPeriod(row.Period + 1).Save(ctx)
	if err != nil {
		return err
	}
	basis, p, err := s.basis(ctx, row)
	if err != nil {
		return err
	}
	_, err = s.Billing.Owe(ctx, billOf(row, p, basis.Term(row.Period+1)))
	return err
}

// unanswered reports whether the contract's present term was waived because it is unknown whether
// it was paid, and the provider of what the contract is paid with has not told that yet: what comes
// next is not charged before.
func (s *Service) unanswered(ctx context.Context, row *ent.Subscription) (bool, error) {
	if row.AnchorPeriod != row.Period+1 || row.PaymentMethodID == nil {
		return false, nil
	}
	before, err := s.Billing.Of(ctx, row.ID, row.Period)
	if err != nil || before == nil || before.State != bill.StateWaived {
		return false, err
	}
	return s.Payment.Unanswered(ctx, before.ID, *row.PaymentMethodID)
}

// startsLate reports whether the term, which is paid today, begins today instead of on the day,
// because it is paid after the days of grace or viewing has closed meanwhile. Months that a carrier
// charges by itself keep their days.
func (s *Service) startsLate(ctx context.Context, row *ent.Subscription, start clock.Day) (bool, error) {
	today := s.Clock.Today()
	if !ownBiller(row) || !today.After(start) {
		return false, nil
	}
	grace, err := s.grace(ctx)
	if err != nil || today.After(start.AddDays(grace)) {
		return err == nil, err
	}
	_, open, err := s.Entitlement.Open(ctx, row.ID)
	return !open, err
}

// toldOf are the mails about the payment that is late now: PaymentLate and ViewingClosed.
func (s *Service) toldOf(ctx context.Context, row *ent.Subscription) (told map[Event]bool, err error) {
	events, err := s.Store.Client(ctx).SubscriptionEvent.Query().Where(subscriptionevent.SubscriptionID(row.ID),
		subscriptionevent.EventIn(string(PaymentLate), string(ViewingClosed)),
		subscriptionevent.CreatedAtGTE(row.PaidThrough.AddDays(1).Start())).All(ctx)
	told = map[Event]bool{}
	for _, e := range events {
		told[Event(e.Event)] = true
	}
	return told, err
}

// tellDelay mails the member of a contract that cannot be charged now: once from the morning after
// the billing day on, and once when viewing has closed.
func (s *Service) tellDelay(ctx context.Context, row *ent.Subscription, next Term) error {
	until, open, err := s.Entitlement.Open(ctx, row.ID)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	today := clock.DayOf(now)
	if open && (!today.After(row.NextSettlementDay) || now.Before(morning(today))) {
		return nil
	}
	told, err := s.toldOf(ctx, row)
	event := PaymentLate
	if !open {
		event = ViewingClosed
	}
	if err != nil || told[event] {
		return err
	}
	due := row.NextSettlementDay
	if row, err = s.apply(ctx, row, event, nil, func(*ent.SubscriptionUpdateOne) {}); err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, _ *ent.Plan, method string) notify.Message {
		if open {
			return notify.PaymentLate{Contract: about, Amount: next.Amount, Method: method, Day: due, Watch: clock.DayOf(until.Add(-time.Microsecond))}
		}
		return notify.ViewingClosed{Contract: about, Amount: next.Amount, Method: method}
	})
}
