package subscription

import (
	"context"
	"errors"
	"fmt"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/cancellation"
	"kaiin/ent/subscription"
	"kaiin/ent/subscriptionevent"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/staff/acts"
)

// Ending is what the staff want a contract to end with.
type Ending struct {
	By         acts.Decision
	ContractID uuid.UUID
	AtTerm     bool // as if its member had cancelled it, who may take that back; else now, for good
}

// EndByStaff ends any running contract, for a reason that its member cannot give by themselves:
// a death, a court, a fraud, a call. Now ends it at once, whatever it is waiting for: nothing
// may be watched, what is owed is void, and what a charge that is under way takes goes back. A
// mail tells the member. What was paid stays paid: see payment's refunds.
//
// Faults: not found; SUBSCRIPTION_ALREADY_CANCELLED for one that has ended, or whose end was
// requested; and at its term, SUBSCRIPTION_RENEWING while it renews.
func (s *Service) EndByStaff(ctx context.Context, in Ending) error {
	return s.decide(ctx, in.By, acts.ContractEnded, in.ContractID, func(ctx context.Context, row *ent.Subscription, act *acts.Act) error {
		act.Details = map[string]any{"status": row.Status, "atTerm": in.AtTerm}
		if err := s.endable(ctx, row, in.AtTerm); err != nil {
			return err
		}
		if in.AtTerm {
			return s.cancelKept(ctx, row, cancellation.ByStaff, nil) // the member is asked nothing
		}
		return s.endWhole(ctx, row)
	})
}

// endable is nil for a contract that the staff may end now, or at its term, else the fault that
// says why not.
func (s *Service) endable(ctx context.Context, row *ent.Subscription, atTerm bool) error {
	if !Status(row.Status).Contracted() {
		return fault.Precondition(fault.SubscriptionAlreadyCancelled)
	}
	if atTerm {
		return s.cancellable(ctx, row)
	}
	return nil
}

// endWhole ends a running contract, whatever it is waiting for.
func (s *Service) endWhole(ctx context.Context, row *ent.Subscription) error {
	if _, err := s.abandon(ctx, row); err != nil {
		return err
	}
	return s.endNow(ctx, row)
}

// EndWith ends the contract of a bill, now and for good, in the transaction of what it ends with,
// such as a refund. Faults: INVALID_CHOICE on ends for a bill of no contract;
// SUBSCRIPTION_ALREADY_CANCELLED for one that has ended.
func (s *Service) EndWith(ctx context.Context, billID uuid.UUID) error {
	b, err := s.Billing.Find(ctx, billID)
	if err != nil {
		return err
	}
	if b.SubscriptionID == nil {
		return fault.Invalid(fault.InvalidChoice, "ends")
	}
	row, err := s.lock(ctx, *b.SubscriptionID)
	if err == nil && !Status(row.Status).Contracted() {
		err = fault.Precondition(fault.SubscriptionAlreadyCancelled)
	}
	if err != nil {
		return err
	}
	return s.endWhole(ctx, row)
}

// UndoByStaff takes the cancellation of a contract back, as its member may. A contract that is not
// cancelled stays as it is. Faults are those of Undo; MEMBER_BLOCKED.
func (s *Service) UndoByStaff(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	return s.decide(ctx, by, acts.ContractKept, id, func(ctx context.Context, row *ent.Subscription, act *acts.Act) error {
		if !Status(row.Status).Contracted() {
			return fault.NotFound()
		}
		if Status(row.Status).Remains() {
			act.Unchanged = true
			return nil
		}
		if err := s.undoableByStaff(ctx, row); err != nil {
			return err
		}
		return s.undo(ctx, row)
	})
}

// undoableByStaff is nil for a cancelled contract whose cancellation the staff may take back now,
// else the fault that says why not.
func (s *Service) undoableByStaff(ctx context.Context, row *ent.Subscription) error {
	if err := s.notBlocked(ctx, row); err != nil {
		return err
	}
	if err := s.undoable(ctx, row); err != nil {
		return err
	}
	return s.limitUndo(ctx, row)
}

