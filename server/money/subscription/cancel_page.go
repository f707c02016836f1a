package subscription

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cancellation"
	"kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/survey"
	"kaiin/server/staff/acts"
)

// CancelPage is the page on which a contract is cancelled. It does not say what the contract is
// paid with.
type CancelPage struct {
	View
	Next     step.Step      // go there instead
	Watch    clock.Day      // the last day on which the member watches when they cancel today; the zero Day: a hold has stopped that
	Survey   *survey.Survey // may ask nothing
	Blocked  *fault.Error   // why the contract cannot be cancelled now; nil when it can
	Switches bool           // another plan can be chosen for it instead
	ReturnTo string         // where the member came from, "" when that is not told
}

// CancelPage opens the page, which begins the flow of the cancellation. A contract that is
// cancelled already leads to its receipt. Another's contract, or an ended one, is not found.
func (s *Service) CancelPage(ctx context.Context, a actor.Actor, id, returnTo string) (*CancelPage, error) {
	row, err := s.own(ctx, a, id)
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, row)
	if err != nil {
		return nil, err
	}
	page := &CancelPage{View: *view, ReturnTo: step.SafeReturnTo(returnTo)}
	if page.Watch, err = s.watchable(ctx, view.Row); err != nil {
		return nil, err
	}
	if !view.Status().Remains() {
		page.Next = step.ContractCancelled(view.Row.ID.String(), page.ReturnTo)
		return page, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page.Survey = settings.CancelSurvey
	if page.Switches, err = s.switches(ctx, view); err != nil {
		return nil, err
	}
	if page.Blocked, err = blocked(s.cancellable(ctx, view.Row)); err != nil || page.Blocked != nil {
		return page, err
	}
	return page, s.Flow.Save(ctx, a.SessionID, cancelling(view.Row.ID), opened{ReturnTo: page.ReturnTo}, s.Clock.Now().Add(cancelTime))
}

// CancelledPage is the receipt of a cancellation.
type CancelledPage struct {
	Next     step.Step // go there instead; nothing else is set then
	Row      *ent.Subscription
	Plan     *ent.Plan
	Receipt  string
	LastDay  clock.Day // of the contract
	Held     bool      // it was on hold, so there is nothing left to watch
	Undoable bool      // it can still be taken back by its time
	Open     bool      // a payment is still being looked up: what proves to be taken goes back
	ReturnTo string    // where the member came from, "" when that is not told
}

