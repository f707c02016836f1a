package subscription

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/plan"
	"kaiin/ent/planchange"
	"kaiin/ent/predicate"
	"kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/shop/catalog"
)

// choicesADay is how often a contract's plan may be chosen within a day: each time sends mails.
const choicesADay = 10

// chose reports whether the contract is of another plan from its next term on. While it is on hold,
// cancelled or not, what is owed is paid first, for the plan that it is of.
func chose(row *ent.Subscription) bool {
	return row.NextPlanID != "" && Status(row.Status).Group() != GroupHold && !held(Status(row.Status))
}

// chosen is the schedule of a contract that is of the plan p from its next term on, as its member
// has chosen. ok is false when the store has stopped the plan before that term: then the contract
// goes on as it is.
func (b Basis) chosen(row *ent.Subscription, p *ent.Plan) (to Basis, ok bool) {
	to = b.changed(row.Period+1, p, row.NextPrice).stoppedBy(lastRenewal(row.NextForceStopRenewAt))
	return to, to.Renews(to.Term(row.Period + 1).Start)
}

// changed is the schedule of a contract that is of the plan, at the price, from term n on. What
// came before keeps its prices; a discount that was left ends.
func (b Basis) changed(n int, p *ent.Plan, price int) Basis {
	to := BasisOf(p, b.Term(n).Start, 0)
	to.From, to.Price = n, b.Price
	for _, before := range b.Prices {
		if before.Term < n {
			to.Prices = append(to.Prices, before)
		}
	}
	to.Prices = append(to.Prices, Price{Term: n, List: price, Agreed: true})
	return to
}

// Changed is what the contract is charged, and when, once it is of the plan.
func (v View) Changed(p *ent.Plan) Term {
	n := v.Row.Period + 1
	return v.present.changed(n, p, p.Price).Term(n)
}

// Discounted reports whether the next term, of the plan that the contract is of, has a discount.
func (v View) Discounted() bool { return v.present.PriceOf(v.Row.Period+1).Discount > 0 }

// NextPlan is the plan that the contract's next term is of.
func (v View) NextPlan() *ent.Plan {
	if v.Coming != nil {
		return v.Coming
	}
	return v.Plan
}

// SwitchPage is a contract whose plan may be changed.
type SwitchPage struct {
	View
	Blocked *fault.Error // why its plan cannot be changed now; nil when it can
}

// SwitchPage reads the member's contract, and whether its plan may be changed now. Another's, or an
// ended one, is not found.
func (s *Service) SwitchPage(ctx context.Context, a actor.Actor, id string) (*SwitchPage, error) {
	row, err := s.own(ctx, a, id)
	if err != nil {
		return nil, err
	}
	return s.SwitchPageOf(ctx, row)
}

// SwitchPageOf is SwitchPage of the row, which runs.
func (s *Service) SwitchPageOf(ctx context.Context, row *ent.Subscription) (*SwitchPage, error) {
	view, err := s.Of(ctx, row)
	if err != nil {
		return nil, err
	}
	page := &SwitchPage{View: *view}
	page.Blocked, err = blocked(s.switchable(view))
	return page, err
}

// switchable is nil for a contract whose plan may be changed now, or that be taken back, else the
// fault that says why not. On hold it can be taken back all the same (KeepPlan).
func (s *Service) switchable(v *View) error {
	row, owed, today, group := v.Row, v.Owed, s.Clock.Today(), v.Status().Group()
	switch {
	case group == GroupCancelRequested:
		return fault.Precondition(fault.PlanChangeCancelled)
	case group == GroupHold, refusedBefore(owed) && owed.State == bill.StateOpen:
		return fault.Precondition(fault.PlanChangeUnpaid)
	case !ownBiller(row), row.PaymentMethodID == nil, !catalog.Changes(v.Plan) && row.NextPlanID == "":
		return fault.Precondition(fault.PlanNotChangeable) // its provider takes one amount; a code pays for this plan alone
	case owed != nil && owed.State != bill.StateOpen, !today.Before(row.NextSettlementDay), !today.Before(v.present.Term(row.Period + 1).Start):
		return fault.Precondition(fault.SubscriptionRenewingPlan)
	}
	return nil
}

