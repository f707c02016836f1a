package subscription

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/cancellation"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
)

// undosADay is how often the cancellation of a contract may be taken back within a day. Cancelling
// itself is never limited.
const undosADay = 5

// Undo takes the cancellation of the member's contract back: it goes on exactly as before. It mails
// that, once. A contract that is not cancelled stays as it is, since the answer to a former call
// may have been lost. Next is the page that says so.
//
// Faults: not found (another's, or ended); SUBSCRIPTION_RENEWING_UNDO from the billing day on and
// while a charge is under way; PAYMENT_METHOD_NOT_REGISTERED for a member without one;
// SUBSCRIPTION_AGREEMENT_ENDED once the provider that charges by itself was told; throttled.
func (s *Service) Undo(ctx context.Context, a actor.Actor, id string) (next step.Step, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.Lock(ctx, a.AccountID); err != nil { // who is blocked is charged nothing more
			return err
		}
		row, err := s.lockOwn(ctx, a, id)
		if err != nil {
			return err
		}
		if !Status(row.Status).Contracted() {
			return fault.NotFound()
		}
		next = step.ContractKept(row.ID.String())
		if Status(row.Status).Remains() {
			return nil
		}
		if err := s.undoable(ctx, row); err != nil {
			return err
		}
		if err := s.limitUndo(ctx, row); err != nil {
			return err
		}
		return s.undo(ctx, row)
	})
	if err != nil {
		return step.Step{}, err
	}
	failpoint.Reached(pointUndone)
	return next, nil
}

func (s *Service) undo(ctx context.Context, row *ent.Subscription) error {
	resume, due := row.ResumeStatus, firstLook(row, row.NextSettlementDay)
	if row.HeldAt != nil {
		end, err := s.holdEnd(ctx, row)
		if err != nil {
			return err
		}
		due = end.Start()
	}
	row, err := s.apply(ctx, row, CancelUndone, nil, func(u *ent.SubscriptionUpdateOne) {
		if resume != "" {
			u.SetStatus(resume)
		}
		u.SetResumeStatus("").ClearCancelRequestedAt().SetDueAt(due)
	})
	if err != nil {
		return err
	}
	err = s.Store.Client(ctx).Cancellation.Update().Where(cancellation.SubscriptionID(row.ID), cancellation.UndoneAtIsNil()).
		SetUndoneAt(s.Clock.Now()).Exec(ctx)
	if err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
		return notify.ContractKept{
			Contract: about, Held: Status(row.Status).Group() == GroupHold, NextPayment: nextPayment(row, p),
		}
	})
}

// undoable is nil for a cancelled contract whose cancellation may be taken back now, else the fault
// that says why not.
func (s *Service) undoable(ctx context.Context, row *ent.Subscription) error {
	owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
	if err != nil {
		return err
	}
	busy := owed != nil && owed.State != bill.StateOpen // or paid, and given back as unexpected
	if busy || s.Clock.Today().After(lastDay(row)) {
		return fault.Precondition(fault.SubscriptionRenewingUndo)
	}
	if !ownBiller(row) {
		method, err := s.method(ctx, row)
		if err != nil {
			return err
		}
		if !s.Payment.Agreed(method) {
			return fault.Precondition(fault.SubscriptionAgreementEnded)
		}
	}
	if row.PaymentMethodID == nil { // a campaign's code pays for all of it
		return nil
	}
	wallet, err := s.Payment.Wallet(ctx, row.AccountID)
	if err != nil {
		return err
	}
	if len(wallet.Methods) == 0 {
		return fault.Precondition(fault.PaymentMethodNotRegistered)
	}
	return nil
}

// limitUndo is a throttled fault when the cancellation was taken back too often within a day, since
// each time sends mails.
func (s *Service) limitUndo(ctx context.Context, row *ent.Subscription) error {
	const day = 24 * time.Hour
	undone, err := s.Store.Client(ctx).Cancellation.Query().
		Where(cancellation.SubscriptionID(row.ID), cancellation.UndoneAtGT(s.Clock.Now().Add(-day))).
		Order(ent.Asc(cancellation.FieldUndoneAt)).All(ctx)
	if err != nil {
		return err
	}
	if len(undone) >= undosADay {
		return fault.Throttled(fault.TooManyRequests, undone[len(undone)-undosADay].UndoneAt.Add(day).Sub(s.Clock.Now()))
	}
	return nil
}

// chargedNext is nextPayment for a contract whose day may have gone by while it was on hold: then
// it is charged today.
func (s *Service) chargedNext(row *ent.Subscription, p *ent.Plan) clock.Day {
	day, today := nextPayment(row, p), s.Clock.Today()
	if !day.IsZero() && day.Before(today) {
		return today
	}
	return day
}

// nextPayment is the day of the next charge; the zero Day for a contract that waits for its member,
// is cancelled, or is not renewed any more. p is the plan that its next term is of.
func nextPayment(row *ent.Subscription, p *ent.Plan) clock.Day {
	group, basis := Status(row.Status).Group(), basisOf(row, p, nil)
	if chose(row) && p.ID == row.NextPlanID {
		basis = basis.changed(row.Period+1, p, row.NextPrice).stoppedBy(lastRenewal(row.NextForceStopRenewAt))
	}
	if group != GroupContract && group != GroupTrial || !basis.Renews(row.NextSettlementDay) {
		return clock.Day{}
	}
	if !ownBiller(row) {
		return ChargedOn(row.NextSettlementDay)
	}
	return row.NextSettlementDay
}
