package purchase

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/campaign"
	"kaiin/ent/order"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/typed"
	"kaiin/server/base/words"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// Campaign is what a campaign gives with one order, as it is frozen with it. The discount itself is
// in the deal's prices.
type Campaign struct {
	ID            string     `json:"id"`
	Free          bool       `json:"free"` // it gives free days, else a discount
	Name          words.Text `json:"name"`
	Description   words.Text `json:"description,omitempty"`
	FreeDays      int        `json:"freeDays"`      // free
	DiscountCount int        `json:"discountCount"` // a discount on a subscription: for how many payments
	End           clock.Day  `json:"end"`           // the last day on which it is given; the zero Day: it is not limited
}

// with is the deal with what the campaign gives. Of free days and a free trial the longer
// counts.
func (d Deal) with(c *ent.Campaign) Deal {
	d.Campaign = &Campaign{
		ID: c.ID, Free: c.CampaignType == campaign.CampaignTypeFree, Name: c.Name, Description: c.Description, FreeDays: c.FreeDays,
	}
	if c.EndAt != nil {
		d.Campaign.End = clock.DayOf(*c.EndAt)
	}
	if d.Campaign.Free {
		d.Basis.TrialDays = max(d.Basis.TrialDays, c.FreeDays)
		return d
	}
	first := d.Basis.PriceOf(1)
	after := first
	first.Discount, first.Campaign = catalog.Discount(c, first.List), c.ID
	d.Basis.Prices = []subscription.Price{first}
	if d.Subscription() {
		d.Campaign.DiscountCount, after.Term = c.DiscountCount, c.DiscountCount+1
		d.Basis.Prices = append(d.Basis.Prices, after)
	}
	return d
}

// withCodeOnly is the deal of a member who gives no means of payment: a contract ends by itself
// with what is free of it. ok is false when the campaign does not make the first payment free, or
// all days before it.
func (d Deal) withCodeOnly() (_ Deal, ok bool) {
	d.CodeOnly = true
	if d.DueNow() > 0 || d.Campaign == nil || !d.Campaign.Free && d.Basis.Term(1).Amount > 0 {
		return d, false
	}
	if !d.Subscription() {
		return d, true
	}
	last := d.Basis.Start // of the last term that costs nothing
	for _, p := range append(d.Basis.Prices, d.Basis.PriceOf(1)) {
		if p.Amount() == 0 {
			continue
		}
		if n := p.Term - 1; n > 0 {
			last = d.Basis.Term(n).Start
		}
		if stop := d.Basis.LastRenewal; stop.IsZero() || last.Before(stop) {
			d.Basis.LastRenewal = last
		}
		break
	}
	return d, true
}

// CampaignID is the id of the deal's campaign; empty without one.
func (d Deal) CampaignID() string {
	if d.Campaign == nil {
		return ""
	}
	return d.Campaign.ID
}

// DiscountedPayments is how many payments of a subscription a campaign makes cheaper, as far as
// they take place (K-022, K-023, A-120).
func (d Deal) DiscountedPayments() (count int) {
	if d.Campaign == nil {
		return 0
	}
	for count < d.Campaign.DiscountCount && d.Basis.Charged(count+1) {
		count++
	}
	return count
}

// Regular is the first term that is charged without the campaign's discount; ok is false when there
// is none.
func (d Deal) Regular() (t subscription.Term, ok bool) {
	if d.Campaign == nil || d.Campaign.DiscountCount == 0 || !d.Basis.Charged(d.Campaign.DiscountCount+1) {
		return t, false
	}
	return d.Basis.Term(d.Campaign.DiscountCount + 1), true
}