// switches reports whether the contract's plan may be changed now, and there is one that it can be
// changed to.
func (s *Service) switches(ctx context.Context, v *View) (bool, error) {
	if s.switchable(v) != nil {
		return false, nil
	}
	plans, err := s.SwitchOptions(ctx, v)
	return len(plans) > 0, err
}

// SwitchOptions are the plans that the plan of a contract, which may be changed now, can be changed
// to.
func (s *Service) SwitchOptions(ctx context.Context, v *View) ([]*ent.Plan, error) {
	plans, err := s.Catalog.PlansWith(ctx)
	if err != nil {
		return nil, err
	}
	plans = slices.DeleteFunc(slices.Clone(plans), func(p *ent.Plan) bool { return p.ID == v.Plan.ID || !catalog.Exclude(p, v.Plan) })
	if len(plans) == 0 {
		return nil, nil
	}
	holdings, err := s.Holdings(ctx, v.Row.AccountID)
	if err != nil {
		return nil, err
	}
	paid := *v
	if paid.Method == nil { // which not every page shows
		if paid.Method, err = s.method(ctx, v.Row); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(plans, func(p *ent.Plan) bool { return s.Unfit(&paid, holdings, p) != "" }), nil
}

// Unfit says why the contract's plan cannot be changed to the plan; empty when it can. holdings are
// the contracts of the member: no other one of them may be of the plan, or be going to be.
func (s *Service) Unfit(v *View, holdings Holdings, p *ent.Plan) fault.Code {
	first := v.Changed(p)
	basis := BasisOf(p, first.Start, 0)
	switch {
	case p.ID == v.Plan.ID, v.Chose(p), !catalog.Exclude(p, v.Plan), p.PlanType != plan.PlanTypeSubscription, p.VersionID == nil,
		!catalog.NewOffer(p, s.Clock.Now(), false, true).Open(), !basis.Renews(first.Start),
		holdings.Except(v.Row.ID).Takes(p.ID):
		return fault.ProductUnavailable
	case v.Method != nil && !s.Payment.Providers.Sells(v.Method.PaymentMethodType, basis.Span.Monthly()):
		return fault.PaymentMethodNotForPlan
	}
	return ""
}

// Chose reports whether the contract is going to be of the plan already, as it is sold now.
func (v View) Chose(p *ent.Plan) bool {
	row := v.Row
	return row.NextPlanID == p.ID && row.NextPlanVersionID != nil && p.VersionID != nil && *row.NextPlanVersionID == *p.VersionID
}

// UndoDay is the last day on which the choice of another plan can be taken back; the zero Day when
// it cannot.
func (v View) UndoDay() clock.Day {
	if group := v.Status().Group(); v.Coming == nil || group == GroupCancelRequested || !clock.DayOf(v.Now).Before(v.Row.NextSettlementDay) {
		return clock.Day{}
	}
	return v.Row.NextSettlementDay.AddDays(-1)
}

// ForSwitch locks the member's contract whose plan may be changed now; the caller has locked the
// account. Faults: those of Choose.
func (s *Service) ForSwitch(ctx context.Context, a actor.Actor, id string) (*View, error) {
	row, err := s.lockOwn(ctx, a, id)
	if err == nil && !Status(row.Status).Contracted() {
		err = fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	v, err := s.view(ctx, row)
	if err == nil {
		err = s.switchable(v)
	}
	if err != nil {
		return nil, err
	}
	v.Method, err = s.method(ctx, row)
	return v, err
}

// Choose has the contract, which ForSwitch has locked, be of the plan, as it is sold now, from its
// next term on. What was chosen before is taken back. It mails that. evidence is called with the id
// under which what was shown is kept.
//
// Faults of the two: not found (another's, or ended); PLAN_CHANGE_CANCELLED, PLAN_CHANGE_UNPAID,
// PLAN_NOT_CHANGEABLE; SUBSCRIPTION_RENEWING_PLAN from the payment day on and while a charge is
// under way; throttled.
func (s *Service) Choose(ctx context.Context, v *View, p *ent.Plan, evidence func(ctx context.Context, change uuid.UUID) error) error {
	if err := s.limitChoices(ctx, v.Row); err != nil {
		return err
	}
	if err := s.forget(ctx, v.Row); err != nil {
		return err
	}
	first := v.Changed(p)
	kept, err := s.Store.Client(ctx).PlanChange.Create().SetAccountID(v.Row.AccountID).SetSubscriptionID(v.Row.ID).
		SetFromPlanID(v.Row.PlanID).SetPlanID(p.ID).SetPlanVersionID(*p.VersionID).SetPrice(p.Price).SetFromDay(first.Start).
		SetCreatedAt(s.Clock.Now()).Save(ctx)
	if err != nil {
		return err
	}
	if err := s.Catalog.CountSales(ctx, p.ID, 1); err != nil {
		return err
	}
	row, err := s.apply(ctx, v.Row, PlanChosen, nil, func(u *ent.SubscriptionUpdateOne) {
		u.SetNextPlanID(p.ID).SetNextPlanVersionID(*p.VersionID).SetNextPrice(p.Price)
		if p.ForceStopRenewAt != nil {
			u.SetNextForceStopRenewAt(*p.ForceStopRenewAt)
		} else {
			u.ClearNextForceStopRenewAt()
		}
	})
	if err != nil {
		return err
	}
	if err := evidence(ctx, kept.ID); err != nil {
		return err
	}
	return s.notify(ctx, row, func(about notify.Contract, _ *ent.Plan, method string) notify.Message {
		return notify.PlanChangeTaken{
			Contract: about, Amount: first.Amount, Tax: first.Tax, Method: method,
			From: first.Start, TermEnd: first.End, UndoUntil: first.Start.AddDays(-1),
		}
	})
}

// KeepPlan takes the choice of another plan back: the contract goes on as it was, at its prices.
// It mails that, once. While the contract is on hold it can be taken back at any time: no charge of
// the choice can come. Without a choice nothing is changed, since the answer to a former call may
// have been lost. Next is the contract.
//
// Faults: those of Choose, but not PLAN_CHANGE_UNPAID on hold; SUBSCRIPTION_RENEWING_PLAN also when
// the contract is of the plan by now.
func (s *Service) KeepPlan(ctx context.Context, a actor.Actor, id string) (next step.Step, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.Lock(ctx, a.AccountID); err != nil {
			return err
		}
		row, err := s.lockOwn(ctx, a, id)
		if err == nil && !Status(row.Status).Contracted() {
			err = fault.NotFound()
		}
		if err != nil {
			return err
		}
		if next = step.Contract(row.ID.String()); row.NextPlanID == "" {
			return s.notApplied(ctx, row)
		}
		v, err := s.view(ctx, row)
		onHold := err == nil && v.Status().Group() == GroupHold
		if err == nil && !onHold {
			err = s.switchable(v)
		}
		if err != nil {
			return err
		}
		if err := s.forget(ctx, row); err != nil {
			return err
		}
		if row, err = s.apply(ctx, row, PlanKept, nil, noChoice); err != nil {
			return err
		}
		term := v.present.Term(row.Period + 1)
		return s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
			return notify.PlanChangeUndone{Contract: about, NextPayment: nextPayment(row, p), Amount: term.Amount, Held: onHold}
		})
	})
	if err == nil {
		failpoint.Reached(pointPlanKept)
	}
	return next, err
}

