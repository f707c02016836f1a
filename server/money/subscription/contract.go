package subscription

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/ent/predicate"
	"kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/words"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
	"kaiin/server/shop/catalog"
)

// View is a running contract with what it is of and what it is paid with.
type View struct {
	Row    *ent.Subscription
	Plan   *ent.Plan
	Coming *ent.Plan // the plan from the next term on, if the member has chosen another one; nil: the same
	// Waiting is the plan that the member of a contract on hold has chosen: it counts from the
	// first payment day after what is owed is paid. Nil: none, or it is not on hold.
	Waiting *ent.Plan
	Method  *ent.PaymentMethod // nil: not shown because the contract is scheduled to cancel (S-077)
	// Campaign is the name of the campaign it was contracted with; nil: none.
	Campaign     words.Text
	Basis        Basis // its schedule and prices, as they are now
	Next         Term  // what is charged next, if it goes on
	billing.Debt       // Owed is the bill of the next term
	Now          time.Time
	// WatchURL is where the member watches what it gives; empty when the store does not say, while
	// the contract is on hold, to end or not, and once the days of grace of a late payment are
	// over.
	WatchURL words.Text

	present Basis // by the plan that it is of, whatever is chosen for later
}

// Status is the contract's status.
func (v View) Status() Status { return Status(v.Row.Status) }

// EndDay is the last day of a contract that is scheduled to cancel (S-075); the zero Day otherwise.
func (v View) EndDay() clock.Day {
	if v.Status().Group() != GroupCancelRequested {
		return clock.Day{}
	}
	return lastDay(v.Row)
}

// TrialEndDay is the last free day of a contract in its trial (S-081); the zero Day otherwise.
func (v View) TrialEndDay() clock.Day {
	if v.Status() != NewTrialContract && v.Status() != TrialCancelRequest {
		return clock.Day{}
	}
	return v.Row.NextSettlementDay.AddDays(-1)
}

// Renewing reports whether the sub-label 'contract renewing' shows: it is the settlement day, and
// the contract is one that renews (S-070). What is late is no longer renewing: its member need not
// wait for that.
func (v View) Renewing() bool {
	group, day := v.Status().Group(), v.Row.NextSettlementDay
	return (group == GroupContract || group == GroupTrial) && v.Now.After(day.Start()) && clock.DayOf(v.Now) == day
}

// InProgress reports whether a charge that was begun today is under way.
func (v View) InProgress() bool { return v.Paying && !v.Since.Before(clock.DayOf(v.Now)) }

// Cancellable reports whether the way to cancel it shows: not once it is cancelled (S-078), and not
// while it renews (S-072).
func (v View) Cancellable() bool { return v.Status().Remains() && !v.Renewing() && !v.InProgress() }

// Find is one running contract of the member. Another's, or an ended one, is not found.
func (s *Service) Find(ctx context.Context, a actor.Actor, id string) (*View, error) {
	row, err := s.own(ctx, a, id)
	if err != nil {
		return nil, err
	}
	return s.Of(ctx, row)
}

// Of is the contract of the row, which runs.
func (s *Service) Of(ctx context.Context, row *ent.Subscription) (*View, error) {
	v, err := s.view(ctx, row)
	if err != nil || v.Status().Group() == GroupCancelRequested {
		return v, err
	}
	v.Method, err = s.method(ctx, v.Row)
	return v, err
}

// own is the row of a running contract of the member. Another's, or an ended one, is not found.
func (s *Service) own(ctx context.Context, a actor.Actor, id string) (*ent.Subscription, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, fault.NotFound()
	}
	row, err := s.Store.Client(ctx).Subscription.Get(ctx, key)
	if ent.IsNotFound(err) || (err == nil && (row.AccountID != a.AccountID || !Status(row.Status).Contracted())) {
		return nil, fault.NotFound()
	}
	return row, err
}

