package subscription

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/money/billing"
)

// Unknown implements billing.Owner: the bill says that it is being paid, and payment keeps looking.
func (s *Service) Unknown(context.Context, *ent.Bill) error { return nil }

// Returned implements billing.Owner. Money that we give back changes no contract: the staff also
// ends it if that is meant. What the provider takes back does (Reversed).
func (s *Service) Returned(context.Context, *ent.Bill) error { return nil }

// Settled takes the outcome of a period's charge. Money for a period that is over, or of a contract
// that does not wait for it, is not wanted.
func (s *Service) Settled(ctx context.Context, o billing.Outcome) (wanted bool, err error) {
	row, err := s.lock(ctx, *o.Bill.SubscriptionID)
	if err != nil {
		return false, err
	}
	group := Status(row.Status).Group()
	awaited := row.Period+1 == o.Bill.Period && (group == GroupContract || group == GroupTrial || group == GroupHold)
	switch {
	case !awaited && group == GroupEnded && !o.Paid():
		return false, s.Billing.Void(ctx, o.Bill)
	case !awaited:
		return false, nil
	case o.Paid():
		return s.paid(ctx, row, o.Bill)
	case group == GroupHold:
		return true, s.retryFailed(ctx, row, o)
	case !o.Refused(): // given up for reasons of ours: what is due is decided anew
		return true, s.wakeAt(ctx, row, s.Clock.Now())
	default:
		return true, s.refused(ctx, row, o)
	}
}

func (s *Service) paid(ctx context.Context, row *ent.Subscription, paid *ent.Bill) (wanted bool, err error) {
	p, err := s.Catalog.PlanOfContract(ctx, row.PlanID)
	if err != nil {
		return false, err
	}
	basis := basisOf(row, p, nil) // what the term costs is paid
	if s.Clock.Today().After(paid.PeriodEnd) {
		held := Status(row.Status).Group() == GroupHold
		row, err := s.pass(ctx, row, basis.Term(paid.Period))
		if err == nil && held {
			err = s.owesAnew(ctx, row, s.Clock.Today())
		}
		return false, err
	}
	if Status(row.Status).Group() == GroupHold {
		return true, s.released(ctx, row, paid, basis)
	}
	return true, s.renewed(ctx, row, paid, basis)
}

// renewed moves the contract to its next term, which begins today if it is paid too
// late (startsLate).
func (s *Service) renewed(ctx context.Context, row *ent.Subscription, paid *ent.Bill, basis Basis) error {
	event, term, told := Renewed, basis.Term(paid.Period), map[Event]bool{}
	if Status(row.Status) == NewTrialContract {
		event = TrialConverted
	}
	switched, err := s.switchedBy(ctx, row, paid)
	if err != nil {
		return err
	}
	late, err := s.startsLate(ctx, row, term.Start)
	if err != nil {
		return err
	}
	if late {
		event, term = RenewedLate, basis.anew(s.Clock.Today(), paid.Period).Term(paid.Period)
		if paid, err = s.Billing.Redate(ctx, paid, term.Start, term.End, term.TaxRate); err != nil {
			return err
		}
	}
	if s.Clock.Today().After(row.NextSettlementDay) {
		if told, err = s.toldOf(ctx, row); err != nil {
			return err
		}
	}
	row, err = s.forward(ctx, row, event, paid, term, func(u *ent.SubscriptionUpdateOne) {
		if late {
			u.SetAnchorDay(term.Start).SetAnchorPeriod(paid.Period)
		}
	})
	if err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, method string) notify.Message {
		return notify.Renewed{
			Contract: about, Amount: paid.Amount, Tax: paid.Tax, Method: method,
			TermStart: term.Start, TermEnd: term.End, NextPayment: nextPayment(row, p), Late: len(told) > 0, Switched: switched,
		}
	})
}

// released lets a held contract go on, counted anew from the day of the payment. That is the day on
// which it is known: until then its member could not watch.
func (s *Service) released(ctx context.Context, row *ent.Subscription, paid *ent.Bill, basis Basis) (err error) {
	term := basis.anew(s.Clock.Today(), paid.Period).Term(paid.Period)
	if term.Start.After(paid.PeriodStart) {
		if paid, err = s.Billing.Redate(ctx, paid, term.Start, term.End, term.TaxRate); err != nil {
			return err
		}
	}
	row, err = s.forward(ctx, row, Retried, paid, term, func(u *ent.SubscriptionUpdateOne) {
		u.SetAnchorDay(term.Start).SetAnchorPeriod(paid.Period).ClearHeldAt()
	})
	if err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, method string) notify.Message {
		return notify.Renewed{
			Contract: about, Amount: paid.Amount, Tax: paid.Tax, Method: method,
			TermStart: term.Start, TermEnd: term.End, NextPayment: nextPayment(row, p), Released: true,
		}
	})
}