// Stop ends all contracts of a member whom the staff block: now, or each with what is paid of it.
// From then on nothing is charged, on the billing day, too: what a charge that is under way takes
// goes back. What was paid stays paid. It joins the caller's transaction, which holds the account's
// lock. open says that it is not known whether a charge took money.
func (s *Service) Stop(ctx context.Context, accountID uuid.UUID, now bool) (stopped []notify.StoppedContract, open bool, err error) {
	rows, err := s.Store.Client(ctx).Subscription.Query().
		Where(subscription.AccountID(accountID), subscription.StatusIn(contracted...)).
		Order(subscription.ByID(sql.OrderAsc())).ForUpdate().All(ctx)
	if err != nil {
		return nil, false, err
	}
	for _, row := range rows {
		receipt, waits := "", false
		switch {
		case now:
			if waits, err = s.abandon(ctx, row); err == nil {
				err = s.endNow(ctx, row)
			}
		case Status(row.Status).Remains():
			var kept *ent.Cancellation
			if row, kept, waits, err = s.request(ctx, row, cancellation.ByStaff, nil); err == nil {
				receipt = kept.Receipt
			}
		default: // its member has cancelled it
			continue
		}
		if err != nil {
			return nil, false, err
		}
		open = open || waits
		if now { // its own mail has told it
			continue
		}
		p, err := s.Catalog.PlanOfContract(ctx, row.PlanID)
		if err != nil {
			return nil, false, err
		}
		member, err := s.Account.Find(ctx, accountID)
		if err != nil {
			return nil, false, err
		}
		stopped = append(stopped, notify.StoppedContract{PlanName: text(p.Name, member.Locale), Receipt: receipt, Last: lastDay(row)})
	}
	return stopped, open, nil
}

// endNow ends the contract at once, whose open charge was given up, and mails that.
func (s *Service) endNow(ctx context.Context, row *ent.Subscription) error {
	return errors.Join(s.end(ctx, row, Terminate), s.notify(ctx, row, func(about notify.Contract, _ *ent.Plan, _ string) notify.Message {
		return notify.ContractEnded{PlanName: about.PlanName, On: s.Clock.Today()}
	}))
}

// notBlocked is a fault for the contract of a member whom the staff have blocked, who is charged
// nothing more: MEMBER_BLOCKED. A block that comes later stops the contract.
func (s *Service) notBlocked(ctx context.Context, row *ent.Subscription) error {
	member, err := s.Account.Find(ctx, row.AccountID)
	if err == nil && member.Status == entaccount.StatusSuspended {
		return fault.Precondition(fault.MemberBlocked)
	}
	return err
}

// FindContract is the contract with the id. Fault: not found.
func (s *Service) FindContract(ctx context.Context, id uuid.UUID) (*ent.Subscription, error) {
	row, err := s.Store.Client(ctx).Subscription.Get(ctx, id)
	if ent.IsNotFound(err) {
		err = fault.NotFound()
	}
	return row, err
}

func ofContract(id uuid.UUID) acts.Target { return acts.Target{Type: "contract", ID: id.String()} }

// Release is what the staff want a contract that is on hold since its payment was taken back to go
// on with.
type Release struct {
	By         acts.Decision
	ContractID uuid.UUID
}

// ReleaseByStaff lets a contract go on that is on hold because the provider took the payment of its
// running term back, and gave it back since: the dispute was won, or withdrawn. Its term and its
// next billing day stay as they were, it can be watched again, and the book has the payment again.
// Where that day has come, the choice of another plan for it is dropped, since it may be taken back
// until the day before. A mail tells the member. What its provider charged by itself was ended with
// the hold, so that its member chooses another way to pay until the next billing day.
//
// Faults: not found; SUBSCRIPTION_ALREADY_CANCELLED for one that has ended, or whose end was
// requested; SUBSCRIPTION_RENEWING while its member's own payment is under way. It is an error for
// a contract that is not on hold for this reason.
func (s *Service) ReleaseByStaff(ctx context.Context, in Release) error {
	return s.decide(ctx, in.By, acts.ContractReleased, in.ContractID, func(ctx context.Context, row *ent.Subscription, _ *acts.Act) error {
		if !Status(row.Status).Remains() {
			return fault.Precondition(fault.SubscriptionAlreadyCancelled)
		}
		paid, err := s.reversed(ctx, row)
		if err != nil {
			return err
		}
		if paid == nil {
			return fmt.Errorf("contract %s is %s, and not on hold because its payment was taken back", row.ID, row.Status)
		}
		paying, err := s.busy(ctx, row)
		if err != nil {
			return err
		}
		if paying {
			return fault.Precondition(fault.SubscriptionRenewing)
		}
		return s.resume(ctx, row, paid)
	})
}

// reversed is the bill whose payment was taken back and put the contract on hold; nil when it is
// not on hold, or not for that.
func (s *Service) reversed(ctx context.Context, row *ent.Subscription) (*ent.Bill, error) {
	if Status(row.Status).Group() != GroupHold {
		return nil, nil
	}
	last, err := s.Store.Client(ctx).SubscriptionEvent.Query().Where(subscriptionevent.SubscriptionID(row.ID),
		subscriptionevent.EventIn(string(PaymentReversed), string(RenewalFailed), string(TrialConversionFailed))).
		Order(subscriptionevent.ByID(sql.OrderDesc())).First(ctx)
	if ent.IsNotFound(err) || err == nil && (Event(last.Event) != PaymentReversed || last.BillID == nil) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	owed, err := s.Billing.Find(ctx, *last.BillID)
	if err != nil {
		return nil, err
	}
	return s.Billing.Of(ctx, row.ID, owed.Period-1)
}