// view is the contract without what it is paid with.
func (s *Service) view(ctx context.Context, row *ent.Subscription) (*View, error) {
	basis, p, err := s.present(ctx, row)
	if err != nil {
		return nil, err
	}
	v := newView(row, p, basis, s.Clock.Now())
	if row.NextPlanID != "" {
		to, err := s.Catalog.PlanOfContract(ctx, row.NextPlanID)
		if err != nil {
			return nil, err
		}
		v.choose(to)
	}
	debts, err := s.debts(ctx, row)
	if err != nil {
		return nil, err
	}
	v.Debt = debts[row.ID]
	names, err := s.campaigns(ctx, row)
	if err != nil {
		return nil, err
	}
	v.Campaign = names[row.CampaignID]
	v.WatchURL, err = s.watchURL(ctx, *v)
	return v, err
}

func newView(row *ent.Subscription, p *ent.Plan, b Basis, now time.Time) *View {
	return &View{Row: row, Plan: p, Basis: b, present: b, Next: b.Term(row.Period + 1), Now: now}
}

// choose shows the contract as one of the plan, which its member has chosen, from its next term on,
// unless the store has stopped that. On hold the plan waits.
func (v *View) choose(to *ent.Plan) {
	next, ok := v.present.chosen(v.Row, to)
	switch {
	case !ok:
	case v.Status().Group() == GroupHold:
		v.Waiting = to
	case chose(v.Row):
		v.Coming, v.Basis = to, next
		v.Next = next.Term(v.Row.Period + 1)
	}
}

func (s *Service) watchURL(ctx context.Context, v View) (words.Text, error) {
	if v.Status().Group() == GroupHold || held(v.Status()) {
		return nil, nil
	}
	if clock.DayOf(v.Now).After(v.present.Term(v.Row.Period + 1).Start) {
		if _, open, err := s.Entitlement.Open(ctx, v.Row.ID); err != nil || !open {
			return nil, err
		}
	}
	return s.Catalog.WatchURL(ctx, v.Plan)
}

// Own is the contract of the plan that runs now, with where its member watches and nothing else of
// it; nil: none runs.
func (s *Service) Own(ctx context.Context, h Holdings, p *ent.Plan) (*View, error) {
	for _, row := range h.Running() {
		if row.PlanID == p.ID {
			v := newView(row, p, basisOf(row, p, nil), s.Clock.Now()) // its days; no price is shown
			var err error
			v.WatchURL, err = s.watchURL(ctx, *v)
			return v, err
		}
	}
	return nil, nil
}

// Shelf is the plan list: the member's contracts first, then the plans they may look at (L-042).
type Shelf struct {
	Contracts []View
	Plans     []Offered
}

// Offered is a plan as it stands for the member who looks at it.
type Offered struct {
	Plan  *ent.Plan
	Offer catalog.Offer
}

// Plans is the plan list. A visitor has no contracts. Plans outside their sales period are listed,
// closed; plans under contract are listed among the contracts and not a second time among
// the plans.
func (s *Service) Plans(ctx context.Context, a actor.Actor) (*Shelf, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	plans, err := s.Catalog.Plans(ctx)
	if err != nil {
		return nil, err
	}
	holdings, held, err := s.shownWithBought(ctx, a.AccountID, paidOnce(plans))
	if err != nil {
		return nil, err
	}
	running, now := holdings.Running(), s.Clock.Now()
	if plans, err = s.Catalog.PlansWith(ctx, planIDs(running)...); err != nil {
		return nil, err
	}
	shelf := &Shelf{}
	for _, p := range plans {
		if p.Published && !running.Holds(p.ID) && (held[p.ID] || !catalog.Over(p, now)) {
			offer := holdings.Offer(p, now, settings.SubscriptionContractLimit).HeldBy(held[p.ID])
			if running.siblings(p, plans).Excluding != nil {
				offer = catalog.ChangeOffer(p, now)
			}
			shelf.Plans = append(shelf.Plans, Offered{Plan: p, Offer: offer})
		}
	}
	shelf.Contracts, err = s.views(ctx, running, plans)
	return shelf, err
}