// forward moves the contract into the term that was paid and lets the member watch.
func (s *Service) forward(ctx context.Context, row *ent.Subscription, event Event, paid *ent.Bill, term Term, change func(*ent.SubscriptionUpdateOne)) (*ent.Subscription, error) {
	at := term.After()
	row, err := s.apply(ctx, row, event, paid, func(u *ent.SubscriptionUpdateOne) {
		u.SetPeriod(at.Term).SetTermStart(at.TermStart).SetNextSettlementDay(at.NextSettlement).SetPaidThrough(term.End).
			SetDueAt(firstLook(row, at.NextSettlement))
		change(u)
	})
	if err != nil {
		return nil, err
	}
	failpoint.Reached(pointRenewed)
	grace, err := s.grace(ctx)
	if err != nil {
		return nil, err
	}
	return row, s.Entitlement.Until(ctx, row.AccountID, row.ID, watchUntil(at.NextSettlement, grace))
}

// refused has the charge tried again the next day, with viewing open, for the store's days and
// while the period lasts; then the contract goes on hold. A card that is lost for good is not
// tried again.
func (s *Service) refused(ctx context.Context, row *ent.Subscription, o billing.Outcome) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	today, first := s.Clock.Today(), o.Bill.RefusedAt == nil
	since, again := today, today.AddDays(1)
	if !first {
		since = clock.DayOf(*o.Bill.RefusedAt)
	}
	last := lastTry(o.Bill, since, settings.Contracts.Retry())
	if o.Hard() || again.After(last) {
		return s.held(ctx, row, o.Bill)
	}
	at := again.Start()
	if err := s.Billing.Refused(ctx, o.Bill, &at); err != nil {
		return err
	}
	row, err = s.apply(ctx, row, RenewalRefused, o.Bill, func(u *ent.SubscriptionUpdateOne) {
		u.SetNextSettlementDay(again).SetDueAt(at)
	})
	if err != nil {
		return err
	}
	failpoint.Reached(pointRefused)
	if err := s.Entitlement.Until(ctx, row.AccountID, row.ID, watchUntil(again, settings.Contracts.Grace())); err != nil || !first {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, method string) notify.Message {
		return notify.RenewalRefused{
			Contract: about, Amount: o.Bill.Amount, Method: method, Again: again, Last: last,
		}
	})
}

// held stops the contract until the member pays.
func (s *Service) held(ctx context.Context, row *ent.Subscription, owed *ent.Bill) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	if err := s.Billing.Refused(ctx, owed, nil); err != nil {
		return err
	}
	event, now, over := RenewalFailed, s.Clock.Now(), s.Clock.Today().AddDays(settings.Contracts.Hold())
	if Status(row.Status) == NewTrialContract {
		event = TrialConversionFailed
	}
	provider := !ownBiller(row)
	row, err = s.apply(ctx, row, event, owed, func(u *ent.SubscriptionUpdateOne) {
		u.SetHeldAt(now).SetDueAt(over.Start()).SetBiller(subscription.BillerOurs)
	})
	if err != nil {
		return err
	}
	if provider { // it tries no more: the member chooses another way to pay
		if err := s.callOffNow(ctx, row); err != nil {
			return err
		}
	}
	failpoint.Reached(pointHeld)
	if err := s.Entitlement.Revoke(ctx, row.AccountID, row.ID); err != nil {
		return err
	}
	basis, _, err := s.basis(ctx, row)
	if err != nil {
		return err
	}
	until, ends := basis.payable(s.Clock.Today(), over.AddDays(-1))
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, method string) notify.Message {
		return notify.RenewalFailed{
			Contract: about, Amount: owed.Amount, Method: method, Until: until, Ends: ends,
		}
	})
}

// retryFailed keeps a held contract held.
func (s *Service) retryFailed(ctx context.Context, row *ent.Subscription, o billing.Outcome) error {
	if err := s.Billing.Refused(ctx, o.Bill, nil); err != nil {
		return err
	}
	at, err := s.holdEnd(ctx, row)
	if err != nil {
		return err
	}
	_, err = s.apply(ctx, row, RetryFailed, o.Bill, func(u *ent.SubscriptionUpdateOne) { u.SetDueAt(at.Start()) })
	return err
}

// holdEnd is the day on which a held contract ends if it is not paid.
func (s *Service) holdEnd(ctx context.Context, row *ent.Subscription) (clock.Day, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return clock.Day{}, err
	}
	return heldUntil(row, settings), nil
}

func heldUntil(row *ent.Subscription, settings *settings.Settings) clock.Day {
	return clock.DayOf(*row.HeldAt).AddDays(settings.Contracts.Hold())
}

// holdOver ends a contract that was on hold for too long. While a charge is under way it waits.
func (s *Service) holdOver(ctx context.Context, row *ent.Subscription) error {
	end, err := s.holdEnd(ctx, row)
	if err != nil {
		return err
	}
	if s.Clock.Today().Before(end) {
		return s.wakeAt(ctx, row, end.Start())
	}
	if paying, err := s.busy(ctx, row); err != nil || paying {
		return firstOf(err, s.wakeAt(ctx, row, s.Clock.Now().Add(patience)))
	}
	if err := s.end(ctx, row, HoldExpired); err != nil {
		return err
	}
	failpoint.Reached(pointHoldEnded)
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
		return notify.HoldEnded{PlanName: about.PlanName}
	})
}

