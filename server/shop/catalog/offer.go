package catalog

import (
	"time"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/base/survey"
)

// Availability says whether a plan may be contracted now, else why not (M§4).
type Availability string

const (
	Owned           Availability = "OWNED"            // the member has bought it, or rents it and may still watch it
	Changeable      Availability = "CHANGEABLE"       // a contract of another plan of its group may be changed to it
	ContractLimited Availability = "CONTRACT_LIMITED" // the account holds as many contracts as it may
	AfterSale       Availability = "AFTER_SALE"
	BeforeSale      Availability = "BEFORE_SALE"
	SoldOut         Availability = "SOLD_OUT"
	FreeTrial       Availability = "FREE_TRIAL" // may be contracted, and begins with a free trial
	Available       Availability = "AVAILABLE"
)

// SalesIndicator says how much is left of a plan with a sales limit (M§4, A-103); empty without
// a limit.
type SalesIndicator string

const (
	IndicatorNone    SalesIndicator = ""
	IndicatorSoldOut SalesIndicator = "SOLD_OUT"
	IndicatorFewLeft SalesIndicator = "FEW_LEFT"
	IndicatorEnough  SalesIndicator = "ENOUGH"
)

// Offer is a plan as it stands for one member at one moment.
type Offer struct {
	Availability    Availability
	SalesIndicator  SalesIndicator
	FreeTrialDays   int  // 0 for a member who had the plan before
	TaxRate         int  // percent, on the day
	ContractLimited bool // the account may hold no further subscription, and this is one
}

// HeldBy is the offer to a member who has the plan without a contract (held): it cannot be had
// twice at once.
func (o Offer) HeldBy(held bool) Offer {
	if held {
		o.Availability = Owned
	}
	return o
}

// Exclude reports whether a member holds one of the two plans at a time, and changes it to the
// other one: they are of one group, and both take part in changes.
func Exclude(a, b *ent.Plan) bool { return Overlap(a, b) && Changes(a) && Changes(b) }

// Overlap reports whether the two plans are of one group: before an order of one of them a member
// is told of a contract of the other.
func Overlap(a, b *ent.Plan) bool { return a.PlanGroup != "" && a.PlanGroup == b.PlanGroup }

// Changes reports whether contracts are changed to the plan and from it: it is of a group, and has
// no question that has to be answered, since a change asks none.
func Changes(p *ent.Plan) bool {
	asked, err := survey.Parse(p.Survey)
	return p.PlanGroup != "" && err == nil && !asked.IsRequired()
}

// Open reports whether the plan may be contracted.
func (o Offer) Open() bool { return o.Availability == FreeTrial || o.Availability == Available }

// NewOffer decides what the plan is to a member at the moment now. contractLimited says that the
// account holds as many subscriptions as it may, which closes subscriptions only; hadBefore says
// that this would be a re-contract. The checks are in the order of M§4: the first that holds
// decides.
func NewOffer(p *ent.Plan, now time.Time, contractLimited, hadBefore bool) Offer {
	o := Offer{
		SalesIndicator:  indicator(p.SalesCount, p.SalesLimit),
		TaxRate:         RatesOf(p).TaxRateOn(clock.DayOf(now)),
		ContractLimited: contractLimited && p.PlanType == plan.PlanTypeSubscription,
	}
	if p.PlanType == plan.PlanTypeSubscription && !hadBefore {
		o.FreeTrialDays = p.FreeTrialDays
	}
	switch {
	case o.ContractLimited:
		o.Availability = ContractLimited
	case Over(p, now):
		o.Availability = AfterSale
	case p.SalesStartAt != nil && p.SalesStartAt.After(now):
		o.Availability = BeforeSale
	case p.SalesLimit != nil && p.SalesCount >= *p.SalesLimit:
		o.Availability = SoldOut
	case o.FreeTrialDays > 0:
		o.Availability = FreeTrial
	default:
		o.Availability = Available
	}
	return o
}

// ChangeOffer is what the plan is to a member who has a contract of another plan of its group: that
// may be changed to it, which counts against no limit of contracts and begins with no free days.
func ChangeOffer(p *ent.Plan, now time.Time) Offer {
	o := NewOffer(p, now, false, true)
	if o.Open() {
		o.Availability = Changeable
	}
	return o
}

// Over reports whether the plan's sale has ended. Lists leave it out; its page says so.
func Over(p *ent.Plan, now time.Time) bool { return p.SalesEndAt != nil && now.After(*p.SalesEndAt) }

func indicator(sold int, limit *int) SalesIndicator {
	switch {
	case limit == nil:
		return IndicatorNone
	case sold >= *limit:
		return IndicatorSoldOut
	case sold*100 >= *limit*80, *limit-sold == 1:
		return IndicatorFewLeft
	default:
		return IndicatorEnough
	}
}
