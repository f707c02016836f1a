package subscription

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/subscription"
	"kaiin/ent/subscriptionevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

// retriesAnHour is how many charges of a held contract may be refused within an hour before its
// member has to wait.
const retriesAnHour = 10

// ChangeMethod has the contract paid with another method of the member's wallet from now on. That
// charges nothing, unless the contract is on hold: then what is owed is charged at once, as by
// Retry. A refused charge leaves the new method in place. Next is the page that says that it was
// changed, or the contract while it is not known whether the charge went through.
//
// Faults: not found (another's contract or method, or an ended contract); on paymentMethodId
// PAYMENT_METHOD_NOT_SELECTED, PAYMENT_METHOD_NOT_FOR_PLAN and PAYMENT_METHOD_UNAVAILABLE;
// PAYMENT_METHOD_NOT_CHANGEABLE for a contract that is to end; SUBSCRIPTION_RENEWING_METHOD on the
// billing day until it is paid or refused, and while a charge is under way; and for a held contract
// those of Retry. PAYMENT_METHOD_CHANGE_FAILED when a defect kept it from being changed (E-068):
// nothing is changed, and nothing charged.
func (s *Service) ChangeMethod(ctx context.Context, a actor.Actor, id, methodID string) (next step.Step, err error) {
	if methodID == "" {
		return next, fault.Invalid(fault.PaymentMethodNotSelected, "paymentMethodId")
	}
	var started payment.Started
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, wallet, err := s.lockWithWallet(ctx, a, id)
		if err != nil {
			return err
		}
		if err := s.changeable(ctx, row); err != nil {
			return err
		}
		v, err := s.view(ctx, row)
		if err != nil {
			return err
		}
		method, err := s.choose(wallet, methodID, v.Monthly())
		if err != nil {
			return err
		}
		next = step.MethodChanged(row.ID.String())
		update := row.Update().SetPaymentMethodID(method.ID).SetUpdatedAt(s.Clock.Now())
		if !ownBiller(row) { // from the next term on it is us who charge
			if err := s.Payment.End(ctx, *row.PaymentMethodID); err != nil {
				return err
			}
			update.SetBiller(subscription.BillerOurs).SetDueAt(row.NextSettlementDay.Start())
		}
		if row.NextSettlementDay.Before(s.Clock.Today()) { // it waits for a provider, which may be another one now
			update.SetDueAt(s.Clock.Now())
		}
		row, err = update.Save(ctx)
		if err != nil || Status(row.Status).Group() != GroupHold {
			return err
		}
		if started, err = s.pay(ctx, row, method); err != nil {
			return err
		}
		next = step.MethodPaid(row.ID.String(), started.BillID.String())
		return nil
	})
	if _, told := fault.As(err); err != nil && !told && store.FailureOf(ctx, err) == store.Broken {
		err = fault.Broken(fault.PaymentMethodChangeFailed, err)
	}
	if err != nil {
		return step.Step{}, err
	}
	return s.answer(ctx, started, id, next)
}

// Retry charges a held contract for the term that begins today. A contract that is not on hold
// stays as it is, since the answer to a former call may have been lost. Next is the contract, which
// tells its state, also while that is not known yet.
//
// Faults: not found (another's, or ended); CARD_DECLINED, PAYMENT_DECLINED; PAYMENT_PENDING while a
// charge is under way; PAYMENT_METHOD_NOT_REGISTERED and PAYMENT_METHOD_UNAVAILABLE;
// SUBSCRIPTION_ENDING for a contract that no payment keeps alive; throttled.
func (s *Service) Retry(ctx context.Context, a actor.Actor, id string) (next step.Step, err error) {
	var started payment.Started
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, wallet, err := s.lockWithWallet(ctx, a, id)
		if err != nil {
			return err
		}
		next = step.Contract(row.ID.String())
		if Status(row.Status).Group() != GroupHold {
			return nil
		}
		if err := s.payable(ctx, row); err != nil {
			return err
		}
		method, err := s.method(ctx, row)
		switch {
		case err != nil:
			return err
		case len(wallet.Methods) == 0:
			return fault.Precondition(fault.PaymentMethodNotRegistered)
		case !s.Payment.Takes(method):
			return fault.Precondition(fault.PaymentMethodUnavailable)
		}
		started, err = s.pay(ctx, row, method)
		return err
	})
	if err != nil {
		return step.Step{}, err
	}
	return s.answer(ctx, started, id, next)
}

