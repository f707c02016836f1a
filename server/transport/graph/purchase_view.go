package graph

import (
	"context"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/money/purchase"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
)

func formInput(in model.PurchaseFormInput) purchase.Form {
	return purchase.Form{
		PlanID: in.PlanIDOnForm, MethodID: value(in.PaymentMethodID), CampaignCode: value(in.CampaignCode),
		Signup: value(in.Signup), Answers: surveyAnswers(in.Answers),
	}
}

// surveyAnswers are the answers by question.
func surveyAnswers(given []*model.SurveyAnswerInput) map[string][]string {
	answers := map[string][]string{}
	for _, a := range given {
		answers[a.QuestionID] = append(answers[a.QuestionID], a.Values...) // a question twice is answered twice, which Check finds
	}
	return answers
}

// verificationView is the order verification object.
func verificationView(d purchase.Deal, locale string) *model.OrderVerification {
	view := &model.OrderVerification{
		BillingAmount: d.DueNow(), FirstPaymentDay: d.FirstPaymentDay(), IsReContract: d.ReContract,
		FreeTrialDays: d.Basis.TrialDays, Schedule: []*model.ScheduledCharge{},
		SubscriptionExpiration: known(d.SubscriptionExpiration()), EntitlementExpiration: known(d.EntitlementExpiration()),
	}
	if amount, renews := d.RenewalAmount(); renews {
		view.RenewalAmount = &amount
	}
	if yearly, charges := d.Yearly(); charges > 0 {
		view.YearlyAmount = &yearly
	}
	for _, term := range d.Schedule() {
		view.Schedule = append(view.Schedule, chargeView(d, term))
	}
	if c := d.Campaign; c != nil {
		view.CampaignID, view.CampaignType = &c.ID, orNull("other")
		if c.Free {
			view.CampaignType, view.FreeDays = orNull("free"), &c.FreeDays
		}
		view.CampaignName, view.CampaignDescription = orNull(c.Name.In(locale)), orNull(c.Description.In(locale))
		view.DiscountContinuationCount, view.CampaignEndDate = orNull(d.DiscountedPayments()), orNull(c.End)
	}
	if term, ok := d.Regular(); ok {
		view.RegularCharge = chargeView(d, term)
	}
	return view
}

func chargeView(d purchase.Deal, term subscription.Term) *model.ScheduledCharge {
	return &model.ScheduledCharge{Day: d.ChargeDay(term), Amount: term.Amount, TaxAmount: term.Tax, TermStart: term.Start, TermEnd: term.End}
}

func known(d clock.Day, ok bool) *clock.Day {
	if !ok {
		return nil
	}
	return &d
}

// purchaseView answers a purchase. While the outcome is open the status is 202.
func purchaseView(ctx context.Context, result *purchase.Result, err error) (*payload.PurchasePayload, error) {
	if result == nil {
		result = &purchase.Result{}
	}
	out, err := settle(ctx, err, result.Next)
	if err != nil {
		return nil, err
	}
	view := &payload.PurchasePayload{Result: out, IsPending: result.Pending, Params: []*model.FormParam{}}
	if result.Form != nil {
		view.LinkURL, view.Charset, view.Params = &result.Form.URL, &result.Form.Charset, paramViews(*result.Form)
	}
	if result.SubscriptionID != nil {
		view.SubscriptionID = orNull(result.SubscriptionID.String())
	}
	return view, nil
}

func formView(p *purchase.Page, locale string) *model.PurchaseFormScreen {
	view := &model.PurchaseFormScreen{
		RedirectTo: address(p.Next), Plan: *planView(p.Plan, locale, p.Offer), Verification: *verificationView(p.Deal, locale),
		PaymentMethods: []*model.PaymentMethod{}, CardScripts: scriptsView(p.Scripts, p.Email), Joinable: joinable(p.Kinds), Ordered: joinable(p.Ordered),
		Linked: linked(p.Kinds), Awaited: awaited(p.Awaited), Unusable: unusable(p.Kinds, purchase.Monthly(p.Plan)), Failure: failureView(p.Failure, locale), Signup: p.Signup,
	}
	view.Sibling, view.SiblingBlockedBy, view.Beside = siblingViews(p, locale)
	if p.Own != nil {
		view.Held = &model.HeldContract{SubscriptionID: p.Own.Row.ID.String(), WatchURL: orNull(p.Own.WatchURL.In(locale))}
	}
	if len(p.Ordered) > 0 {
		view.OrderedNext = known(p.Deal.OrderedNext())
	}
	if p.Conditions != nil {
		view.Conditions = termViews(p.Conditions)
	}
	for _, m := range p.Methods {
		view.PaymentMethods = append(view.PaymentMethods, methodView(m, p.Now, p.Holdings.UsesMethod(m.ID)))
		if m.ID.String() == p.Selected {
			view.SelectedPaymentMethodID = &p.Selected
		}
	}
	return view
}

