package subscription

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/fault"
)

// View is a running contract with what it is of and what it is paid with.
type View struct {
	Row    *ent.Subscription
	Plan   *ent.Plan
	Method *ent.PaymentMethod // nil: none, or not shown because the contract is scheduled to cancel (S-077)
	Now    time.Time
}

// Status is the contract's status.
func (v View) Status() Status { return Status(v.Row.Status) }

// EndDay is the last day of a contract that is scheduled to cancel (S-075); the zero Day otherwise.
func (v View) EndDay() clock.Day {
	if v.Status().Group() != GroupCancelRequested {
		return clock.Day{}
	}
	return v.Row.NextSettlementDay.AddDays(-1)
}

// TrialEndDay is the last free day of a contract in its trial (S-081); the zero Day otherwise.
func (v View) TrialEndDay() clock.Day {
	if v.Status() != NewTrialContract && v.Status() != TrialCancelRequest {
		return clock.Day{}
	}
	return v.Row.NextSettlementDay.AddDays(-1)
}

// Renewing reports whether the sub-label 'contract renewing' shows: the settlement day has begun and the contract is one
// that renews (S-070).
func (v View) Renewing() bool {
	group := v.Status().Group()
	return (group == GroupContract || group == GroupTrial) && v.Now.After(v.Row.NextSettlementDay.Start())
}

// InProgress reports whether a renewal is being charged now.
func (v View) InProgress() bool { return v.Row.RenewingSince != nil }

// Find is one running contract of the member. Another's, or an ended one, is not found.
func (s *Service) Find(ctx context.Context, a actor.Actor, id string) (*View, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, fault.NotFound()
	}
	row, err := s.Store.Client(ctx).Subscription.Get(ctx, key)
	if ent.IsNotFound(err) || (err == nil && (row.AccountID != a.AccountID || !Status(row.Status).Contracted())) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	p, err := s.Catalog.PlanOfContract(ctx, row.PlanID)
	if err != nil {
		return nil, err
	}
	v := &View{Row: row, Plan: p, Now: s.Clock.Now()}
	if v.Status().Group() != GroupCancelRequested {
		v.Method, err = s.method(ctx, row)
	}
	return v, err
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

// Plans is the plan list. A visitor has no contracts. Plans outside their sales period are listed, closed; plans
// under contract stand among the contracts and not a second time among the plans.
func (s *Service) Plans(ctx context.Context, a actor.Actor) (*Shelf, error) {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return nil, err
	}
	holdings, err := s.Holdings(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	running, now := holdings.Running(), s.Clock.Now()
	plans, err := s.Catalog.PlansWith(ctx, planIDs(running)...)
	if err != nil {
		return nil, err
	}
	shelf := &Shelf{}
	for _, p := range plans {
		if p.Published && !running.Had(p.ID) {
			shelf.Plans = append(shelf.Plans, Offered{Plan: p, Offer: holdings.Offer(p, now, settings.SubscriptionContractLimit)})
		}
	}
	shelf.Contracts, err = s.views(ctx, running, plans)
	return shelf, err
}

// views are the running contracts with their plans, which are among those given, and what they are paid with.
func (s *Service) views(ctx context.Context, running Holdings, plans []*ent.Plan) (views []View, err error) {
	methods, err := s.Payment.MethodsByID(ctx, methodIDs(running)...)
	if err != nil {
		return nil, err
	}
	byID := map[string]*ent.Plan{}
	for _, p := range plans {
		byID[p.ID] = p
	}
	for _, row := range running {
		v := View{Row: row, Plan: byID[row.PlanID], Now: s.Clock.Now()}
		if row.PaymentMethodID != nil && v.Status().Group() != GroupCancelRequested {
			v.Method = methods[*row.PaymentMethodID]
		}
		views = append(views, v)
	}
	return views, nil
}

func planIDs(rows Holdings) []string {
	var ids []string
	for _, row := range rows {
		ids = append(ids, row.PlanID)
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

func text(t map[string]string, locale string) string { return catalog.Text(t).In(locale) }