// lockWithWallet is lockOwn for a running contract, with the wallet of its member, which stays as
// it is: it changes under the lock of the account, which comes first.
func (s *Service) lockWithWallet(ctx context.Context, a actor.Actor, id string) (row *ent.Subscription, w payment.Wallet, err error) {
	if _, err := s.Account.Lock(ctx, a.AccountID); err != nil {
		return nil, w, err
	}
	row, err = s.lockOwn(ctx, a, id)
	if err == nil && !Status(row.Status).Contracted() {
		err = fault.NotFound()
	}
	if err != nil {
		return nil, w, err
	}
	w, err = s.Payment.Wallet(ctx, a.AccountID)
	return row, w, err
}

// choose is the method of the wallet that the form names. Another member's is as unknown as one
// that never was.
func (s *Service) choose(w payment.Wallet, id string, monthly bool) (*ent.PaymentMethod, error) {
	method, ok := w.Find(id)
	switch {
	case !ok:
		return nil, fault.NotFound()
	case !s.Payment.Chargeable(method), !s.Payment.Providers.Sells(method.PaymentMethodType, monthly):
		return nil, fault.Invalid(fault.PaymentMethodNotForPlan, "paymentMethodId")
	case !s.Payment.Usable(method):
		return nil, fault.Invalid(fault.PaymentMethodUnavailable, "paymentMethodId")
	}
	return method, nil
}

// Monthly reports whether all that the contract is going to be charged for is paid once a month:
// the plan that it is of, and the one that its member has chosen.
func (v View) Monthly() bool {
	monthly := SpanOf(v.Row).Monthly()
	for _, chosen := range []*ent.Plan{v.Coming, v.Waiting} {
		monthly = monthly && (chosen == nil || BasisOf(chosen, v.Row.NextSettlementDay, 0).Span.Monthly())
	}
	return monthly
}

// changeable is nil for a contract whose payment method may be changed now, else the fault that
// says why not. While a refused charge is tried again day by day it may: the next try uses the
// new method.
func (s *Service) changeable(ctx context.Context, row *ent.Subscription) error {
	if row.PaymentMethodID == nil { // a campaign's code pays for all of it, and it ends by itself
		return fault.Precondition(fault.PaymentMethodNotChangeable)
	}
	switch Status(row.Status).Group() {
	case GroupCancelRequested:
		return fault.Precondition(fault.PaymentMethodNotChangeable)
	case GroupHold:
		return s.payable(ctx, row)
	}
	owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
	switch {
	case err != nil:
		return err
	case !ownBiller(row) && !s.Clock.Today().Before(ChargedOn(row.NextSettlementDay)): // the provider charges the month
		return fault.Precondition(fault.SubscriptionRenewingMethod)
	case owed != nil && owed.State != bill.StateOpen, !refusedBefore(owed) && s.Clock.Today() == row.NextSettlementDay:
		return fault.Precondition(fault.SubscriptionRenewingMethod)
	}
	return nil
}

// refusedBefore reports whether what is owed is tried again because it was refused.
func refusedBefore(owed *ent.Bill) bool { return owed != nil && owed.RefusedAt != nil }

// payable is nil for a held contract that may be paid now, else the fault that says why not.
func (s *Service) payable(ctx context.Context, row *ent.Subscription) error {
	owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
	if err != nil {
		return err
	}
	if owed != nil && owed.State != bill.StateOpen {
		return fault.Precondition(fault.PaymentPending)
	}
	basis, _, err := s.basis(ctx, row)
	if err != nil {
		return err
	}
	end, err := s.holdEnd(ctx, row)
	if err != nil {
		return err
	}
	if today := s.Clock.Today(); !today.Before(end) || !basis.Renews(today) {
		return fault.Precondition(fault.SubscriptionEnding)
	}
	return s.limitRetries(ctx, row)
}

