package subscription

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/shop/catalog"
)

// Holdings are all contracts of an account, ended ones included, newest first.
type Holdings []*ent.Subscription

// Holdings reads the contracts of the account.
func (s *Service) Holdings(ctx context.Context, accountID uuid.UUID) (Holdings, error) {
	if accountID == uuid.Nil {
		return nil, nil
	}
	return s.Store.Client(ctx).Subscription.Query().Where(subscription.AccountID(accountID)).
		Order(ent.Desc(subscription.FieldCreatedAt, subscription.FieldID)).All(ctx)
}

// Running are those under contract.
func (h Holdings) Running() Holdings {
	return slices.DeleteFunc(slices.Clone(h), func(row *ent.Subscription) bool { return !Status(row.Status).Contracted() })
}

// Had reports whether the account ever contracted the plan: another contract would be a
// re-contract (S-055).
func (h Holdings) Had(planID string) bool {
	return slices.ContainsFunc(h, func(row *ent.Subscription) bool { return row.PlanID == planID })
}

// Holds reports whether the plan is under contract now.
func (h Holdings) Holds(planID string) bool { return h.Running().Had(planID) }

// UsesMethod reports whether a running contract is paid with the method, one scheduled to cancel
// included.
func (h Holdings) UsesMethod(id uuid.UUID) bool {
	return slices.ContainsFunc(h.Running(), func(row *ent.Subscription) bool {
		return row.PaymentMethodID != nil && *row.PaymentMethodID == id
	})
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

// Offer is the plan as the account may buy it. A plan under contract cannot be contracted a second
// time, so it is closed like any other when the limit is reached.
func (h Holdings) Offer(p *ent.Plan, now time.Time, limit int) catalog.Offer {
	return catalog.NewOffer(p, now, h.Limited(limit, 0) || h.Holds(p.ID), h.Had(p.ID))
}
