package subscription

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent/subscription"
	"kaiin/server/base/fault"
)

// Remains reports whether the contract keeps its member from leaving. One that is scheduled to
// cancel does not: what is left of its term is forfeited. A held one does.
func (s Status) Remains() bool { return s.Contracted() && s.Group() != GroupCancelRequested }

// Contracts are the owner's running contracts, newest first.
func (s *Service) Contracts(ctx context.Context, owner uuid.UUID) ([]View, error) {
	holdings, err := s.Holdings(ctx, owner)
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

// Leave ends the contracts of a member who leaves: those that are scheduled to cancel, at once. It
// joins the caller's transaction, which holds the account's lock. Fault: CONTRACT_REMAINS when
// there is any other.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	rows, err := s.Store.Client(ctx).Subscription.Query().
		Where(subscription.AccountID(accountID), subscription.StatusIn(contracted...)).
		Order(subscription.ByID(sql.OrderAsc())).ForUpdate().All(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if Status(row.Status).Remains() {
			return fault.Precondition(fault.ContractRemains)
		}
	}
	for _, row := range rows {
		if err := s.end(ctx, row, Terminate); err != nil {
			return err
		}
	}
	return nil
}
