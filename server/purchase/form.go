package purchase

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
	"kaiin/server/payment"
	"kaiin/server/secret"
)

// life is how long a verified form may be confirmed.
const life = 30 * time.Minute

// The two values of paymentMethodId that are no registered method (A-114, G§3).
const (
	methodNew      = "new"
	methodCampaign = "CampaignCode"
)

// Form is what the purchase form sends.
type Form struct {
	PlanID       string // as the form says; empty is the path's
	MethodID     string // a registered method, "new" or "CampaignCode"
	CampaignCode string
	Answers      map[string][]string // survey answers by question id
	Signup       bool
}

// What a member may do in an hour (security 50): a person needs a handful of forms, and no guesses at campaign codes.
const (
	forms   = 60
	guesses = 20
)

var campaignCode = regexp.MustCompile(`^[0-9A-Za-z]+$`)

// checkCampaign checks the code of a campaign. The store runs no campaign yet, so a well-formed code fits none.
func (s *Service) checkCampaign(ctx context.Context, a actor.Actor, methodID, code string) error {
	code = strings.Trim(code, " \t\r\n\u3000")
	switch {
	case code == "" && methodID == methodCampaign:
		return fault.Invalid(fault.CampaignCodeRequired, "campaignCode") // V-039
	case code == "":
		return nil
	case !campaignCode.MatchString(code):
		return fault.Invalid(fault.CampaignCodeInvalid, "campaignCode") // V-041
	}
	if err := s.Throttle.Count(ctx, "campaign-code:"+a.AccountID.String(), guesses, time.Hour); err != nil {
		return err
	}
	return fault.Invalid(fault.CampaignCodeNotApplicable, "campaignCode")
}

// Verify is what the order would cost and when. It changes nothing.
//
// Faults: not found, CONTRACT_LIMIT_REACHED, DOUBLE_BILLING_DETECTED, PRODUCT_UNAVAILABLE, and those of the campaign code.
func (s *Service) Verify(ctx context.Context, a actor.Actor, planID, methodID, code string) (*Deal, error) {
	p, err := s.Catalog.FindPlan(ctx, planID)
	if err != nil {
		return nil, err
	}
	st, err := s.standing(ctx, a.AccountID, p)
	if err != nil {
		return nil, err
	}
	if err := st.open(); err != nil {
		return nil, err
	}
	if err := s.checkCampaign(ctx, a, methodID, code); err != nil {
		return nil, err
	}
	return &st.deal, nil
}

// Form keeps the order with exactly what the confirm page is going to show, and answers its token. An earlier form of the
// same plan in the same session is void from then on.
//
// Faults: those of Verify, PAYMENT_METHOD_* on paymentMethodId, wrong answers on answers.<question>, UNEXPECTED_OPERATION
// when the form is of another plan; throttled after too many forms.
func (s *Service) Form(ctx context.Context, a actor.Actor, planID string, in Form) (token string, err error) {
	if in.PlanID != "" && in.PlanID != planID {
		return "", fault.BadRequest(fault.UnexpectedOperation)
	}
	if err := s.Throttle.Count(ctx, "purchase-form:"+a.AccountID.String(), forms, time.Hour); err != nil {
		return "", err
	}
	p, err := s.Catalog.FindPlan(ctx, planID)
	if err != nil {
		return "", err
	}
	st, err := s.standing(ctx, a.AccountID, p)
	if err != nil {
		return "", err
	}
	if err := st.open(); err != nil {
		return "", err
	}
	if err := s.checkCampaign(ctx, a, in.MethodID, in.CampaignCode); err != nil {
		return "", err
	}
	wallet, err := s.Payment.Wallet(ctx, a.AccountID)
	if err != nil {
		return "", err
	}
	survey, err := catalog.ParseSurvey(p.Survey)
	if err != nil {
		return "", err
	}
	fields := survey.Check(in.Answers)
	method, code := choose(wallet, in.MethodID, s.Clock.Now())
	if code != "" {
		fields.Add("paymentMethodId", code)
	}
	if err := fields.Err(); err != nil {
		return "", err
	}
	return s.keep(ctx, a, st, method, in)
}

// choose finds the method the form names, or the code of what is wrong with it. Another member's is as unknown as none.
func choose(w payment.Wallet, id string, now time.Time) (*ent.PaymentMethod, fault.Code) {
	switch id {
	case "":
		return nil, fault.PaymentMethodNotSelected
	case methodNew:
		return nil, fault.PaymentMethodNotRegistered // the card has to be registered first
	}
	method, ok := w.Find(id)
	switch {
	case !ok:
		return nil, fault.PaymentMethodUnavailable
	case !payment.Chargeable(method):
		return nil, fault.PaymentMethodNotForPlan
	case !payment.Usable(method, now):
		return nil, fault.PaymentMethodUnavailable
	}
	return method, ""
}

func (s *Service) keep(ctx context.Context, a actor.Actor, st standing, method *ent.PaymentMethod, in Form) (token string, err error) {
	terms, err := json.Marshal(newTerms(st, method, a.Locale))
	if err != nil {
		return "", err
	}
	answers, err := json.Marshal(in.Answers)
	if err != nil {
		return "", err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	token = s.token(id)
	now := s.Clock.Now()
	return token, s.Store.Tx(ctx, func(ctx context.Context) error {
		client := s.Store.Client(ctx)
		err := client.Order.Update().Where(order.SessionID(a.SessionID), order.PlanID(st.plan.ID), order.StateEQ(order.StateConfirming)).
			SetState(order.StateFailed).SetFailure(fault.OrderReplaced).Exec(ctx)
		if err != nil {
			return err
		}
		return client.Order.Create().SetID(id).SetAccountID(a.AccountID).SetSessionID(a.SessionID).SetPlanID(st.plan.ID).
			SetPaymentMethodID(method.ID).SetTokenHash(secret.HashToken(token)).SetState(order.StateConfirming).
			SetAmount(st.deal.DueNow()).SetPrice(st.deal.Basis.Price).SetTaxRate(st.deal.Basis.TaxRate).
			SetTerms(terms).SetAnswers(answers).SetSignup(in.Signup).SetCreatedAt(now).SetExpiresAt(now.Add(life)).Exec(ctx)
	})
}
