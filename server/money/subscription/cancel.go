package subscription

import (
	"context"
	"encoding/json"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/cancellation"
	"kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/spoken"
	"kaiin/server/base/step"
)

// CancelInput is what a member sends to cancel: answers to the store's survey, by question.
type CancelInput struct{ Answers map[string][]string }

// cancelTime is how long the opened page of a cancellation may be sent.
const cancelTime = 24 * time.Hour

// cancelling is the flow of a contract's cancellation, one each, so that two tabs with two
// contracts do not disturb each other.
func cancelling(id uuid.UUID) flow.Kind { return flow.Kind("withdraw/" + id.String()) }

// opened is what the page of a cancellation remembers.
type opened struct{ ReturnTo string }

// Cancel ends the member's contract with its term: from now on nothing is charged. It mails a
// receipt. Next is the page that says so. However often it is called, there is one cancellation and
// one mail.
//
// Faults: not found (another's, or ended by the store); SUBSCRIPTION_ALREADY_CANCELLED;
// SUBSCRIPTION_RENEWING on the billing day and while a charge that was begun today is under way; a
// broken flow when the page was not opened in this browser; wrong answers on answers.<question>.
func (s *Service) Cancel(ctx context.Context, a actor.Actor, id string, in CancelInput) (next step.Step, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.lockOwn(ctx, a, id)
		if err != nil {
			return err
		}
		var page opened
		found, err := s.Flow.Lock(ctx, a.SessionID, cancelling(row.ID), &page)
		if err != nil {
			return err
		}
		if !found {
			if err := s.cancellable(ctx, row); err != nil {
				return err
			}
			return fault.BrokenFlow(fault.InvalidSessionFlow, step.CancelContract(row.ID.String(), ""))
		}
		if err := s.cancel(ctx, row, cancellation.ByMember, a.Locale, in.Answers); err != nil {
			return err
		}
		next = step.ContractCancelled(row.ID.String(), page.ReturnTo)
		_, err = s.Flow.Spend(ctx, a.SessionID, cancelling(row.ID))
		return err
	})
	if err != nil {
		return step.Step{}, err
	}
	failpoint.Reached(pointCancelled)
	return next, nil
}

// cancel is Cancel for a contract that the caller has locked and knows to be the member's, by a
// session or a mailed link. Only members with a session are asked the store's survey, in the
// language of locale.
func (s *Service) cancel(ctx context.Context, row *ent.Subscription, by cancellation.By, locale string, answers map[string][]string) error {
	if err := s.cancellable(ctx, row); err != nil {
		return err
	}
	var answered json.RawMessage
	if by == cancellation.ByMember {
		settings, err := s.Settings.Get(ctx)
		if err != nil {
			return err
		}
		if err := settings.CancelSurvey.Check(answers).Err(); err != nil {
			return err
		}
		if answered, err = settings.CancelSurvey.Keep(locale, answers); err != nil {
			return err
		}
	}
	return s.cancelKept(ctx, row, by, answered)
}

// cancelKept cancels a contract that may be cancelled. answered are the answers to the survey as
// they are stored; nil without any.
func (s *Service) cancelKept(ctx context.Context, row *ent.Subscription, by cancellation.By, answered json.RawMessage) error {
	watch, err := s.watchable(ctx, row)
	if err != nil {
		return err
	}
	row, kept, open, err := s.request(ctx, row, by, answered)
	if err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
		return notify.ContractCancelled{
			PlanName: about.PlanName, Receipt: kept.Receipt, Watch: watch, UndoUntil: lastDay(row), ContractID: about.ContractID, Open: open,
		}
	})
}

// request is cancelKept without its mail. open says that it is not known whether a charge took
// money: if so, it goes back.
func (s *Service) request(
	ctx context.Context, row *ent.Subscription, by cancellation.By, answered json.RawMessage,
) (_ *ent.Subscription, kept *ent.Cancellation, open bool, err error) {
	if open, err = s.abandon(ctx, row); err != nil {
		return nil, nil, false, err
	}
	now, resume, over := s.Clock.Now(), row.Status, row.NextSettlementDay
	held, tomorrow := Status(row.Status).Group() == GroupHold, s.Clock.Today().AddDays(1)
	if held || over.Before(tomorrow) { // what is not paid ends today
		over = tomorrow
	}
	next, due := row.NextSettlementDay, over.Start()
	if off := callOff(next); !ownBiller(row) && s.Clock.Today().Before(off) {
		due = off.Start()
	}
	row, err = s.apply(ctx, row, CancelRequested, nil, func(u *ent.SubscriptionUpdateOne) {
		u.SetResumeStatus(resume).SetCancelRequestedAt(now).SetDueAt(due)
		if over.After(next) && !held {
			u.SetNextSettlementDay(over)
		}
	})
	if err != nil {
		return nil, nil, false, err
	}
	if !ownBiller(row) && !s.Clock.Today().Before(callOff(next)) {
		if err := s.callOffNow(ctx, row); err != nil {
			return nil, nil, false, err
		}
	}
	create := s.Store.Client(ctx).Cancellation.Create().SetSubscriptionID(row.ID).SetAccountID(row.AccountID).
		SetReceipt(spoken.New(spoken.Cancellation)).SetBy(by).SetCreatedAt(now)
	if answered != nil {
		create.SetAnswers(answered)
	}
	kept, err = create.Save(ctx)
	return row, kept, open, err
}

