package purchase

import (
	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// Deal is what an order buys and when it is paid: the order verification object of the
// specification (G§3). Everything that is shown before the order, and everything that is charged
// after it, follows from it.
type Deal struct {
	PlanType    plan.PlanType      `json:"planType"`
	Basis       subscription.Basis `json:"basis"` // of a purchase or rental only Start, Price and Rates count
	ReContract  bool               `json:"reContract"`
	ViewingDays int                `json:"viewingDays"` // rental: 0 is without end
	Campaign    *Campaign          `json:"campaign,omitempty"`
	CodeOnly    bool               `json:"codeOnly,omitempty"`   // a campaign's code pays for all of it, and nothing is ever charged
	ByProvider  bool               `json:"byProvider,omitempty"` // the provider charges the months after the first by itself
}

// newDeal is the deal a member gets who orders the plan on the day.
func newDeal(p *ent.Plan, offer catalog.Offer, had bool, day clock.Day) Deal {
	return Deal{
		PlanType: p.PlanType, Basis: subscription.BasisOf(p, day, offer.FreeTrialDays),
		ReContract: had && p.PlanType == plan.PlanTypeSubscription, ViewingDays: p.ViewingDays,
	}
}

// Subscription reports whether the deal is a contract that renews.
func (d Deal) Subscription() bool { return d.PlanType == plan.PlanTypeSubscription }

// Monthly reports whether a provider that charges each month by itself can charge it: the same
// amount every month from the order on.
func (d Deal) Monthly() bool {
	return d.Subscription() && d.Basis.Span == subscription.Span{Count: 1, Unit: "months"} && d.Basis.TrialDays == 0 && len(d.Basis.Prices) == 0 &&
		d.Campaign == nil && !d.CodeOnly && d.DueNow() > 0
}

// DueNow is the yen charged with the order.
func (d Deal) DueNow() int { return d.Basis.DueNow() }

// Authenticated is the yen for which the card's owner authenticates with the order: what is charged
// with it, or else the first charge that follows from it. 0 is nothing ever.
func (d Deal) Authenticated() int {
	if due := d.DueNow(); due > 0 || !d.Subscription() {
		return due
	}
	for _, p := range append([]subscription.Price{d.Basis.PriceOf(1)}, d.Basis.Prices...) {
		if p.Amount() > 0 && d.Basis.Charged(p.Term) {
			return p.Amount()
		}
	}
	return 0
}

// TaxNow is the tax inside DueNow.
func (d Deal) TaxNow() int { return catalog.TaxInside(d.DueNow(), d.TaxRate()) }

// TaxRate is the rate of tax in percent on the day of the order.
func (d Deal) TaxRate() int { return d.Basis.TaxRateOn(d.Basis.Start) }

// FirstPaymentDay is the day of the first charge.
func (d Deal) FirstPaymentDay() clock.Day { return d.Basis.Anchor() }

// RenewalAmount is the yen of each later term, once the discount of a campaign is over; ok is false
// when there is none.
func (d Deal) RenewalAmount() (yen int, ok bool) {
	return d.Basis.Price, d.Subscription() && !d.CodeOnly
}

// Yearly is what a year costs, as a guide, and the number of charges in it; 0, 0 when
// nothing renews.
func (d Deal) Yearly() (yen, charges int) {
	if !d.Subscription() {
		return 0, 0
	}
	return d.Basis.Yearly()
}

// shown is how many charges are shown one by one: the first, and the two after it.
const shown = 3

// Schedule is the first charges.
func (d Deal) Schedule() []subscription.Term {
	if d.Subscription() {
		return d.Basis.Schedule(shown)
	}
	end, limited := d.EntitlementExpiration()
	if !limited {
		end = d.Basis.Start
	}
	return []subscription.Term{{Number: 1, Start: d.Basis.Start, End: end, Amount: d.DueNow(), Tax: d.TaxNow(), TaxRate: d.TaxRate(), Price: d.Basis.PriceOf(1)}}
}

// SubscriptionExpiration is the last day of a contract whose plan stops renewing; ok is false when
// it renews without end.
func (d Deal) SubscriptionExpiration() (day clock.Day, ok bool) {
	if !d.Subscription() {
		return clock.Day{}, false
	}
	return d.Basis.Expiration()
}

// EntitlementExpiration is the last day of viewing of a rental; ok is false when there is no
// such day.
func (d Deal) EntitlementExpiration() (day clock.Day, ok bool) {
	if d.Subscription() || d.ViewingDays == 0 {
		return clock.Day{}, false
	}
	return d.Basis.Start.AddDays(d.ViewingDays), true
}
