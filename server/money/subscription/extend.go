package subscription

import (
	"context"
	"log/slog"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/ent/bill"
	"kaiin/ent/subscriptionevent"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/notify"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts"
)

// Extension is how much longer the staff let a contract run before it is charged again.
type Extension struct {
	By         acts.Decision
	ContractID uuid.UUID
	Days       int
	// Over has a second person asked, in the transaction, about what who asks may not give alone:
	// the next billing day would move. Nil: of a command, whose staff have no limits.
	Over func(ctx context.Context, act *acts.Act, account uuid.UUID, from, to clock.Day) error
}

// ExtendByStaff moves the next billing day of a contract, and all that come after it: nothing is
// charged for the days between, which belong to the present period. One that is cancelled ends so
// much later. A mail tells the member.
//
// Faults: not found; INVALID_FORMAT on days; SUBSCRIPTION_ALREADY_CANCELLED for one that has ended;
// SUBSCRIPTION_ON_HOLD; SUBSCRIPTION_BILLED_BY_PROVIDER; CHARGE_UNDER_WAY from the billing day on
// until it is paid.
func (s *Service) ExtendByStaff(ctx context.Context, in Extension) error {
	if in.Days < 1 || in.Days > entitlement.MostDays {
		return fault.Invalid(fault.InvalidFormat, "days")
	}
	return s.decide(ctx, in.By, acts.ContractExtended, in.ContractID, func(ctx context.Context, row *ent.Subscription, act *acts.Act) error {
		owed, err := s.extendable(ctx, row)
		if err != nil {
			return err
		}
		from := row.NextSettlementDay
		to := from.AddDays(in.Days)
		act.Details = map[string]any{"days": in.Days, "from": from, "to": to}
		if in.Over != nil {
			over, err := s.Entitlement.OverDays(ctx, in.By, row.AccountID, in.Days)
			if err != nil {
				return err
			}
			if over {
				return in.Over(ctx, act, row.AccountID, from, to)
			}
		}
		return s.extend(ctx, row, owed, to, in.Days)
	})
}

// decide carries out what the staff decide about a contract, which is locked then, and is as it was
// shown to them.
func (s *Service) decide(ctx context.Context, by acts.Decision, kind acts.Kind, id uuid.UUID, do func(ctx context.Context, row *ent.Subscription, act *acts.Act) error) error {
	return by.Do(ctx, acts.Act{Kind: kind, Target: ofContract(id)}, func(ctx context.Context, act *acts.Act) error {
		row, err := s.lock(ctx, id)
		switch {
		case ent.IsNotFound(err):
			return fault.NotFound()
		case err != nil:
			return err
		}
		act.AccountID, act.Details = row.AccountID, map[string]any{"status": row.Status}
		if err := by.Still(ctx); err != nil {
			return err
		}
		return do(ctx, row, act)
	})
}

// extendable is the bill of the next term, nil when there is none yet, of a contract whose billing
// day may be moved.
func (s *Service) extendable(ctx context.Context, row *ent.Subscription) (owed *ent.Bill, err error) {
	switch {
	case !Status(row.Status).Contracted():
		return nil, fault.Precondition(fault.SubscriptionAlreadyCancelled)
	case row.HeldAt != nil:
		return nil, fault.Precondition(fault.SubscriptionOnHold)
	case !ownBiller(row):
		return nil, fault.Precondition(fault.SubscriptionBilledByProvider)
	}
	owed, err = s.Billing.Of(ctx, row.ID, row.Period+1)
	if err != nil {
		return nil, err
	}
	if !s.Clock.Today().Before(row.NextSettlementDay) || owed != nil && (owed.State != bill.StateOpen || refusedBefore(owed)) {
		return nil, fault.Precondition(fault.ChargeUnderWay)
	}
	return owed, nil
}