// paidOnce are the ids of the plans that are bought or rented.
func paidOnce(plans []*ent.Plan) (ids []string) {
	for _, p := range plans {
		if p.PlanType != plan.PlanTypeSubscription {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// views are the running contracts with their plans, which are among those given, and what they are
// paid with.
func (s *Service) views(ctx context.Context, running Holdings, plans []*ent.Plan) (views []View, err error) {
	methods, err := s.Payment.MethodsByID(ctx, methodIDs(running)...)
	if err != nil {
		return nil, err
	}
	prices, err := s.prices(ctx, running...)
	if err != nil {
		return nil, err
	}
	debts, err := s.debts(ctx, running...)
	if err != nil {
		return nil, err
	}
	campaigns, err := s.campaigns(ctx, running...)
	if err != nil {
		return nil, err
	}
	byID := map[string]*ent.Plan{}
	for _, p := range plans {
		byID[p.ID] = p
	}
	for _, row := range running {
		p := byID[row.PlanID]
		v := *newView(row, p, basisOf(row, p, prices[row.ID]), s.Clock.Now())
		if row.NextPlanID != "" {
			v.choose(byID[row.NextPlanID])
		}
		v.Debt = debts[row.ID]
		v.Campaign = campaigns[row.CampaignID]
		switch {
		case v.Status().Group() == GroupCancelRequested:
		case row.PaymentMethodID == nil:
			v.Method = payment.CodeOnly()
		default:
			v.Method = methods[*row.PaymentMethodID]
		}
		if v.WatchURL, err = s.watchURL(ctx, v); err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// debts are what the contracts owe for their next terms.
func (s *Service) debts(ctx context.Context, rows ...*ent.Subscription) (map[uuid.UUID]billing.Debt, error) {
	next := map[uuid.UUID]int{}
	for _, row := range rows {
		if owing, read := column[bool](row, columnOwing); owing || !read {
			next[row.ID] = row.Period + 1
		}
	}
	return s.Billing.Debts(ctx, next)
}

func ids(rows Holdings) []uuid.UUID {
	var all []uuid.UUID
	for _, row := range rows {
		all = append(all, row.ID)
	}
	return all
}

// planIDs are the plans that the contracts are of, and those that are chosen for later.
func planIDs(rows Holdings) []string {
	var ids []string
	for _, row := range rows {
		ids = append(ids, row.PlanID)
		if row.NextPlanID != "" {
			ids = append(ids, row.NextPlanID)
		}
	}
	return ids
}

func methodIDs(rows Holdings) []uuid.UUID {
	var ids []uuid.UUID
	for _, row := range rows {
		if row.PaymentMethodID != nil {
			ids = append(ids, *row.PaymentMethodID)
		}
	}
	return ids
}

func text(t map[string]string, locale string) string { return words.Text(t).In(locale) }

// Holdings are all contracts of an account, ended ones included, newest first.
type Holdings []*ent.Subscription

// Holdings reads the contracts of the account.
func (s *Service) Holdings(ctx context.Context, accountID uuid.UUID) (Holdings, error) {
	return s.holdingsWith(ctx, accountID, withFormerPlans)
}

// Shown is Holdings for a page that shows them: what running contracts cost and owe is read by the
// same statement. It is what it was then, so nothing is decided by it once something has changed.
func (s *Service) Shown(ctx context.Context, accountID uuid.UUID) (Holdings, error) {
	return s.holdingsWith(ctx, accountID, withFormerPlans, withPrices, withOwing)
}

// shownWithBought is Shown, and which of the plans the member has without a contract.
func (s *Service) shownWithBought(ctx context.Context, accountID uuid.UUID, ids []string) (holdings Holdings, bought map[string]bool, err error) {
	holdings, err = s.holdingsWith(ctx, accountID, withFormerPlans, withPrices, withOwing, withBought(s.Entitlement.HeldBeside(accountID, ids...)))
	if err == nil && len(holdings) == 0 { // there is no row to read it with
		bought, err = s.Entitlement.Held(ctx, accountID, ids...)
		return holdings, bought, err
	}
	bought = map[string]bool{}
	for _, row := range holdings {
		for _, id := range listColumn(row, columnBought) {
			bought[id] = true
		}
	}
	return holdings, bought, err
}

func (s *Service) holdingsWith(ctx context.Context, accountID uuid.UUID, with ...predicate.Subscription) (Holdings, error) {
	if accountID == uuid.Nil {
		return nil, nil
	}
	return s.Store.Client(ctx).Subscription.Query().Where(subscription.AccountID(accountID)).Where(with...).
		Order(ent.Desc(subscription.FieldCreatedAt, subscription.FieldID)).All(ctx)
}

// Running are those under contract.
func (h Holdings) Running() Holdings {
	return slices.DeleteFunc(slices.Clone(h), func(row *ent.Subscription) bool { return !Status(row.Status).Contracted() })
}

// Had reports whether the account ever contracted the plan, or changed a contract to it: another
// contract would be a re-contract (S-055).
func (h Holdings) Had(planID string) bool {
	return slices.ContainsFunc(h, func(row *ent.Subscription) bool {
		return row.PlanID == planID || slices.Contains(formerPlans(row), planID)
	})
}

// Holds reports whether the plan is under contract now.
func (h Holdings) Holds(planID string) bool {
	return slices.ContainsFunc(h.Running(), func(row *ent.Subscription) bool { return row.PlanID == planID })
}

// UsesMethod reports whether a running contract is paid with the method, one scheduled to cancel
// included.
func (h Holdings) UsesMethod(id uuid.UUID) bool {
	return slices.ContainsFunc(h.Running(), func(row *ent.Subscription) bool {
		return row.PaymentMethodID != nil && *row.PaymentMethodID == id
	})
}

// PaidOtherwise is the newest contract that goes on and is paid with another method; nil is none.
func (h Holdings) PaidOtherwise(id uuid.UUID) *ent.Subscription {
	for _, row := range h {
		if Status(row.Status).Remains() && row.PaymentMethodID != nil && *row.PaymentMethodID != id {
			return row
		}
	}
	return nil
}

// PaidWith reports whether a running contract of the account is paid with the method, one scheduled
// to cancel included.
func (s *Service) PaidWith(ctx context.Context, accountID, methodID uuid.UUID) (bool, error) {
	holdings, err := s.Holdings(ctx, accountID)
	return holdings.UsesMethod(methodID), err
}

// Limited reports whether the account holds as many contracts as it may; limit 0 is no limit. more
// counts orders that are about to become contracts.
func (h Holdings) Limited(limit, more int) bool { return limit > 0 && len(h.Running())+more >= limit }

// Takes reports whether a running contract is of the plan now, or is going to be.
func (h Holdings) Takes(planID string) bool {
	return slices.ContainsFunc(h.Running(), func(row *ent.Subscription) bool { return row.PlanID == planID || row.NextPlanID == planID })
}

// Except are the contracts without the one with the id.
func (h Holdings) Except(id uuid.UUID) Holdings {
	return slices.DeleteFunc(slices.Clone(h), func(row *ent.Subscription) bool { return row.ID == id })
}

// Offer is the plan as the account may buy it. A plan under contract cannot be contracted a second
// time, so it is closed like any other when the limit is reached.
func (h Holdings) Offer(p *ent.Plan, now time.Time, limit int) catalog.Offer {
	return catalog.NewOffer(p, now, h.Limited(limit, 0) || h.Holds(p.ID), h.Had(p.ID))
}

// Contracts are the owner's running contracts, newest first.
func (s *Service) Contracts(ctx context.Context, owner uuid.UUID) ([]View, error) {
	holdings, err := s.Shown(ctx, owner)
	if err != nil {
		return nil, err
	}
	running := holdings.Running()
	if len(running) == 0 {
		return nil, nil
	}
	plans, err := s.Catalog.PlansWith(ctx, planIDs(running)...)
	if err != nil {
		return nil, err
	}
	return s.views(ctx, running, plans)
}

// Home are the owner's running contracts, newest first, each with what is charged next: what My
// Page tells first.
func (s *Service) Home(ctx context.Context, owner uuid.UUID) ([]ContractPage, error) {
	views, err := s.Contracts(ctx, owner)
	if err != nil || len(views) == 0 {
		return nil, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	var pages []ContractPage
	for _, v := range views {
		pages = append(pages, ContractPage{View: v, Outlook: v.outlook(settings, s.Clock.Today())})
	}
	return pages, nil
}
