package subscription

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/ent/subscriptionevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
	"kaiin/server/shop/catalog"
)

// Course is what becomes of a contract when its member does nothing.
type Course string

const (
	CourseCharged   Course = "CHARGED"   // the next term is charged on Day
	CourseEnds      Course = "ENDS"      // nothing is charged any more; Day is the last
	CourseRetried   Course = "RETRIED"   // a refused charge is tried again on Day, and every day until Last
	CourseHeld      Course = "HELD"      // it waits for its member until Day, with which it ends
	CourseCollected Course = "COLLECTED" // the provider charges the next term by itself on Day
	CourseChecking  Course = "CHECKING"  // it is being charged, or it is not known yet whether it was
)

// Outlook is what becomes of a contract when its member does nothing, and what is charged next.
type Outlook struct {
	Course     Course
	Day        clock.Day
	Last       clock.Day // of the tries; the zero Day: nothing is tried again
	Start, End clock.Day // first and last day of what is charged next; zero Days: nothing is
	Amount     int       // yen, tax included
	Tax        int       // the yen of tax inside Amount
}

// ContractPage is a contract's own page.
type ContractPage struct {
	View
	Outlook  Outlook
	NoChange *fault.Error // why its payment method cannot be changed now; nil when it can
	NoRetry  *fault.Error // why it cannot be paid now; nil when it can, or is not on hold
	Switches bool         // another plan can be chosen for it
	Agreed   uuid.UUID    // what its member agreed to and is in force, as evidence has it: a change of plan, or else the order
	Chosen   uuid.UUID    // the change of plan that is still to come, as evidence has it; the zero id: none is
}

// Page opens the page of the member's contract. Another's, or an ended one, is not found.
func (s *Service) Page(ctx context.Context, a actor.Actor, id string) (*ContractPage, error) {
	view, err := s.Find(ctx, a, id)
	if err != nil {
		return nil, err
	}
	page := &ContractPage{View: *view}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page.Outlook = view.outlook(settings, s.Clock.Today())
	if page.Switches, err = s.switches(ctx, view); err != nil {
		return nil, err
	}
	if page.Agreed, page.Chosen, err = s.agreed(ctx, view); err != nil {
		return nil, err
	}
	if page.NoChange, err = blocked(s.changeable(ctx, view.Row)); err != nil {
		return nil, err
	}
	if view.Status().Group() == GroupHold {
		page.NoRetry = page.NoChange
	}
	return page, nil
}

// MethodPage is where the payment method of a contract is changed, and the page that says that
// it was.
type MethodPage struct {
	ContractPage
	Next     step.Step // go there instead
	Methods  []*ent.PaymentMethod
	Holdings Holdings
	Kinds    []gateway.Kind
	Released bool // it was on hold, and the change has paid for it today
}