func confirmView(p *purchase.Page, broken *model.FlowError, locale string) *model.PurchaseConfirmScreen {
	view := &model.PurchaseConfirmScreen{FlowError: broken}
	if p == nil {
		return view
	}
	view.RedirectTo = address(p.Next)
	if p.Plan == nil {
		return view
	}
	view.Sibling, view.SiblingBlockedBy, view.Beside = siblingViews(p, locale)
	scripts := scriptsView(p.Scripts, p.Email)
	view.Plan, view.Verification = planView(p.Plan, locale, p.Offer), verificationView(p.Deal, locale)
	view.PaymentMethod = methodView(p.Method, p.Now, p.Holdings.UsesMethod(p.Method.ID))
	view.PurchaseToken, view.CardScripts, view.NeedsAuthentication = &p.Token, &scripts, p.NeedsAuthentication
	view.OrderAfterTerms = p.AfterTerms
	view.Terms = &model.OrderTerms{ButtonLabel: p.Terms.Button, Language: p.Terms.Locale, Items: termViews(p.Terms.Items)}
	return view
}

// siblingViews are the member's contracts of other plans of the group: one that is changed instead,
// with why it cannot be, and one that goes on beside the plan.
func siblingViews(p *purchase.Page, locale string) (excluding *model.Subscription, blocked *model.UserError, beside *model.Subscription) {
	if s := p.Sibling; s != nil {
		excluding, blocked = subscriptionView(s.View, locale), blockedBy(s.Blocked, locale)
	}
	if p.Beside != nil {
		beside = subscriptionView(*p.Beside, locale)
	}
	return excluding, blocked, beside
}

// changePlanView is where another plan is chosen for a contract.
func changePlanView(p *purchase.PlanChangePage, locale string) *model.ChangePlanScreen {
	view := &model.ChangePlanScreen{Subscription: *subscriptionView(p.View, locale), BlockedBy: blockedBy(p.Blocked, locale), Options: []*model.ComingPlan{}}
	for _, o := range p.Options {
		view.Options = append(view.Options, comingView(o.Plan, o.First, locale))
	}
	return view
}

// planChangeView is what the change of a contract's plan means.
func planChangeView(p *purchase.PlanChangePage, locale string) *model.PlanChangeConfirmScreen {
	view := &model.PlanChangeConfirmScreen{RedirectTo: address(p.Next), Subscription: *subscriptionView(p.View, locale)}
	if p.Plan != nil {
		view.Plan, view.Shown = comingView(p.Plan, p.First, locale), &p.Shown
		view.Terms = &model.OrderTerms{ButtonLabel: p.Terms.Button, Language: p.Terms.Locale, Items: termViews(p.Terms.Items)}
	}
	return view
}

func termViews(items []purchase.Item) []*model.OrderTerm {
	views := []*model.OrderTerm{}
	for _, item := range items {
		views = append(views, &model.OrderTerm{Key: item.Key, Title: item.Title, Text: item.Text})
	}
	return views
}

func completeView(p *purchase.Page, broken *model.FlowError, locale string) *model.PurchaseCompleteScreen {
	view := &model.PurchaseCompleteScreen{FlowError: broken}
	if p == nil {
		return view
	}
	view.RedirectTo = address(p.Next)
	if p.Plan == nil {
		return view
	}
	view.Plan, view.Verification = planView(p.Plan, locale, p.Offer), verificationView(p.Deal, locale)
	view.OrderCompletedMessage, view.IsPending = view.Plan.OrderCompletedMessage, p.Pending
	view.OrderID, view.AbandonURL = orNull(p.OrderID.String()), address(p.Abandon)
	if p.SubscriptionID != nil {
		view.SubscriptionID = orNull(p.SubscriptionID.String())
	}
	return view
}

// failureView says why the last try did not complete.
func failureView(code fault.Code, locale string) *model.UserError {
	if code == "" {
		return nil
	}
	return &model.UserError{Code: string(code), Message: fault.Text(locale, code, "", nil)}
}