// resume sets the contract back into the term that was paid, and the bill of the next one to its
// days. Periods that were waived meanwhile, because no answer came to what its member tried,
// stay counted.
func (s *Service) resume(ctx context.Context, row *ent.Subscription, paid *ent.Bill) error {
	if err := s.Billing.CameBack(ctx, paid); err != nil {
		return err
	}
	if err := s.shift(ctx, row.ID, row.Period, -1); err != nil { // of the payment that is not owed again
		return err
	}
	basis, p, err := s.basis(ctx, row)
	if err != nil {
		return err
	}
	anew := row.Period != paid.Period
	if anew {
		basis = basis.anew(paid.PeriodEnd.AddDays(1), row.Period+1)
	}
	next := basis.Term(row.Period + 1)
	owed, err := s.Billing.Of(ctx, row.ID, next.Number)
	if err != nil {
		return err
	}
	if owed != nil { // its member may have tried to pay it meanwhile
		if err := s.Billing.Afresh(ctx, owed, billOf(row, p, next)); err != nil {
			return err
		}
	}
	grace, err := s.grace(ctx)
	if err != nil {
		return err
	}
	row, err = s.apply(ctx, row, ReversalOver, paid, func(u *ent.SubscriptionUpdateOne) {
		u.ClearHeldAt().SetNextSettlementDay(next.Start).SetDueAt(firstLook(row, next.Start))
		if anew {
			u.SetAnchorDay(next.Start).SetAnchorPeriod(next.Number)
		}
	})
	if err != nil {
		return err
	}
	if err := s.Entitlement.Until(ctx, row.AccountID, row.ID, watchUntil(next.Start, grace)); err != nil {
		return err
	}
	if chose(row) && !next.Start.After(s.Clock.Today()) {
		if row, err = s.drop(ctx, row, true); err != nil {
			return err
		}
	}
	return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
		return notify.ContractReleased{Contract: about, NextPayment: s.chargedNext(row, p)}
	})
}

// Intent is something that the staff may do with a contract.
type Intent string

// Intents.
const (
	IntentCancel Intent = "CANCEL"        // it ends with its term, as by EndByStaff
	IntentEnd    Intent = "END"           // it ends now, as by EndByStaff
	IntentUndo   Intent = "UNDO"          // its cancellation is taken back, as by UndoByStaff
	IntentExtend Intent = "EXTEND"        // its billing day moves, as by ExtendByStaff
	IntentPause  Intent = "PAUSE_RETRIES" // a further try is put off, as by PauseRetries
	IntentRetry  Intent = "RETRY_NOW"     // it is charged now, as by RetryByStaff
)

// Intents are all of them.
func Intents() []Intent {
	return []Intent{IntentCancel, IntentEnd, IntentUndo, IntentExtend, IntentPause, IntentRetry}
}

// BlockedBy is the fault that doing it would answer the staff now, whatever days or limits they
// name; nil when it would be done, or there is nothing to do. Nothing is changed by asking. Fault:
// not found.
func (s *Service) BlockedBy(ctx context.Context, id uuid.UUID, intent Intent) (*fault.Error, error) {
	row, err := s.FindContract(ctx, id)
	if err != nil {
		return nil, err
	}
	return blocked(s.ready(ctx, row, intent))
}

// ready is nil for a contract with which that can be done now, else the fault that says why not.
func (s *Service) ready(ctx context.Context, row *ent.Subscription, intent Intent) (err error) {
	switch intent {
	case IntentCancel, IntentEnd:
		return s.endable(ctx, row, intent == IntentCancel)
	case IntentUndo:
		if !Status(row.Status).Contracted() {
			return fault.NotFound()
		}
		if Status(row.Status).Remains() {
			return nil
		}
		return s.undoableByStaff(ctx, row)
	case IntentExtend:
		_, err = s.extendable(ctx, row)
	case IntentPause:
		_, err = s.retried(ctx, row)
	case IntentRetry:
		member, unknown := s.Account.Find(ctx, row.AccountID)
		if unknown != nil {
			return unknown
		}
		if !retriable(member) {
			return fault.NotFound()
		}
		_, _, err = s.triable(ctx, row)
	default:
		err = fmt.Errorf("nothing is known of the intent %q", intent)
	}
	return err
}
