package entitlement

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/entitlement"
	"kaiin/server/clock"
	"kaiin/server/store"
)

// Service keeps what members may watch. Its methods join the caller's transaction.
type Service struct {
	Store *store.Store
	Clock *clock.Clock
}

// Grant is something a member has bought.
type Grant struct {
	AccountID      uuid.UUID
	PlanID         string
	OrderID        uuid.UUID
	SubscriptionID *uuid.UUID
	ExpiresAt      *time.Time // nil: never
}

// Give lets the member watch what the order bought.
func (s *Service) Give(ctx context.Context, g Grant) error {
	return s.Store.Client(ctx).Entitlement.Create().SetAccountID(g.AccountID).SetPlanID(g.PlanID).SetOrderID(g.OrderID).
		SetNillableSubscriptionID(g.SubscriptionID).SetNillableExpiresAt(g.ExpiresAt).SetCreatedAt(s.Clock.Now()).Exec(ctx)
}

// Until makes what a contract entitles to end at the moment.
func (s *Service) Until(ctx context.Context, subscriptionID uuid.UUID, at time.Time) error {
	return s.Store.Client(ctx).Entitlement.Update().Where(entitlement.SubscriptionID(subscriptionID)).SetExpiresAt(at).Exec(ctx)
}

// Leave makes everything the member may still watch end now, because the member leaves.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	now := s.Clock.Now()
	return s.Store.Client(ctx).Entitlement.Update().Where(entitlement.AccountID(accountID),
		entitlement.Or(entitlement.ExpiresAtIsNil(), entitlement.ExpiresAtGT(now))).SetExpiresAt(now).Exec(ctx)
}

// Owns reports whether the member has the plan for good.
func (s *Service) Owns(ctx context.Context, accountID uuid.UUID, planID string) (bool, error) {
	return s.Store.Client(ctx).Entitlement.Query().Where(entitlement.AccountID(accountID), entitlement.PlanID(planID),
		entitlement.ExpiresAtIsNil()).Exist(ctx)
}