// notApplied is a fault when what the member of a contract without a choice chose last was not
// taken back: the contract is of that plan.
func (s *Service) notApplied(ctx context.Context, row *ent.Subscription) error {
	last, err := s.Store.Client(ctx).PlanChange.Query().Where(planchange.SubscriptionID(row.ID)).Order(ent.Desc(planchange.FieldCreatedAt)).First(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil
	case err != nil:
		return err
	case last.AppliedAt != nil:
		return fault.Precondition(fault.SubscriptionRenewingPlan)
	}
	return nil
}

// drop takes back the choice of a plan that the contract cannot be of: the store has stopped it, or
// the member has another contract of it; or late, its day went by while the contract was on hold.
// The contract goes on as it is, and its member is told.
func (s *Service) drop(ctx context.Context, row *ent.Subscription, late bool) (*ent.Subscription, error) {
	if err := s.forget(ctx, row); err != nil {
		return nil, err
	}
	row, err := s.apply(ctx, row, PlanKept, nil, noChoice)
	if err != nil {
		return nil, err
	}
	basis, _, err := s.present(ctx, row)
	if err != nil {
		return nil, err
	}
	return row, s.notify(ctx, row, func(about notify.Contract, p *ent.Plan, _ string) notify.Message {
		return notify.PlanChangeUndone{
			Contract: about, NextPayment: s.chargedNext(row, p), Amount: basis.Term(row.Period + 1).Amount, Impossible: true, Late: late,
		}
	})
}

