package entitlement

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/entitlement"
)

// Grant is something a member has bought.
type Grant struct {
	AccountID      uuid.UUID
	PlanID         string
	OrderID        uuid.UUID
	SubscriptionID *uuid.UUID
	ExpiresAt      *time.Time // nil: never
}

// Give lets the member watch what the order bought.
func Give(ctx context.Context, client *ent.Client, g Grant, now time.Time) error {
	return client.Entitlement.Create().SetAccountID(g.AccountID).SetPlanID(g.PlanID).SetOrderID(g.OrderID).
		SetNillableSubscriptionID(g.SubscriptionID).SetNillableExpiresAt(g.ExpiresAt).SetCreatedAt(now).Exec(ctx)
}

// Until makes what a contract entitles to end at the moment.
func Until(ctx context.Context, client *ent.Client, subscriptionID uuid.UUID, at time.Time) error {
	return client.Entitlement.Update().Where(entitlement.SubscriptionID(subscriptionID)).SetExpiresAt(at).Exec(ctx)
}

// EndAll makes everything the member may still watch end at the moment, because the member leaves.
func EndAll(ctx context.Context, client *ent.Client, accountID uuid.UUID, at time.Time) error {
	return client.Entitlement.Update().Where(entitlement.AccountID(accountID),
		entitlement.Or(entitlement.ExpiresAtIsNil(), entitlement.ExpiresAtGT(at))).SetExpiresAt(at).Exec(ctx)
}

// Owns reports whether the member has the plan for good.
func Owns(ctx context.Context, client *ent.Client, accountID uuid.UUID, planID string) (bool, error) {
	return client.Entitlement.Query().Where(entitlement.AccountID(accountID), entitlement.PlanID(planID),
		entitlement.ExpiresAtIsNil()).Exist(ctx)
}