// busy reports whether a charge of the contract is not finished: it is under way, its outcome is
// unknown, or it is settled and the contract has not moved to the paid term yet.
func (s *Service) busy(ctx context.Context, row *ent.Subscription) (bool, error) {
	debts, err := s.debts(ctx, row)
	if err != nil {
		return false, err
	}
	debt := debts[row.ID]
	if owed := debt.Owed; owed != nil && owed.State == bill.StatePaid {
		return s.Payment.IsOutcomeWaiting(ctx, owed.ID)
	}
	return debt.Paying, nil
}

// chargedToday reports whether a charge that was begun today is under way, or of unknown outcome.
// An older one keeps no member from cancelling.
func (s *Service) chargedToday(ctx context.Context, row *ent.Subscription) (bool, error) {
	debts, err := s.debts(ctx, row)
	debt := debts[row.ID]
	return debt.Paying && !debt.Since.Before(s.Clock.Today()), err
}

// end closes the contract, what it owes and what it entitled to.
func (s *Service) end(ctx context.Context, row *ent.Subscription, event Event) error {
	if err := s.forget(ctx, row); err != nil {
		return err
	}
	row, err := s.apply(ctx, row, event, nil, noChoice)
	if err != nil {
		return err
	}
	if !ownBiller(row) {
		if err := s.callOffNow(ctx, row); err != nil {
			return err
		}
	}
	failpoint.Reached(pointEnded)
	owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
	if err != nil {
		return err
	}
	if owed != nil {
		if err := s.Billing.Void(ctx, owed); err != nil {
			return err
		}
	}
	return s.Entitlement.Revoke(ctx, row.AccountID, row.ID)
}

func firstOf(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// Reversed implements billing.Owner. When the provider took the payment of the running term back,
// the reason to serve is gone: the contract is on hold at once, nothing may be watched and nothing
// is charged until its member pays, and a mail tells them so. It is not charged by itself again.
// One that was cancelled ends. A term that is over changes nothing: the staff can end the contract.
func (s *Service) Reversed(ctx context.Context, b *ent.Bill, c *ent.Charge) (told bool, err error) {
	row, err := s.lock(ctx, *b.SubscriptionID)
	if err != nil || b.Period != row.Period || s.Clock.Today().After(b.PeriodEnd) {
		return false, err
	}
	mail := notify.PaymentReversed{Amount: c.Amount, PaidOn: clock.DayOf(c.CreatedAt)}
	if c.SettledAt != nil {
		mail.PaidOn = clock.DayOf(*c.SettledAt)
	}
	group := Status(row.Status).Group()
	if group == GroupContract { // its member pays the term that went back by another one, and what comes after costs what it was to cost
		if err := s.shift(ctx, row.ID, row.Period, 1); err != nil {
			return false, err
		}
	}
	basis, p, err := s.present(ctx, row)
	if err != nil {
		return false, err
	}
	next := basis.Term(row.Period + 1)
	switch {
	case group == GroupCancelRequested, group == GroupContract && next.Amount == 0: // there is nothing whose payment would let it go on
		mail.Ended = true
		err = s.end(ctx, row, Terminate)
	case group == GroupContract:
		row, err = s.holdReversed(ctx, row, p, next)
	default:
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if !mail.Ended {
		over, err := s.holdEnd(ctx, row)
		if err != nil {
			return false, err
		}
		mail.Until, mail.Ends = basis.payable(s.Clock.Today(), over.AddDays(-1))
	}
	return true, s.notify(ctx, row, func(about notify.Contract, _ *ent.Plan, method string) notify.Message {
		mail.Contract, mail.Method = about, method
		return mail
	})
}

// holdReversed puts a running contract on hold. What its member then pays is the next term, from
// the day of the payment.
func (s *Service) holdReversed(ctx context.Context, row *ent.Subscription, p *ent.Plan, next Term) (*ent.Subscription, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	owed, err := s.Billing.Of(ctx, row.ID, next.Number)
	if err == nil && owed == nil {
		owed, err = s.Billing.Owe(ctx, billOf(row, p, next))
	}
	if err != nil {
		return nil, err
	}
	provider, now, over := !ownBiller(row), s.Clock.Now(), s.Clock.Today().AddDays(settings.Contracts.Hold())
	row, err = s.apply(ctx, row, PaymentReversed, owed, func(u *ent.SubscriptionUpdateOne) {
		u.SetHeldAt(now).SetDueAt(over.Start()).SetBiller(subscription.BillerOurs)
	})
	if err != nil {
		return nil, err
	}
	if provider {
		if err := s.callOffNow(ctx, row); err != nil {
			return nil, err
		}
	}
	return row, s.Entitlement.Revoke(ctx, row.AccountID, row.ID)
}
