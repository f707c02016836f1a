package catalog

import (
	"context"
	"fmt"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/ent/storepolicy"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
)

// Service answers what the store sells and how it is set up.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Settings *settings.Service

	plans    store.Cached[[]*ent.Plan] // all of them, published or not
	policies store.Cached[[]*ent.StorePolicy]

	campaigns store.Cached[[]*ent.Campaign] // all of them, published or not
}

// Policies are the texts members agree to, in the store's order, each in its current revision. They
// are shared between callers: read them, never change them.
func (s *Service) Policies(ctx context.Context) ([]*ent.StorePolicy, error) {
	read := func(ctx context.Context) ([]*ent.StorePolicy, error) {
		return s.Store.Client(ctx).StorePolicy.Query().Order(storepolicy.ByPosition(), storepolicy.ByID()).All(ctx)
	}
	if store.InTx(ctx) {
		return read(ctx)
	}
	return s.policies.Get(ctx, s.Clock, read)
}

// FindPolicyPage is the policy whose page is asked for by its key. Fault: not found.
func (s *Service) FindPolicyPage(ctx context.Context, key string) (*ent.StorePolicy, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	policies, err := s.Policies(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range policies {
		if p.Key == key && !p.IsExternal && settings.HasPolicyPage(key) {
			return p, nil
		}
	}
	return nil, fault.NotFound()
}

// FindPlan is a published plan, read now: prices are computed from it. Fault: not found.
func (s *Service) FindPlan(ctx context.Context, id string) (*ent.Plan, error) {
	row, err := s.Store.Client(ctx).Plan.Query().Where(plan.ID(id), plan.Published(true)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}

// LockPlan is FindPlan under a row lock, so that sales_count can be compared with sales_limit and
// raised. It must be called inside a transaction, which holds the lock to its end.
func (s *Service) LockPlan(ctx context.Context, id string) (*ent.Plan, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("plan %s locked outside a transaction", id)
	}
	row, err := s.Store.Client(ctx).Plan.Query().Where(plan.ID(id), plan.Published(true)).ForUpdate().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}

// CountSales counts units of a plan as sold, and as given back where they are less than 0. It joins
// the caller's transaction, which has locked the plan if it compared anything before.
func (s *Service) CountSales(ctx context.Context, planID string, units int) error {
	defer s.plans.Forget()
	return s.Store.Client(ctx).Plan.UpdateOneID(planID).AddSalesCount(units).Exec(ctx)
}
