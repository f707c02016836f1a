package catalog

import (
	"cmp"
	"context"
	"slices"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

// allPlans are all plans in the store's order, published or not. Inside a transaction they are
// read, outside of one they are at most store.CacheFor old. The rows are shared between callers:
// read them, never change them.
func (s *Service) allPlans(ctx context.Context) ([]*ent.Plan, error) {
	read := func(ctx context.Context) ([]*ent.Plan, error) {
		return s.Store.Client(ctx).Plan.Query().Order(plan.ByPosition(), plan.ByID()).All(ctx)
	}
	if store.InTx(ctx) {
		return read(ctx)
	}
	return s.plans.Get(ctx, s.Clock, read)
}

// Plans are the published plans in the store's order, those outside their sales period
// included: lists leave out those that are over (Over).
func (s *Service) Plans(ctx context.Context) ([]*ent.Plan, error) { return s.PlansWith(ctx) }

// PlansWith are Plans, and among them those with the ids even when they are no longer published.
func (s *Service) PlansWith(ctx context.Context, ids ...string) ([]*ent.Plan, error) {
	all, err := s.allPlans(ctx)
	if err == nil && !has(all, ids) { // one is newer than what is in memory
		s.plans.Forget()
		all, err = s.allPlans(ctx)
	}
	if err != nil {
		return nil, err
	}
	var shown []*ent.Plan
	for _, p := range all {
		if p.Published || slices.Contains(ids, p.ID) {
			shown = append(shown, p)
		}
	}
	return shown, nil
}

func has(plans []*ent.Plan, ids []string) bool {
	for _, id := range ids {
		if !slices.ContainsFunc(plans, func(p *ent.Plan) bool { return p.ID == id }) {
			return false
		}
	}
	return true
}

// ShownPlan is a published plan as a page shows it, at most store.CacheFor old. Fault: not found.
func (s *Service) ShownPlan(ctx context.Context, id string) (*ent.Plan, error) {
	all, err := s.allPlans(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.ID == id && p.Published {
			return p, nil
		}
	}
	return nil, fault.NotFound()
}

// PlanOfContract is the plan with the id, published or not: a contract outlives the sale of its
// plan. A transaction reads it once.
func (s *Service) PlanOfContract(ctx context.Context, id string) (*ent.Plan, error) {
	if !store.InTx(ctx) {
		all, err := s.allPlans(ctx)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			if p.ID == id {
				return p, nil
			}
		} // else it is newer than what is in memory
	}
	return store.Once(ctx, planKey(id), func(ctx context.Context) (*ent.Plan, error) { return s.Store.Client(ctx).Plan.Get(ctx, id) })
}

// planKey is the key of a plan in a transaction.
type planKey string

// showcased is how many plans the home page shows.
const showcased = 3

// Showcase are plans that anyone may contract now, for the home page: a few, in the store's order.
// Subscriptions are preferred, the plan with the id and the recommended one above all. open are
// all that there are.
func (s *Service) Showcase(ctx context.Context, id string) (few, open []*ent.Plan, err error) {
	plans, err := s.Plans(ctx)
	if err != nil {
		return nil, nil, err
	}
	now := s.Clock.Now()
	open = slices.DeleteFunc(plans, func(p *ent.Plan) bool { return !NewOffer(p, now, false, false).Open() })
	rank := func(p *ent.Plan) int {
		switch {
		case p.ID == id:
			return 0
		case p.Recommended:
			return 1
		case p.PlanType == plan.PlanTypeSubscription:
			return 2
		}
		return 3
	}
	few = slices.SortedStableFunc(slices.Values(open), func(a, b *ent.Plan) int { return cmp.Compare(rank(a), rank(b)) })
	few = few[:min(len(few), showcased)]
	slices.SortFunc(few, func(a, b *ent.Plan) int { return cmp.Compare(a.Position, b.Position) })
	return few, open, nil
}
