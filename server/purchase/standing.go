package purchase

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/fault"
	"kaiin/server/settings"
	"kaiin/server/subscription"
)

// standing is a plan and what it is to one member now.
type standing struct {
	plan     *ent.Plan
	offer    catalog.Offer
	holdings subscription.Holdings
	settings *settings.Settings
	deal     Deal
}

// standing reads how the plan stands for the member.
func (s *Service) standing(ctx context.Context, accountID uuid.UUID, p *ent.Plan) (standing, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return standing{}, err
	}
	holdings, err := s.Subscription.Holdings(ctx, accountID)
	if err != nil {
		return standing{}, err
	}
	held := map[string]bool{}
	if p.PlanType != plan.PlanTypeSubscription {
		if held, err = s.Entitlement.Held(ctx, accountID, p.ID); err != nil {
			return standing{}, err
		}
	}
	return newStanding(p, holdings, held[p.ID], settings, s.Clock), nil
}

// newStanding is how the plan stands now for somebody with the holdings; held says that they have bought it. A visitor has nothing.
func newStanding(p *ent.Plan, holdings subscription.Holdings, held bool, settings *settings.Settings, now *clock.Clock) standing {
	offer := holdings.Offer(p, now.Now(), settings.SubscriptionContractLimit).HeldBy(held)
	st := standing{plan: p, holdings: holdings, settings: settings, offer: offer}
	st.deal = newDeal(p, st.offer, holdings.Had(p.ID), now.Today())
	return st
}

// closed says why the plan cannot be bought now, in the specification's order (S-040); empty when it can.
func (st standing) closed() fault.Code {
	switch {
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

// open is closed as a fault.
func (st standing) open() error {
	if code := st.closed(); code != "" {
		return fault.Precondition(code)
	}
	return nil
}
