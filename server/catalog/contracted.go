package catalog

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/plan"
)

// PlanOfContract is the plan with the id, published or not: a contract outlives the sale of its plan.
func (s *Service) PlanOfContract(ctx context.Context, id string) (*ent.Plan, error) {
	return s.Store.Client(ctx).Plan.Get(ctx, id)
}

// PlansWith are Plans, and among them those with the ids even when they are no longer published.
func (s *Service) PlansWith(ctx context.Context, ids ...string) ([]*ent.Plan, error) {
	return s.Store.Client(ctx).Plan.Query().
		Where(plan.Or(plan.Published(true), plan.IDIn(ids...))).Order(plan.ByPosition(), plan.ByID()).All(ctx)
}
