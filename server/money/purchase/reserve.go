package purchase

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/order"
	"kaiin/ent/plan"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/money/billing"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/shop/catalog"
)

// confirm takes up an order that the member has confirmed just now. It runs under the order's lock.
func (s *Service) confirm(ctx context.Context, o *ent.Order, info gateway.CardToken) (next todo, err error) {
	now := s.Clock.Now()
	if !now.Before(o.ExpiresAt) {
		return next, brokenFlow(o.PlanID)
	}
	method, err := s.method(ctx, o)
	if err != nil {
		return next, err
	}
	st, code, err := s.obstacle(ctx, o, method)
	if err != nil {
		return next, err
	}
	if code == "" {
		code, err = s.changed(o, st, method)
	}
	switch {
	case err != nil:
		return next, err
	case code != "":
		return todo{order: o}, s.fail(ctx, o, code)
	}
	update, bank := o.Update().SetConfirmedAt(now), st.deal.Authenticated() > 0 && s.Payment.Authenticates(method)
	if bank && (info.Token == "" || info.Key == "") {
		return next, fault.Precondition(fault.AuthenticationRequired)
	}
	if bank {
		update.SetState(order.StateAuthenticating)
	}
	if o, err = update.Save(ctx); err != nil {
		return next, err
	}
	if err := s.keepEvidence(ctx, o); err != nil {
		return next, err
	}
	if next = (todo{action: todoChallenge, order: o, method: method}); !bank {
		next.action, next.started, err = s.take(ctx, o, st.plan, method, nil)
	}
	return next, err
}

// reserve takes the unit for an order whose member has come back from the bank. What they confirmed
// counts, even if the plan's price has changed meanwhile; what is sold out does not, and an order
// whose time or day is over is not charged, whatever the bank says. Nor is one without an
// authentication of its own, for its amount.
func (s *Service) reserve(ctx context.Context, o *ent.Order, challenge *ent.CardAuthentication) (next action, started payment.Started, err error) {
	terms, err := termsOf(o)
	if err != nil {
		return next, started, err
	}
	if !s.Clock.Now().Before(o.ExpiresAt) || terms.Deal.Basis.Start != s.Clock.Today() {
		return todoAnswer, started, s.fail(ctx, o, fault.OrderExpired)
	}
	method, err := s.method(ctx, o)
	if err != nil {
		return next, started, err
	}
	st, code, err := s.obstacle(ctx, o, method)
	if code == "" && !payment.Authenticated(challenge, o.ID, method.ID, terms.Deal.Authenticated()) {
		code = fault.TDSFailed
	}
	switch {
	case err != nil:
		return next, started, err
	case code != "":
		return todoAnswer, started, s.fail(ctx, o, code)
	}
	return s.take(ctx, o, st.plan, method, challenge)
}

// giveUp is how long after the attempt an order is still completed.
const giveUp = time.Hour

// take sells the unit and records the attempt to charge for it; one that costs nothing now is
// complete. authentication is the order's 3-D Secure; nil for one that nothing is ever charged for.
func (s *Service) take(ctx context.Context, o *ent.Order, p *ent.Plan, method *ent.PaymentMethod, authentication *ent.CardAuthentication) (next action, started payment.Started, err error) {
	terms, err := termsOf(o)
	if err != nil {
		return next, started, err
	}
	if err := s.Catalog.CountSales(ctx, o.PlanID, 1); err != nil {
		return next, started, err
	}
	if err := s.Catalog.CountCampaign(ctx, o.CampaignID, 1); err != nil {
		return next, started, err
	}
	failpoint.Reached(pointTaken)
	owed := billOf(o, p, terms.Deal)
	if owed.List == owed.Discount {
		paid, err := s.Billing.Owe(ctx, owed)
		if err != nil {
			return next, started, err
		}
		return todoAnswer, started, s.complete(ctx, o, terms, paid)
	}
	if o.State != order.StateCharging {
		if err := o.Update().SetState(order.StateCharging).Exec(ctx); err != nil {
			return next, started, err
		}
	}
	until := s.Clock.Now().Add(giveUp)
	if midnight := s.Clock.Today().AddDays(1).Start(); midnight.Before(until) {
		until = midnight
	}
	try := billing.Try{
		Method: method, ProviderOrderID: providerOrderID(o.ID), Initiator: charge.InitiatorMember, Authentication: authentication, GiveUpAt: until,
	}
	if terms.Deal.ByProvider {
		try.Origin = charge.OriginProvider
		_, err = s.Billing.OweNow(ctx, owed, try)
		return todoForm, started, err
	}
	started, err = s.Billing.OweNow(ctx, owed, try)
	return todoCarry, started, err
}

// billOf is what the order makes the member owe: the first period, a free trial of nothing, or
// the film.
func billOf(o *ent.Order, p *ent.Plan, d Deal) billing.New {
	b := billing.New{AccountID: o.AccountID, OrderID: &o.ID, Start: d.Basis.Start, Plan: p, TaxRate: d.TaxRate()}
	switch {
	case !d.Subscription():
		once := d.Schedule()[0]
		b.End, b.List, b.Discount, b.Campaign = once.End, once.Price.List, once.Price.Discount, once.Price.Campaign
	case d.Basis.TrialDays > 0:
		b.End, b.Campaign = d.Basis.Anchor().AddDays(-1), d.CampaignID()
	default:
		first := d.Basis.Term(1)
		b.Period, b.End, b.List, b.Discount, b.Campaign = 1, first.End, first.Price.List, first.Price.Discount, first.Price.Campaign
	}
	return b
}