// CancelledPage shows the receipt of the contract's cancellation, also after the contract has
// ended. A contract that is not cancelled leads to its own page; another's is not found.
func (s *Service) CancelledPage(ctx context.Context, a actor.Actor, id, returnTo string) (*CancelledPage, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, fault.NotFound()
	}
	row, err := s.Store.Client(ctx).Subscription.Query().Where(subscription.ID(key), subscription.AccountID(a.AccountID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	if Status(row.Status).Remains() {
		return &CancelledPage{Next: step.Contract(id)}, nil
	}
	page, err := s.receipt(ctx, row)
	if err != nil {
		return nil, err
	}
	page.ReturnTo = step.SafeReturnTo(returnTo)
	return page, nil
}

// receipt is that of a cancelled contract. Fault: not found for one that was not cancelled.
func (s *Service) receipt(ctx context.Context, row *ent.Subscription) (*CancelledPage, error) {
	kept, err := s.Store.Client(ctx).Cancellation.Query().Where(cancellation.SubscriptionID(row.ID), cancellation.UndoneAtIsNil()).
		Order(ent.Desc(cancellation.FieldCreatedAt)).First(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	busy, err := s.busy(ctx, row)
	if err != nil {
		return nil, err
	}
	p, err := s.Catalog.PlanOfContract(ctx, row.PlanID)
	return &CancelledPage{
		Row: row, Plan: p, Receipt: kept.Receipt, LastDay: lastDay(row), Held: held(Status(row.Status)),
		Open: busy, Undoable: Status(row.Status).Contracted() && !busy && !s.Clock.Today().After(lastDay(row)),
	}, err
}

// held reports whether a cancelled contract in the status was on hold before.
func held(s Status) bool {
	return s == HoldCancelRequest || s == TrialHoldCancelRequest || s == HoldCancelled
}

// UndoPage is the page on which a cancellation is taken back.
type UndoPage struct {
	View
	Next    step.Step    // go there instead
	Blocked *fault.Error // why that is not possible now; nil when it is
}

// UndoPage opens the page. A contract that is not cancelled leads to its own page; another's, or an
// ended one, is not found.
func (s *Service) UndoPage(ctx context.Context, a actor.Actor, id string) (*UndoPage, error) {
	view, err := s.Find(ctx, a, id)
	if err != nil {
		return nil, err
	}
	page := &UndoPage{View: *view}
	if view.Status().Remains() {
		page.Next = step.Contract(view.Row.ID.String())
		return page, nil
	}
	page.Blocked, err = blocked(s.undoable(ctx, view.Row))
	return page, err
}

// KeptPage is the page that says that a contract goes on.
type KeptPage struct {
	View
	Next        step.Step // go there instead
	NextPayment clock.Day // the zero Day: there is none
}

// KeptPage opens the page. A contract that is still cancelled leads to where that is taken back;
// another's, or an ended one, is not found.
func (s *Service) KeptPage(ctx context.Context, a actor.Actor, id string) (*KeptPage, error) {
	view, err := s.Find(ctx, a, id)
	if err != nil {
		return nil, err
	}
	page := &KeptPage{View: *view, NextPayment: nextPayment(view.Row, view.NextPlan())}
	if !view.Status().Remains() {
		page.Next = step.UndoCancellation(view.Row.ID.String())
	}
	return page, nil
}

// blocked tells a fault, which the page shows, from an error, which fails it.
func blocked(err error) (*fault.Error, error) {
	if f, ok := fault.As(err); ok {
		return f, nil
	}
	return nil, err
}

// OfReceipt is the contract whose cancellation has the number, which may be written without care
// for capitals. Fault: not found.
func (s *Service) OfReceipt(ctx context.Context, number string) (uuid.UUID, error) {
	row, err := s.Store.Client(ctx).Cancellation.Query().Where(cancellation.Receipt(strings.ToUpper(strings.TrimSpace(number)))).Only(ctx)
	if ent.IsNotFound(err) {
		return uuid.Nil, fault.NotFound()
	}
	if err != nil {
		return uuid.Nil, err
	}
	return row.SubscriptionID, nil
}

// Resend mails the receipt of the cancellation of the member's contract once more. Faults as those
// of account.Resend; NOT_FOUND on subjectId, also of a contract that is not cancelled.
func (s *Service) Resend(ctx context.Context, by acts.Decision, account, id uuid.UUID) error {
	target := acts.Target{Type: "contract", ID: id.String()}
	return s.Account.Resend(ctx, by, account, "CANCELLATION", target, func(ctx context.Context, _ *ent.Account) error {
		row, err := s.Store.Client(ctx).Subscription.Query().Where(subscription.ID(id), subscription.AccountID(account)).Only(ctx)
		if err != nil {
			return notSubject(err)
		}
		page, err := s.receipt(ctx, row)
		if err != nil {
			return notSubject(err)
		}
		watch := page.LastDay
		if page.Held {
			watch = clock.Day{}
		}
		return s.notify(ctx, row, func(about notify.Contract, _ *ent.Plan, _ string) notify.Message {
			return notify.ContractCancelled{
				PlanName: about.PlanName, Receipt: page.Receipt, Watch: watch, UndoUntil: page.LastDay, ContractID: about.ContractID, Open: page.Open,
			}
		})
	})
}

func notSubject(err error) error {
	if ent.IsNotFound(err) || fault.Is(err, fault.CodeNotFound) {
		return fault.Invalid(fault.CodeNotFound, "subjectId")
	}
	return err
}
