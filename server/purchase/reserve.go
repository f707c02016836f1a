package purchase

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/ent/plan"
	"kaiin/server/fault"
	"kaiin/server/payment"
)

// confirm takes up an order that the member has confirmed just now. It runs under the order's lock.
func (s *Service) confirm(ctx context.Context, o *ent.Order, info payment.CardToken) (next action, started payment.Started, err error) {
	now := s.Clock.Now()
	if !now.Before(o.ExpiresAt) {
		return next, started, brokenFlow(o.PlanID)
	}
	method, err := s.Payment.Method(ctx, *o.PaymentMethodID)
	if err != nil {
		return next, started, err
	}
	st, code, err := s.obstacle(ctx, o, method)
	if err != nil {
		return next, started, err
	}
	if code == "" {
		code, err = s.changed(o, st, method)
	}
	switch {
	case err != nil:
		return next, started, err
	case code != "":
		return todoAnswer, started, s.fail(ctx, o, code)
	}
	o, err = o.Update().SetConfirmedAt(now).Save(ctx)
	switch {
	case err != nil:
		return next, started, err
	case o.Amount == 0:
		return todoAnswer, started, s.takeAndComplete(ctx, o)
	case info.Token != "" && info.Key != "":
		return todoChallenge, started, o.Update().SetState(order.StateAuthenticating).Exec(ctx)
	case !payment.Trusted(method, now):
		return next, started, fault.Precondition(fault.AuthenticationRequired)
	default:
		return s.take(ctx, o)
	}
}

// reserve takes the unit for an order whose member has come back from the bank. What they confirmed stands, even if the
// plan's price has changed meanwhile; what is sold out does not.
func (s *Service) reserve(ctx context.Context, o *ent.Order) (next action, started payment.Started, err error) {
	method, err := s.Payment.Method(ctx, *o.PaymentMethodID)
	if err != nil {
		return next, started, err
	}
	_, code, err := s.obstacle(ctx, o, method)
	switch {
	case err != nil:
		return next, started, err
	case code != "":
		return todoAnswer, started, s.fail(ctx, o, code)
	}
	return s.take(ctx, o)
}

// take sells the unit and records the attempt to charge for it.
func (s *Service) take(ctx context.Context, o *ent.Order) (next action, started payment.Started, err error) {
	terms, err := termsOf(o)
	if err != nil {
		return next, started, err
	}
	if err := s.Catalog.CountSales(ctx, o.PlanID, 1); err != nil {
		return next, started, err
	}
	if err := o.Update().SetState(order.StateCharging).Exec(ctx); err != nil {
		return next, started, err
	}
	started, err = s.Payment.Attempt(ctx, payment.NewCharge{
		AccountID: o.AccountID, OrderID: &o.ID, Attempt: 1, PlanName: terms.PlanName, MethodID: *o.PaymentMethodID,
		ProviderOrderID: providerOrderID(o.ID), Amount: o.Amount, TaxRate: o.TaxRate,
	})
	return todoCarry, started, err
}

// takeAndComplete sells a unit that costs nothing now.
func (s *Service) takeAndComplete(ctx context.Context, o *ent.Order) error {
	if err := s.Catalog.CountSales(ctx, o.PlanID, 1); err != nil {
		return err
	}
	return s.complete(ctx, o, nil)
}

// fail ends an order before anything was charged. It is recorded, so that repeating the call answers the same.
func (s *Service) fail(ctx context.Context, o *ent.Order, code fault.Code) error {
	return o.Update().SetState(order.StateFailed).SetFailure(code).Exec(ctx)
}

// changed reports PRICE_CHANGED unless the member would be shown today, to the letter, what they were shown.
func (s *Service) changed(o *ent.Order, st standing, method *ent.PaymentMethod) (code fault.Code, err error) {
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

// obstacle says what stands in the way of selling the plan to the order's member now, as a code; empty when nothing does.
// It locks the account and the plan, in this order, until the transaction ends: what it found out holds until then.
// Faults: PURCHASE_TOO_FREQUENT; unauthenticated, for a member who has left.
func (s *Service) obstacle(ctx context.Context, o *ent.Order, method *ent.PaymentMethod) (st standing, code fault.Code, err error) {
	if _, err := s.Account.Lock(ctx, o.AccountID); err != nil {
		return st, "", err
	}
	p, err := s.Catalog.LockPlan(ctx, o.PlanID)
	if fault.Is(err, fault.CodeNotFound) {
		return st, fault.ProductUnavailable, nil
	}
	if err != nil {
		return st, "", err
	}
	// Orders before contracts: an order that becomes a contract in between is then seen twice, and never not at all.
	more, double, err := s.others(ctx, o)
	if err != nil {
		return st, "", err
	}
	if st, err = s.standing(ctx, o.AccountID, p); err != nil {
		return st, "", err
	}
	switch {
	case double:
		return st, fault.DoubleBillingDetected, nil
	case st.closed() != "":
		return st, st.closed(), nil
	case p.PlanType == plan.PlanTypeSubscription && st.holdings.Limited(st.settings.SubscriptionContractLimit, more):
		return st, fault.ContractLimitReached, nil
	case !payment.Usable(method, s.Clock.Now()):
		return st, fault.PaymentMethodUnavailable, nil
	}
	owned, err := s.owned(ctx, o)
	if err != nil || owned {
		return st, fault.DoubleBillingDetected, err
	}
	return st, "", s.pace(ctx, o, time.Duration(st.settings.PurchaseIntervalSeconds)*time.Second)
}

// others looks at the member's other orders under way. One of the same plan that is being charged would be a second
// charge for the same thing; one that still waits for the bank is given up for the newer one. more counts those of other
// plans that are about to become contracts.
func (s *Service) others(ctx context.Context, o *ent.Order) (more int, double bool, err error) {
	rows, err := s.Store.Client(ctx).Order.Query().Where(order.AccountID(o.AccountID), order.IDNEQ(o.ID),
		order.StateIn(order.StateAuthenticating, order.StateCharging, order.StateUnknown)).All(ctx)
	if err != nil {
		return 0, false, err
	}
	for _, other := range rows {
		waiting := other.State == order.StateAuthenticating
		terms, err := termsOf(other)
		switch {
		case err != nil:
			return 0, false, err
		case other.PlanID == o.PlanID && waiting:
			err = s.giveUp(ctx, other.ID, fault.OrderReplaced)
		case other.PlanID == o.PlanID:
			double = true
		case terms.Deal.Subscription() && !waiting:
			more++
		}
		if err != nil {
			return 0, false, err
		}
	}
	return more, double, nil
}

// owned reports whether the member has bought the plan for good before.
func (s *Service) owned(ctx context.Context, o *ent.Order) (bool, error) {
	return s.Entitlement.Owns(ctx, o.AccountID, o.PlanID)
}

// pace keeps a member from buying a plan again right after buying it.
func (s *Service) pace(ctx context.Context, o *ent.Order, interval time.Duration) error {
	now := s.Clock.Now()
	last, err := s.Store.Client(ctx).Order.Query().Where(order.AccountID(o.AccountID), order.PlanID(o.PlanID),
		order.StateEQ(order.StateCompleted), order.CompletedAtGT(now.Add(-interval))).
		Order(ent.Desc(order.FieldCompletedAt)).First(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return fault.Throttled(fault.PurchaseTooFrequent, last.CompletedAt.Add(interval).Sub(now))
}