// extend moves the day on which the next term begins, which has the bill owed, if there is one yet.
func (s *Service) extend(ctx context.Context, row *ent.Subscription, owed *ent.Bill, to clock.Day, days int) error {
	grace, err := s.grace(ctx)
	if err != nil {
		return err
	}
	present, err := s.Billing.Of(ctx, row.ID, row.Period)
	if err != nil {
		return err
	}
	if present != nil {
		if err := s.Billing.Prolong(ctx, present, to.AddDays(-1)); err != nil {
			return err
		}
	}
	row, err = s.apply(ctx, row, Extended, present, func(u *ent.SubscriptionUpdateOne) {
		u.SetNextSettlementDay(to).SetAnchorDay(to).SetAnchorPeriod(row.Period + 1).SetDueAt(to.Start())
		if row.Period == 0 {
			u.SetFirstPaymentDay(to)
		}
		if present != nil && present.State == bill.StatePaid || row.PaidThrough == row.NextSettlementDay.AddDays(-1) {
			u.SetPaidThrough(to.AddDays(-1))
		}
	})
	if err != nil {
		return err
	}
	if owed != nil {
		basis, p, err := s.basis(ctx, row)
		if err != nil {
			return err
		}
		if err := s.Billing.Afresh(ctx, owed, billOf(row, p, basis.Term(owed.Period))); err != nil {
			return err
		}
	}
	if err := s.Entitlement.Until(ctx, row.AccountID, row.ID, watchUntil(to, grace)); err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
		if !Status(row.Status).Remains() {
			about.LeaveToken = "" // it is cancelled
		}
		return notify.ContractExtended{Contract: about, Days: days, NextPayment: nextPayment(row, p), Last: to.AddDays(-1)}
	})
}

// longestPause is how many days ahead the next try of a refused charge may be put.
const longestPause = 30

// PauseRetries puts the next try of a refused charge off to the day, until which its member goes on
// watching. If the days of tries are over then, it is the last one. A mail tells the member.
//
// Faults: not found; INVALID_FORMAT on until, which is a day after today, within 30 days and the
// term that is owed; those of retried.
func (s *Service) PauseRetries(ctx context.Context, by acts.Decision, id uuid.UUID, until clock.Day) error {
	return s.decide(ctx, by, acts.RetriesPaused, id, func(ctx context.Context, row *ent.Subscription, act *acts.Act) error {
		owed, err := s.retried(ctx, row)
		if err != nil {
			return err
		}
		if today := s.Clock.Today(); !until.After(today) || until.After(today.AddDays(longestPause)) || until.After(owed.PeriodEnd) {
			return fault.Invalid(fault.InvalidFormat, "until")
		}
		return s.tryOn(ctx, row, owed, until, act)
	})
}

// ResumeRetries has a refused charge tried again tomorrow, after a pause. Where nothing is paused,
// nothing is changed. A mail tells the member. Faults: not found; those of retried.
func (s *Service) ResumeRetries(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	return s.decide(ctx, by, acts.RetriesPaused, id, func(ctx context.Context, row *ent.Subscription, act *acts.Act) error {
		owed, err := s.retried(ctx, row)
		if err != nil {
			return err
		}
		tomorrow := s.Clock.Today().AddDays(1)
		if !row.NextSettlementDay.After(tomorrow) {
			act.Unchanged = true
			return nil
		}
		return s.tryOn(ctx, row, owed, tomorrow, act)
	})
}

// tryOn has a refused charge tried again on the day.
func (s *Service) tryOn(ctx context.Context, row *ent.Subscription, owed *ent.Bill, on clock.Day, act *acts.Act) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	act.Details = map[string]any{"from": row.NextSettlementDay, "to": on}
	at := on.Start()
	if err := s.Billing.Refused(ctx, owed, &at); err != nil {
		return err
	}
	row, err = s.apply(ctx, row, RetriesMoved, owed, func(u *ent.SubscriptionUpdateOne) { u.SetNextSettlementDay(on).SetDueAt(at) })
	if err != nil {
		return err
	}
	if err := s.Entitlement.Until(ctx, row.AccountID, row.ID, watchUntil(on, settings.Contracts.Grace())); err != nil {
		return err
	}
	last := lastTry(owed, clock.DayOf(*owed.RefusedAt), settings.Contracts.Retry())
	if last.Before(on) {
		last = on
	}
	return s.notify(ctx, row, func(about notify.Contract, _ *ent.Plan, method string) notify.Message {
		return notify.RetriesMoved{Contract: about, Amount: owed.Amount, Method: method, Again: on, Last: last}
	})
}

// retried is the bill of a contract whose refused charge is tried again by itself. Faults:
// SUBSCRIPTION_ALREADY_CANCELLED, also where its end was requested; CHARGE_UNDER_WAY;
// SUBSCRIPTION_NOT_RETRIED for any other.
func (s *Service) retried(ctx context.Context, row *ent.Subscription) (*ent.Bill, error) {
	if !Status(row.Status).Remains() {
		return nil, fault.Precondition(fault.SubscriptionAlreadyCancelled)
	}
	owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
	switch {
	case err != nil:
		return nil, err
	case owed != nil && owed.State != bill.StateOpen:
		return nil, fault.Precondition(fault.ChargeUnderWay)
	case row.HeldAt != nil || !ownBiller(row) || !refusedBefore(owed):
		return nil, fault.Precondition(fault.SubscriptionNotRetried)
	}
	return owed, nil
}

