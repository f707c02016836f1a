package purchase

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// planStatus is a plan and what it is to one member now.
type planStatus struct {
	plan     *ent.Plan
	offer    catalog.Offer
	holdings subscription.Holdings
	settings *settings.Settings
	deal     Deal
	siblings subscription.Siblings // none of a plan that is held itself
}

// planStatus reads what the plan is to the member now.
func (s *Service) planStatus(ctx context.Context, accountID uuid.UUID, p *ent.Plan) (planStatus, error) {
	holdings, err := s.Subscription.Holdings(ctx, accountID)
	if err != nil {
		return planStatus{}, err
	}
	return s.planStatusWith(ctx, holdings, accountID, p)
}

// planStatusWith is planStatus for a member with these contracts.
func (s *Service) planStatusWith(ctx context.Context, holdings subscription.Holdings, accountID uuid.UUID, p *ent.Plan) (planStatus, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return planStatus{}, err
	}
	held := map[string]bool{}
	if p.PlanType != plan.PlanTypeSubscription {
		if held, err = s.Entitlement.Held(ctx, accountID, p.ID); err != nil {
			return planStatus{}, err
		}
	}
	st := newPlanStatus(p, holdings, held[p.ID], settings, s.Clock)
	st.siblings, err = s.Subscription.Siblings(ctx, holdings, p)
	return st, err
}

// newPlanStatus is the state of the plan now for a member with the holdings; held says that they
// have bought it. A visitor has nothing.
func newPlanStatus(p *ent.Plan, holdings subscription.Holdings, held bool, settings *settings.Settings, now *clock.Clock) planStatus {
	offer := holdings.Offer(p, now.Now(), settings.SubscriptionContractLimit).HeldBy(held)
	st := planStatus{plan: p, holdings: holdings, settings: settings, offer: offer}
	st.deal = newDeal(p, st.offer, holdings.Had(p.ID), now.Today())
	return st
}

// closed says why the plan cannot be bought now, in the specification's order (S-040); empty when
// it can.
func (st planStatus) closed() fault.Code {
	switch {
	case st.siblings.Excluding != nil:
		return fault.PlanGroupHeld
	case st.offer.Open():
		return ""
	case st.offer.Availability == catalog.Owned:
		return fault.DoubleBillingDetected
	case st.offer.Availability == catalog.ContractLimited && st.holdings.Holds(st.plan.ID):
		return fault.DoubleBillingDetected
	case st.offer.Availability == catalog.ContractLimited:
		return fault.ContractLimitReached
	default:
		return fault.ProductUnavailable
	}
}

// buyable is a fault unless the plan can be bought now.
func (st planStatus) buyable() error {
	if code := st.closed(); code != "" {
		return fault.Precondition(code)
	}
	return nil
}
