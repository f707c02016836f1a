package purchase

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/ent/plan"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/survey"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

// life is how long after its form an order may be confirmed, and how long after its form a member
// who was sent to the bank may come back. After that nothing is charged.
const life = 30 * time.Minute

// The two values of paymentMethodId that are no registered method (A-114, G§3).
const (
	methodNew      = "new"
	methodCampaign = "CampaignCode"
)

// Form is what the purchase form sends.
type Form struct {
	PlanID       *string // as the form says; nil is the path's
	MethodID     string  // a registered method, "new", "CampaignCode", or a kind that is chosen with the order (gateway.Providers.Ordered)
	CampaignCode string
	Answers      map[string][]string // survey answers by question id
	Signup       bool
}

// What a member may do in an hour (security 50): a person needs a handful of forms, and no guesses
// at campaign codes.
const (
	forms   = 60
	guesses = 20
)

// Verify is what the order would cost and when. It changes nothing.
//
// Faults: not found, PLAN_NOT_SELECTED without a plan, CONTRACT_LIMIT_REACHED,
// DOUBLE_BILLING_DETECTED, PRODUCT_UNAVAILABLE, and those of the campaign code.
func (s *Service) Verify(ctx context.Context, a actor.Actor, planID, methodID, code string) (*Deal, error) {
	if planID == "" {
		return nil, fault.BadRequest(fault.PlanNotSelected)
	}
	p, err := s.Catalog.FindPlan(ctx, planID)
	if err != nil {
		return nil, err
	}
	st, err := s.planStatus(ctx, a.AccountID, p)
	if err != nil {
		return nil, err
	}
	if err := st.buyable(); err != nil {
		return nil, err
	}
	if err := s.offer(ctx, a, &st, methodID, code); err != nil {
		return nil, err
	}
	return &st.deal, nil
}

// Form keeps the order with exactly what the confirm page is going to show, and answers its token.
// An earlier form of the same plan in the same session is void from then on.
//
// Faults: those of Verify, PAYMENT_METHOD_* on paymentMethodId, wrong answers on
// answers.<question>, UNEXPECTED_OPERATION when the form is of another plan; throttled after too
// many forms; PURCHASE_LOCK_FAILED and PURCHASE_STORE_FAILED unavailable.
func (s *Service) Form(ctx context.Context, a actor.Actor, planID string, in Form) (token string, err error) {
	onForm := planID
	if in.PlanID != nil {
		onForm = *in.PlanID
	}
	switch {
	case planID == "" || onForm == "":
		return "", fault.BadRequest(fault.PlanNotSelected)
	case onForm != planID:
		return "", fault.BadRequest(fault.UnexpectedOperation)
	}
	defer func() { err = notKept(err) }()
	if err := s.Throttle.Count(ctx, "purchase-form:"+a.AccountID.String(), forms, time.Hour); err != nil {
		return "", err
	}
	p, err := s.Catalog.FindPlan(ctx, planID)
	if err != nil {
		return "", err
	}
	st, err := s.planStatus(ctx, a.AccountID, p)
	if err != nil {
		return "", err
	}
	if err := st.buyable(); err != nil {
		return "", err
	}
	if err := s.offer(ctx, a, &st, in.MethodID, in.CampaignCode); err != nil {
		return "", err
	}
	wallet, err := s.Payment.Wallet(ctx, a.AccountID)
	if err != nil {
		return "", err
	}
	survey, err := survey.Parse(p.Survey)
	if err != nil {
		return "", err
	}
	fields := survey.Check(in.Answers)
	method, code := s.choose(wallet, in.MethodID, Monthly(st.plan))
	ordered := s.orders(in.MethodID)
	switch {
	case ordered && !st.deal.ByProvider:
		code = fault.PaymentMethodNotForPlan
	case ordered:
		code = ""
	}
	if code != "" {
		fields.Add("paymentMethodId", code)
	}
	if err := fields.Err(); err != nil {
		return "", err
	}
	if ordered {
		if method, err = s.Payment.Order(ctx, a.AccountID, gateway.MethodType(in.MethodID)); err != nil {
			return "", err
		}
	}
	answered, err := survey.Keep(a.Locale, in.Answers)
	if err != nil {
		return "", err
	}
	return s.keep(ctx, a, st, method, answered, in.Signup)
}

// choose finds the method the form names, or the code of what is wrong with it. Another member's is
// as unknown as none.
func (s *Service) choose(w payment.Wallet, id string, monthly bool) (*ent.PaymentMethod, fault.Code) {
	switch id {
	case "":
		return nil, fault.PaymentMethodNotSelected
	case methodNew:
		return nil, fault.PaymentMethodNotRegistered // the card has to be registered first
	case methodCampaign:
		return payment.CodeOnly(), ""
	}
	method, ok := w.Find(id)
	switch {
	case !ok:
		return nil, fault.PaymentMethodUnavailable
	case !s.Payment.Chargeable(method), !s.Payment.Providers.Sells(method.PaymentMethodType, monthly),
		s.Payment.Bills(method): // the last pays the one contract that it was ordered with
		return nil, fault.PaymentMethodNotForPlan
	case !s.Payment.Usable(method):
		return nil, fault.PaymentMethodUnavailable
	}
	return method, ""
}

// Monthly reports whether the plan is paid once a month.
func Monthly(p *ent.Plan) bool {
	return p.PlanType == plan.PlanTypeSubscription && p.RenewSpan == 1 && p.RenewSpanUnit == plan.RenewSpanUnitMonths
}

func (s *Service) keep(ctx context.Context, a actor.Actor, st planStatus, method *ent.PaymentMethod, answered json.RawMessage, signup bool) (token string, err error) {
	terms, err := json.Marshal(newTerms(st, method, a.Locale))
	if err != nil {
		return "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	token = s.token(id)
	now := s.Clock.Now()
	var methodID *uuid.UUID
	if !st.deal.CodeOnly {
		methodID = &method.ID
	}
	return token, s.tx(ctx, func(ctx context.Context) error {
		client := s.Store.Client(ctx)
		if err := s.unorder(ctx, order.SessionID(a.SessionID), order.PlanID(st.plan.ID), order.StateEQ(order.StateConfirming)); err != nil {
			return err
		}
		err := client.Order.Update().Where(order.SessionID(a.SessionID), order.PlanID(st.plan.ID), order.StateEQ(order.StateConfirming)).
			SetState(order.StateFailed).SetFailure(fault.OrderReplaced).Exec(ctx)
		if err != nil {
			return err
		}
		create := client.Order.Create().SetID(id).SetAccountID(a.AccountID).SetSessionID(a.SessionID).SetPlanID(st.plan.ID).
			SetNillablePlanVersionID(st.plan.VersionID).SetNillablePaymentMethodID(methodID).SetTokenHash(secret.HashToken(token)).SetState(order.StateConfirming).
			SetCampaignID(st.deal.CampaignID()).SetAmount(st.deal.DueNow()).SetPrice(st.deal.Basis.Price).SetTaxRate(st.deal.TaxRate()).
			SetTerms(terms).SetSignup(signup).SetCreatedAt(now).SetExpiresAt(now.Add(life))
		if answered != nil {
			create.SetAnswers(answered)
		}
		return create.Exec(ctx)
	})
}