// fail ends an order before anything was charged. It is recorded, so that repeating the call
// answers the same.
func (s *Service) fail(ctx context.Context, o *ent.Order, code fault.Code) error {
	return o.Update().SetState(order.StateFailed).SetFailure(code).Exec(ctx)
}

// changed reports PRICE_CHANGED unless the member would be shown today, to the letter, what they
// were shown.
func (s *Service) changed(o *ent.Order, st planStatus, method *ent.PaymentMethod) (code fault.Code, err error) {
	shown, err := termsOf(o)
	if err != nil {
		return "", err
	}
	before, err := json.Marshal(shown)
	if err != nil {
		return "", err
	}
	now, err := json.Marshal(newTerms(st, method, shown.Locale))
	if err != nil || bytes.Equal(before, now) {
		return "", err
	}
	return fault.PriceChanged, nil
}

// method is what the order is paid with. It locks the account, under whose lock methods are
// deleted: it stays as it is until the transaction ends. Fault: unauthenticated, for a member who
// has left.
func (s *Service) method(ctx context.Context, o *ent.Order) (*ent.PaymentMethod, error) {
	if _, err := s.Account.Lock(ctx, o.AccountID); err != nil {
		return nil, err
	}
	return s.paidWith(ctx, o)
}

// paidWith is what the order is paid with.
func (s *Service) paidWith(ctx context.Context, o *ent.Order) (*ent.PaymentMethod, error) {
	if o.PaymentMethodID == nil {
		return payment.CodeOnly(), nil
	}
	return s.Payment.Method(ctx, *o.PaymentMethodID)
}

// obstacle says what prevents selling the plan to the order's member now, as a code; empty when
// nothing does. Beside the account, which the caller has locked, it locks the plan and then the
// campaign: what it found out holds until the transaction ends.
// Fault: PURCHASE_TOO_FREQUENT.
func (s *Service) obstacle(ctx context.Context, o *ent.Order, method *ent.PaymentMethod) (st planStatus, code fault.Code, err error) {
	p, err := s.Catalog.LockPlan(ctx, o.PlanID)
	if fault.Is(err, fault.CodeNotFound) {
		return st, fault.ProductUnavailable, nil
	}
	if err != nil {
		return st, "", err
	}
	// Orders before contracts: an order that becomes a contract in between is then seen twice, and
	// never not at all.
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return st, "", err
	}
	interval := time.Duration(settings.PurchaseIntervalSeconds) * time.Second
	more, double, last, err := s.others(ctx, o, p, interval)
	if err != nil {
		return st, "", err
	}
	if st, err = s.planStatus(ctx, o.AccountID, p); err != nil {
		return st, "", err
	}
	switch {
	case double:
		return st, fault.DoubleBillingDetected, nil
	case st.closed() != "":
		return st, st.closed(), nil
	case p.PlanType == plan.PlanTypeSubscription && st.holdings.Limited(st.settings.SubscriptionContractLimit, more):
		return st, fault.ContractLimitReached, nil
	case o.PaymentMethodID != nil && !s.Payment.Usable(method) && !s.Payment.Orderable(method):
		return st, fault.PaymentMethodUnavailable, nil
	case o.PaymentMethodID != nil && !s.Payment.Providers.Sells(method.PaymentMethodType, Monthly(p)):
		return st, fault.PaymentMethodNotForPlan, nil
	}
	if kept, err := s.keepCampaign(ctx, o, &st); err != nil || !kept {
		return st, fault.CampaignOver, err
	}
	st.deal.ByProvider = s.Payment.Bills(method)
	if !last.IsZero() { // right after buying it, a plan is not bought again
		return st, "", fault.Throttled(fault.PurchaseTooFrequent, last.Add(interval).Sub(s.Clock.Now()))
	}
	return st, "", nil
}

// others looks at the member's other orders: those under way, and those of the plan that were
// completed within the interval. One of the same plan that is being charged would be a second
// charge for the same thing, and so would one of another plan of its group; one of the same plan
// that still waits for the bank is given up for the newer one. more
// counts those of other plans that are about to become contracts. last is when the plan was bought
// last.
func (s *Service) others(ctx context.Context, o *ent.Order, p *ent.Plan, interval time.Duration) (more int, double bool, last time.Time, err error) {
	rows, err := s.Store.Client(ctx).Order.Query().Where(order.AccountID(o.AccountID), order.IDNEQ(o.ID), order.Or(
		order.StateIn(order.StateAuthenticating, order.StateCharging, order.StateUnknown),
		order.And(order.PlanID(o.PlanID), order.StateEQ(order.StateCompleted), order.CompletedAtGT(s.Clock.Now().Add(-interval))))).All(ctx)
	if err != nil {
		return 0, false, last, err
	}
	for _, other := range rows {
		waiting := other.State == order.StateAuthenticating
		terms, err := termsOf(other)
		switch {
		case err != nil:
			return 0, false, last, err
		case other.State == order.StateCompleted:
			if other.CompletedAt.After(last) {
				last = *other.CompletedAt
			}
		case other.PlanID == o.PlanID && waiting:
			err = s.giveUp(ctx, other.ID, fault.OrderReplaced)
		case other.PlanID == o.PlanID:
			double = true
		case terms.Deal.Subscription() && !waiting:
			more++
			var sibling *ent.Plan
			if sibling, err = s.Catalog.PlanOfContract(ctx, other.PlanID); err == nil && catalog.Exclude(sibling, p) {
				double = true
			}
		}
		if err != nil {
			return 0, false, last, err
		}
	}
	return more, double, last, nil
}