// RetryByStaff has what a contract owes charged now: a job does it at once where the charge is
// tried again by itself; one on hold is charged for the term that begins today, before this
// returns. That it is refused is no error: the contract says what has become of it.
//
// Faults: not found, also of a member who has left or is suspended; those of retried;
// PAYMENT_METHOD_UNAVAILABLE; throttled; and for one on hold those of Retry.
func (s *Service) RetryByStaff(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	var started payment.Started
	err := by.Do(ctx, acts.Act{Kind: acts.RetryAsked, Target: ofContract(id)}, func(ctx context.Context, act *acts.Act) error {
		started = payment.Started{}
		row, err := s.FindContract(ctx, id)
		if err != nil {
			return err
		}
		member, err := s.Account.LockAny(ctx, row.AccountID)
		if err != nil {
			return err
		}
		if row, err = s.lock(ctx, id); err != nil {
			return err
		}
		act.AccountID, act.Details = row.AccountID, map[string]any{"status": row.Status}
		if err := by.Still(ctx); err != nil {
			return err
		}
		if !retriable(member) {
			return fault.NotFound()
		}
		started, err = s.retryNow(ctx, row)
		return err
	})
	if err != nil || started.ID == uuid.Nil {
		return err
	}
	if _, err := s.Payment.Execute(ctx, started); err != nil { // it is open, and payment comes back to it
		slog.ErrorContext(ctx, "a charge that the staff asked for is open", "alarm", logs.ChargeLeftOpen, "charge", started.ID, "error", err)
	}
	return nil
}

// retryNow has a job charge what the contract owes, or begins the charge of one that is on hold.
func (s *Service) retryNow(ctx context.Context, row *ent.Subscription) (started payment.Started, err error) {
	owed, method, err := s.triable(ctx, row)
	if err != nil {
		return started, err
	}
	if owed == nil {
		return s.pay(ctx, row, method)
	}
	now, today := s.Clock.Now(), s.Clock.Today()
	if err := s.Billing.Refused(ctx, owed, &now); err != nil {
		return started, err
	}
	if _, err = s.apply(ctx, row, RetriesMoved, owed, func(u *ent.SubscriptionUpdateOne) { u.SetNextSettlementDay(today).SetDueAt(now) }); err != nil {
		return started, err
	}
	return started, s.Store.Enqueue(ctx, RenewArgs{SubscriptionID: row.ID}, nil)
}

// retriable tells whether what the member owes may be charged now.
func retriable(member *ent.Account) bool {
	return member != nil && member.Status == account.StatusActive
}

// triable is with which method the staff may have a contract charged now, and the bill that is
// tried again by itself; nil for one that is on hold. Faults are those of RetryByStaff.
func (s *Service) triable(ctx context.Context, row *ent.Subscription) (owed *ent.Bill, method *ent.PaymentMethod, err error) {
	if Status(row.Status).Group() == GroupHold {
		err = s.payable(ctx, row)
	} else {
		owed, err = s.retried(ctx, row)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := s.limitTries(ctx, row); err != nil {
		return nil, nil, err
	}
	if method, err = s.method(ctx, row); err != nil {
		return nil, nil, err
	}
	if !s.Payment.Takes(method) {
		return nil, nil, fault.Precondition(fault.PaymentMethodUnavailable)
	}
	return owed, method, nil
}

// triesADay is how many charges of a contract may be refused within a day before the staff have to
// wait: companies of cards count them.
const triesADay = 3

// limitTries is a throttled fault when that many were refused.
func (s *Service) limitTries(ctx context.Context, row *ent.Subscription) error {
	const day = 24 * time.Hour
	refused, err := s.Store.Client(ctx).SubscriptionEvent.Query().Where(subscriptionevent.SubscriptionID(row.ID),
		subscriptionevent.EventIn(string(RetryFailed), string(RenewalRefused)), subscriptionevent.CreatedAtGT(s.Clock.Now().Add(-day))).
		Order(subscriptionevent.ByCreatedAt(sql.OrderDesc())).Limit(triesADay).All(ctx)
	if err == nil && len(refused) == triesADay {
		err = fault.Throttled(fault.TooManyRequests, refused[triesADay-1].CreatedAt.Add(day).Sub(s.Clock.Now()))
	}
	return err
}