// DropStopped takes back the choice of a plan that the store has stopped before its first term. The
// caller has locked the contract. It answers what the contract is then.
func (s *Service) DropStopped(ctx context.Context, v View) (View, error) {
	if !chose(v.Row) || v.Coming != nil {
		return v, nil
	}
	row, err := s.drop(ctx, v.Row, false)
	if err == nil {
		v.Row = row
	}
	return v, err
}

// forget notes that the contract's choice, if there is one, is not wanted any more.
func (s *Service) forget(ctx context.Context, row *ent.Subscription) error {
	if row.NextPlanID == "" {
		return nil
	}
	err := s.Store.Client(ctx).PlanChange.Update().Where(openChange(row)...).SetUndoneAt(s.Clock.Now()).Exec(ctx)
	if err != nil {
		return err
	}
	return s.Catalog.CountSales(ctx, row.NextPlanID, -1)
}

// noChoice leaves the contract without a choice of another plan.
func noChoice(u *ent.SubscriptionUpdateOne) {
	u.SetNextPlanID("").ClearNextPlanVersionID().SetNextPrice(0).ClearNextForceStopRenewAt()
}

// openChange holds for the contract's choice that is neither taken back nor applied.
func openChange(row *ent.Subscription) []predicate.PlanChange {
	return []predicate.PlanChange{planchange.SubscriptionID(row.ID), planchange.UndoneAtIsNil(), planchange.AppliedAtIsNil()}
}

// limitChoices is a throttled fault when the contract's plan was chosen too often within a day.
func (s *Service) limitChoices(ctx context.Context, row *ent.Subscription) error {
	const day = 24 * time.Hour
	chosen, err := s.Store.Client(ctx).PlanChange.Query().
		Where(planchange.SubscriptionID(row.ID), planchange.CreatedAtGT(s.Clock.Now().Add(-day))).Order(ent.Asc(planchange.FieldCreatedAt)).All(ctx)
	if err != nil || len(chosen) < choicesADay {
		return err
	}
	return fault.Throttled(fault.TooManyRequests, chosen[len(chosen)-choicesADay].CreatedAt.Add(day).Sub(s.Clock.Now()))
}

// switchDue makes a contract whose next term begins today or before one of the plan that its member
// has chosen, at the price that was shown. What may be watched follows. The term is then charged
// like any other. A plan that the contract cannot be of is dropped. It returns the contract as it
// is then.
func (s *Service) switchDue(ctx context.Context, row *ent.Subscription) (*ent.Subscription, error) {
	if !chose(row) {
		return row, nil
	}
	basis, p, err := s.basis(ctx, row)
	if err != nil {
		return nil, err
	}
	first := basis.Term(row.Period + 1)
	if first.Start.After(s.Clock.Today()) {
		return row, nil
	}
	holdings, err := s.Holdings(ctx, row.AccountID)
	if err != nil {
		return nil, err
	}
	if p.ID != row.NextPlanID || holdings.Holds(row.NextPlanID) {
		return s.drop(ctx, row, false)
	}
	if err := s.Reprice(ctx, row, Repricing{prices: basis.Prices}); err != nil {
		return nil, err
	}
	if err := s.Store.Client(ctx).PlanChange.Update().Where(openChange(row)...).SetAppliedAt(s.Clock.Now()).Exec(ctx); err != nil {
		return nil, err
	}
	row, err = s.apply(ctx, row, PlanSwitched, nil, func(u *ent.SubscriptionUpdateOne) {
		u.SetPlanID(p.ID).SetRenewSpan(p.RenewSpan).SetRenewSpanUnit(subscription.RenewSpanUnit(p.RenewSpanUnit)).
			SetAnchorDay(first.Start).SetAnchorPeriod(first.Number).SetCampaignID("")
		if row.NextForceStopRenewAt != nil {
			u.SetForceStopRenewAt(*row.NextForceStopRenewAt)
		} else {
			u.ClearForceStopRenewAt()
		}
		noChoice(u)
	})
	if err != nil {
		return nil, err
	}
	failpoint.Reached(pointPlanSwitched)
	return row, s.Entitlement.Switch(ctx, row.AccountID, row.ID, p.ID)
}