// limitRetries is a throttled fault when too many charges of the held contract were refused within
// the last hour.
func (s *Service) limitRetries(ctx context.Context, row *ent.Subscription) error {
	refused, err := s.Store.Client(ctx).SubscriptionEvent.Query().Where(
		subscriptionevent.SubscriptionID(row.ID), subscriptionevent.Event(string(RetryFailed)),
		subscriptionevent.CreatedAtGT(s.Clock.Now().Add(-time.Hour)),
	).Order(subscriptionevent.ByCreatedAt(sql.OrderDesc())).Limit(retriesAnHour).All(ctx)
	if err != nil {
		return err
	}
	if len(refused) == retriesAnHour {
		return fault.Throttled(fault.TooManyRequests, refused[retriesAnHour-1].CreatedAt.Add(time.Hour).Sub(s.Clock.Now()))
	}
	return nil
}

// pay records that a held contract, which is payable, is being charged for the term that
// begins today.
func (s *Service) pay(ctx context.Context, row *ent.Subscription, method *ent.PaymentMethod) (started payment.Started, err error) {
	basis, p, err := s.basis(ctx, row)
	if err != nil {
		return started, err
	}
	if basis, err = s.TakeBack(ctx, row, basis, p); err != nil {
		return started, err
	}
	owed, err := s.Billing.Of(ctx, row.ID, row.Period+1)
	if err != nil {
		return started, err
	}
	if owed == nil {
		return started, fmt.Errorf("contract %s is on hold and owes nothing", row.ID)
	}
	if owed, err = s.Billing.Restate(ctx, owed, billOf(row, p, basis.anew(s.Clock.Today(), owed.Period).Term(owed.Period))); err != nil {
		return started, err
	}
	return s.attempt(ctx, row, owed, method)
}

// answer brings the charge, if one was started, to its end, and says where to go then.
func (s *Service) answer(ctx context.Context, started payment.Started, id string, done step.Step) (step.Step, error) {
	if started.ID == uuid.Nil {
		return done, nil
	}
	charged, err := s.Payment.Execute(ctx, started)
	if err != nil { // it is open, and payment comes back to it
		slog.ErrorContext(ctx, "a charge that a member asked for is open", "alarm", logs.ChargeLeftOpen, "charge", started.ID, "error", err)
		return step.Contract(id), nil
	}
	out := payment.Outcome{Charge: charged, Reason: gateway.Reason(charged.Reason)}
	switch {
	case out.Open():
		return step.Contract(id), nil
	case out.Refused():
		return step.Step{}, fault.Precondition(s.Payment.Declined(charged))
	case !out.Paid():
		return step.Step{}, fault.Precondition(fault.PaymentUnavailable)
	}
	return done, nil
}

// lastTry is the last day on which a bill that was refused first on the day is tried again, which
// the staff may have put off.
func lastTry(owed *ent.Bill, refused clock.Day, days int) clock.Day {
	last := refused.AddDays(days)
	if owed.NextAttemptAt != nil && clock.DayOf(*owed.NextAttemptAt).After(last) {
		last = clock.DayOf(*owed.NextAttemptAt)
	}
	if last.After(owed.PeriodEnd) {
		return owed.PeriodEnd
	}
	return last
}

// MethodEnded tells the member, for every contract that would be charged to the method next, to
// choose another way to pay: its agreement is over at the provider. It joins the transaction that
// takes the method out of the wallet, which happens once. What is due meanwhile is put on hold, as
// after a refusal for good.
func (s *Service) MethodEnded(ctx context.Context, accountID, methodID uuid.UUID) error {
	holdings, err := s.Holdings(ctx, accountID)
	if err != nil {
		return err
	}
	for _, row := range holdings.Running() {
		group := Status(row.Status).Group()
		if row.PaymentMethodID == nil || *row.PaymentMethodID != methodID || group != GroupContract && group != GroupTrial {
			continue
		}
		basis, _, err := s.basis(ctx, row)
		if err != nil {
			return err
		}
		if !basis.Renews(basis.Term(row.Period + 1).Start) {
			continue
		}
		err = s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, method string) notify.Message {
			return notify.MethodEnded{
				Contract: about, Method: method, NextPayment: row.NextSettlementDay,
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