// offer changes the deal of the plan's status by the campaign of the form's code, and by the form's
// method. A code counts only while one of its campaigns is given. Without a code, the first
// campaign counts that needs none.
//
// Faults: CAMPAIGN_CODE_REQUIRED (V-039), CAMPAIGN_CODE_INVALID (V-041) and
// CAMPAIGN_CODE_NOT_APPLICABLE on campaignCode; CAMPAIGN_NOT_FREE on paymentMethodId when the code
// is to pay alone and does not; throttled after too many codes.
func (s *Service) offer(ctx context.Context, a actor.Actor, st *planStatus, methodID, code string) error {
	code = typed.Campaign(code)
	alone := methodID == methodCampaign
	switch {
	case code == "" && alone:
		return fault.Invalid(fault.CampaignCodeRequired, "campaignCode")
	case code != "" && !catalog.CampaignCode.MatchString(code):
		return fault.Invalid(fault.CampaignCodeInvalid, "campaignCode")
	}
	if code != "" {
		if err := s.Throttle.Count(ctx, "campaign-code:"+a.AccountID.String(), guesses, time.Hour); err != nil {
			return err
		}
	}
	c, err := s.campaign(ctx, a.AccountID, *st, code)
	switch {
	case err != nil:
		return err
	case c != nil:
		st.deal = st.deal.with(c)
	case code != "":
		return fault.Invalid(fault.CampaignCodeNotApplicable, "campaignCode")
	}
	if alone {
		deal, ok := st.deal.withCodeOnly()
		if !ok {
			return fault.Invalid(fault.CampaignNotFree, "paymentMethodId")
		}
		st.deal = deal
	}
	st.deal.ByProvider = s.orders(methodID) && st.deal.Monthly()
	return nil
}

// campaign is the one that the member gets with the code, or without one; nil: none.
func (s *Service) campaign(ctx context.Context, accountID uuid.UUID, st planStatus, code string) (*ent.Campaign, error) {
	all, err := s.Catalog.CampaignsOf(ctx, st.plan.ID)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	for _, c := range all {
		asked := code == "" && len(c.Codes) == 0 || code != "" && catalog.HasCode(c, code)
		if !asked || !catalog.Given(c, now) {
			continue
		}
		if fits, err := s.fits(ctx, c, st, accountID, uuid.Nil); err != nil || fits {
			return c, err
		}
	}
	return nil, nil
}

// fits reports whether the campaign may be used once more, by the member, for an order of theirs;
// orderID is left out of the count.
func (s *Service) fits(ctx context.Context, c *ent.Campaign, st planStatus, accountID, orderID uuid.UUID) (bool, error) {
	if !catalog.Left(c) || st.deal.ReContract && !c.ReContracts {
		return false, nil
	}
	if c.UseLimitPerMember == nil {
		return true, nil
	}
	used, err := s.Store.Client(ctx).Order.Query().Where(order.CampaignID(c.ID), order.AccountID(accountID), order.IDNEQ(orderID),
		order.StateIn(order.StateCharging, order.StateUnknown, order.StateCompleted)).Count(ctx)
	return used < *c.UseLimitPerMember, err
}

// keepCampaign computes the deal of the plan's status anew with the campaign of the order; ok is
// false when the campaign cannot be used any more. A member who is back from the bank agreed while
// the campaign was given: then only its limits are checked. An order without a campaign gets the
// one that needs no code today, so that changed notices it. The caller has locked the account and
// the plan. keepCampaign locks the campaign.
func (s *Service) keepCampaign(ctx context.Context, o *ent.Order, st *planStatus) (ok bool, err error) {
	agreed := o.State != order.StateConfirming
	if o.CampaignID == "" {
		if agreed {
			return true, nil
		}
		c, err := s.campaign(ctx, o.AccountID, *st, "")
		if c != nil {
			st.deal = st.deal.with(c)
		}
		return true, err
	}
	c, err := s.Catalog.LockCampaign(ctx, o.CampaignID, o.PlanID)
	if err != nil || c == nil || !agreed && !catalog.Given(c, s.Clock.Now()) {
		return false, err
	}
	if fits, err := s.fits(ctx, c, *st, o.AccountID, o.ID); err != nil || !fits {
		return false, err
	}
	st.deal = st.deal.with(c)
	if o.PaymentMethodID == nil {
		st.deal, ok = st.deal.withCodeOnly()
		return ok, nil
	}
	return true, nil
}