// abandon gives up the contract's open charge: what it proves to have taken goes back. open is
// false when there is none.
func (s *Service) abandon(ctx context.Context, row *ent.Subscription) (open bool, err error) {
	owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
	switch {
	case err != nil || owed == nil:
		return false, err
	case owed.State == bill.StatePaying:
		return true, s.Payment.Abandon(ctx, owed.ID)
	case owed.State == bill.StatePaid: // it moved the contract to no next period yet, and will not
		return s.Payment.IsOutcomeWaiting(ctx, owed.ID)
	}
	return false, nil
}

// cancellable is nil for a contract that may be cancelled now, else the fault that says why not.
func (s *Service) cancellable(ctx context.Context, row *ent.Subscription) error {
	switch status := Status(row.Status); {
	case status == Terminated:
		return fault.NotFound() // it was not cancelled
	case !status.Remains():
		return fault.Precondition(fault.SubscriptionAlreadyCancelled)
	case status.Group() != GroupHold && s.Clock.Today() == row.NextSettlementDay: // the billing day, and not a day longer
		return fault.Precondition(fault.SubscriptionRenewing)
	}
	busy, err := s.chargedToday(ctx, row)
	if err != nil {
		return err
	}
	if busy {
		return fault.Precondition(fault.SubscriptionRenewing)
	}
	return nil
}

// lockOwn is lock for a contract of the member; another's is not found.
func (s *Service) lockOwn(ctx context.Context, a actor.Actor, id string) (*ent.Subscription, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, fault.NotFound()
	}
	row, err := s.lock(ctx, key)
	if ent.IsNotFound(err) || (err == nil && row.AccountID != a.AccountID) {
		return nil, fault.NotFound()
	}
	return row, err
}

// lastDay is the last day of a contract that was cancelled: the one before the next charge, and for
// a held one, which has no paid days left, that of the cancellation.
func lastDay(row *ent.Subscription) clock.Day {
	switch Status(row.Status) {
	case HoldCancelRequest, TrialHoldCancelRequest, HoldCancelled:
		if row.CancelRequestedAt != nil {
			return clock.DayOf(*row.CancelRequestedAt)
		}
	}
	return row.NextSettlementDay.AddDays(-1)
}

// watchable is the last day on which the member watches when they cancel now: the last one that is
// paid, or today, while a payment is late; the zero Day when a hold or the end of the days of grace
// has stopped that.
func (s *Service) watchable(ctx context.Context, row *ent.Subscription) (clock.Day, error) {
	switch today := s.Clock.Today(); {
	case Status(row.Status).Group() == GroupHold:
		return clock.Day{}, nil
	case today.Before(row.NextSettlementDay):
		return row.NextSettlementDay.AddDays(-1), nil
	default:
		_, open, err := s.Entitlement.Open(ctx, row.ID)
		if err != nil || !open {
			return clock.Day{}, err
		}
		return today, nil
	}
}

// Remains reports whether the contract keeps its member from leaving. One that is scheduled to
// cancel does not: what is left of its term is forfeited. A held one does.
func (s Status) Remains() bool { return s.Contracted() && s.Group() != GroupCancelRequested }

// Leave ends the contracts of a member who leaves: those that are scheduled to cancel, at once. It
// joins the caller's transaction, which holds the account's lock. Fault: CONTRACT_REMAINS when
// there is any other.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	rows, err := s.Store.Client(ctx).Subscription.Query().
		Where(subscription.AccountID(accountID), subscription.StatusIn(contracted...)).
		Order(subscription.ByID(sql.OrderAsc())).ForUpdate().All(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if Status(row.Status).Remains() {
			return fault.Precondition(fault.ContractRemains)
		}
	}
	for _, row := range rows {
		if err := s.end(ctx, row, Terminate); err != nil {
			return err
		}
	}
	return nil
}