// MethodPage opens the page on which the payment method is chosen.
func (s *Service) MethodPage(ctx context.Context, a actor.Actor, id string) (*MethodPage, error) {
	contract, err := s.Page(ctx, a, id)
	if err != nil {
		return nil, err
	}
	wallet, err := s.Payment.Wallet(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	holdings, err := s.Holdings(ctx, a.AccountID)
	return &MethodPage{ContractPage: *contract, Methods: s.Payment.Free(wallet).Methods, Holdings: holdings, Kinds: s.Payment.Providers.Kinds()}, err
}

// MethodChangedPage opens the page that says that the payment method was changed. A contract that
// is not paid with it, because it is on hold, is to end or is being charged, leads to its own page.
// paid is the bill that the change has paid; "" is none.
func (s *Service) MethodChangedPage(ctx context.Context, a actor.Actor, id, paid string) (*MethodPage, error) {
	contract, err := s.Page(ctx, a, id)
	if err != nil {
		return nil, err
	}
	page := &MethodPage{ContractPage: *contract}
	if billID, err := uuid.Parse(paid); err == nil && contract.Row.TermStart == s.Clock.Today() {
		page.Released, err = s.Store.Client(ctx).SubscriptionEvent.Query().Where(subscriptionevent.SubscriptionID(contract.Row.ID),
			subscriptionevent.Event(string(Retried)), subscriptionevent.BillID(billID)).Exist(ctx)
		if err != nil {
			return nil, err
		}
	}
	if group := contract.Status().Group(); contract.Paying || contract.Method == nil || group != GroupContract && group != GroupTrial {
		page.Next = step.Contract(contract.Row.ID.String())
	}
	return page, nil
}

// outlook is what becomes of the contract, by what the biller goes by: the bill that is owed, the
// schedule, and the store's days.
func (v View) outlook(settings *settings.Settings, today clock.Day) Outlook {
	row, owed, group := v.Row, v.Owed, v.Status().Group()
	if group == GroupCancelRequested {
		return Outlook{Course: CourseEnds, Day: lastDay(row)}
	}
	next := v.Next
	if group == GroupHold {
		next = v.Basis.anew(today, next.Number).Term(next.Number)
	}
	o := Outlook{Course: CourseCharged, Day: row.NextSettlementDay, Start: next.Start, End: next.End, Amount: next.Amount, Tax: next.Tax}
	if owed != nil && owed.PlanID == v.NextPlan().ID {
		o.Amount, o.Tax = owed.Amount, owed.Tax
		if group == GroupHold { // it is billed for the term that begins on the day of payment
			o.Tax = catalog.TaxInside(owed.Amount, next.TaxRate)
		}
	}
	switch {
	case v.Paying, ownBiller(row) && group != GroupHold && today.After(row.NextSettlementDay):
		o.Course = CourseChecking
	case group == GroupHold:
		until, ends := v.Basis.payable(next.Start, heldUntil(row, settings).AddDays(-1))
		if until.IsZero() {
			return Outlook{Course: CourseEnds, Day: ends}
		}
		o.Course, o.Day = CourseHeld, until
	case !goesOn(row, v.Basis, next):
		return Outlook{Course: CourseEnds, Day: next.Start.AddDays(-1)}
	case !ownBiller(row) && owed != nil: // its day has come, and the provider has told nothing yet
		o.Course = CourseChecking
	case !ownBiller(row):
		o.Course, o.Day = CourseCollected, ChargedOn(next.Start)
	case refusedBefore(owed):
		o.Course, o.Last = CourseRetried, lastTry(owed, clock.DayOf(*owed.RefusedAt), settings.Contracts.Retry())
	}
	return o
}

// Outlooks are those of the contracts, by contract. One that has ended has none.
func (s *Service) Outlooks(ctx context.Context, ids ...uuid.UUID) (map[uuid.UUID]Outlook, error) {
	found := map[uuid.UUID]Outlook{}
	settings, err := s.Settings.Get(ctx)
	if err != nil || len(ids) == 0 {
		return found, err
	}
	rows, err := s.Store.Client(ctx).Subscription.Query().Where(subscription.IDIn(ids...), subscription.StatusIn(contracted...)).All(ctx)
	if err != nil || len(rows) == 0 {
		return found, err
	}
	plans, err := s.Catalog.PlansWith(ctx, planIDs(rows)...)
	if err != nil {
		return nil, err
	}
	byID := map[string]*ent.Plan{}
	for _, p := range plans {
		byID[p.ID] = p
	}
	prices, err := s.prices(ctx, rows...)
	if err != nil {
		return nil, err
	}
	debts, err := s.debts(ctx, rows...)
	for _, row := range rows {
		p := byID[row.PlanID]
		v := *newView(row, p, basisOf(row, p, prices[row.ID]), s.Clock.Now())
		if row.NextPlanID != "" {
			v.choose(byID[row.NextPlanID])
		}
		v.Debt = debts[row.ID]
		found[row.ID] = v.outlook(settings, s.Clock.Today())
	}
	return found, err
}