// agreed is what the contract's member agreed to and is in force, the last change of plan that was
// applied or else the order, and the change that is still to come; the zero id: none is.
func (s *Service) agreed(ctx context.Context, v *View) (inForce, coming uuid.UUID, err error) {
	row := v.Row
	inForce = row.OrderID
	changed := slices.ContainsFunc(v.present.Prices, func(p Price) bool { return p.Agreed })
	if v.Plan.PlanGroup == "" && row.NextPlanID == "" && !changed {
		return inForce, coming, nil
	}
	last, err := s.Store.Client(ctx).PlanChange.Query().Where(planchange.SubscriptionID(row.ID), planchange.UndoneAtIsNil()).
		Order(ent.Desc(planchange.FieldCreatedAt)).Limit(2).All(ctx) // one is open at most, and it is the newest
	for _, change := range slices.Backward(last) {
		if change.AppliedAt != nil {
			inForce = change.ID
		} else {
			coming = change.ID
		}
	}
	return inForce, coming, err
}

// switchedBy reports whether the contract is of another plan since the term of the bill.
func (s *Service) switchedBy(ctx context.Context, row *ent.Subscription, paid *ent.Bill) (bool, error) {
	if row.AnchorPeriod != paid.Period || row.AnchorDay != paid.PeriodStart {
		return false, nil
	}
	return s.Store.Client(ctx).PlanChange.Query().Where(planchange.SubscriptionID(row.ID), planchange.PlanID(row.PlanID),
		planchange.AppliedAtGTE(paid.PeriodStart.Start())).Exist(ctx)
}

// Siblings are a member's running contracts of other plans of a plan's group, as far as its order
// depends on them.
type Siblings struct {
	Excluding *ent.Subscription // it is changed to the plan, which is not ordered beside it; nil: none
	Beside    *ent.Subscription // it goes on beside the plan; nil: none that its member has not cancelled
}

// Siblings are the holder's contracts of other plans of the plan's group; none for a plan that is
// held itself: its member changes neither to the other.
func (s *Service) Siblings(ctx context.Context, h Holdings, p *ent.Plan) (Siblings, error) {
	running := h.Running()
	if p.PlanGroup == "" || len(running) == 0 || running.Holds(p.ID) {
		return Siblings{}, nil
	}
	plans, err := s.Catalog.PlansWith(ctx, planIDs(running)...)
	return running.siblings(p, plans), err
}

// siblings are those of the contracts, which run, that are of other plans of the plan's group.
// Their plans are among those given.
func (h Holdings) siblings(p *ent.Plan, plans []*ent.Plan) (all Siblings) {
	for _, row := range h {
		i := slices.IndexFunc(plans, func(other *ent.Plan) bool { return other.ID == row.PlanID && other.ID != p.ID })
		switch {
		case i < 0:
		case catalog.Exclude(plans[i], p) && all.Excluding == nil:
			all.Excluding = row
		case catalog.Overlap(plans[i], p) && !catalog.Exclude(plans[i], p) && all.Beside == nil && Status(row.Status).Group() != GroupCancelRequested:
			all.Beside = row
		}
	}
	return all
}
