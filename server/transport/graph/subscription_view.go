package graph

import (
	"context"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/words"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

// shelf is the plan list, which three pages show.
func (r *Resolver) shelf(ctx context.Context) (*model.PlansScreen, error) {
	shelf, err := r.Subscription.Plans(ctx, viewer.Actor(ctx))
	if err != nil {
		return nil, err
	}
	screen := &model.PlansScreen{Subscriptions: subscriptionViews(shelf.Contracts, viewer.Actor(ctx).Locale), Plans: []*model.Plan{}}
	for _, offered := range shelf.Plans {
		screen.Plans = append(screen.Plans, planView(offered.Plan, viewer.Actor(ctx).Locale, offered.Offer))
	}
	return screen, nil
}

func subscriptionViews(contracts []subscription.View, locale string) []*model.Subscription {
	views := []*model.Subscription{}
	for _, contract := range contracts {
		views = append(views, subscriptionView(contract, locale))
	}
	return views
}

// subscriptionView is a contract as a page shows it in the locale.
func subscriptionView(v subscription.View, locale string) *model.Subscription {
	description := words.Text(v.Plan.Description).In(locale)
	view := &model.Subscription{
		SubscriptionID:      v.Row.ID.String(),
		SubscriptionStatus:  v.Status(),
		StatusGroup:         v.Status().Group(),
		PlanID:              v.Plan.ID,
		PlanName:            words.Text(v.Plan.Name).In(locale),
		PlanDescription:     description,
		PlanDescriptionText: catalog.PlainText(description),
		Image:               orNull(v.Plan.Image),
		WatchURL:            orNull(v.WatchURL.In(locale)),
		RenewSpan:           v.Row.RenewSpan,
		RenewSpanUnit:       string(v.Row.RenewSpanUnit),
		OriginalPrice:       v.Next.Price.List,
		BillingAmount:       v.Next.Amount,
		FirstPaymentDay:     v.Row.FirstPaymentDay,
		NextSettlementDay:   v.NextPaymentDay(),
		EndDay:              orNull(v.EndDay()),
		TrialEndDay:         orNull(v.TrialEndDay()),
		ForceStopRenewDate:  v.Row.ForceStopRenewAt,
		PlanChangeUndoDay:   orNull(v.UndoDay()),
		IsRenewalInProgress: v.InProgress(),
		IsRenewing:          v.Renewing(),
		IsWithdraw:          v.Cancellable(),
	}
	if v.Coming != nil { // what is said of the days to come is of that
		view.PlanChange, view.ForceStopRenewDate = comingView(v.Coming, v.Next, locale), v.Row.NextForceStopRenewAt
	}
	if v.Campaign != nil {
		view.Campaign = &model.SubscriptionCampaign{CampaignName: v.Campaign.In(locale)}
	}
	if first, last, ok := v.CampaignPeriod(); ok {
		view.CampaignApplicablePeriod = &model.CampaignPeriod{StartDate: first, EndDate: orNull(last)}
	}
	if v.Method != nil {
		view.AccountPaymentMethod = methodView(v.Method, v.Now, true)
	}
	return view
}

// comingView is a plan with its first term under a contract.
func comingView(p *ent.Plan, first subscription.Term, locale string) *model.ComingPlan {
	return &model.ComingPlan{
		PlanID: p.ID, PlanName: words.Text(p.Name).In(locale), Service: words.Text(p.Service).In(locale), RenewSpan: p.RenewSpan, RenewSpanUnit: string(p.RenewSpanUnit),
		Day: first.Start, Amount: first.Amount, Tax: first.Tax, PeriodEnd: first.End,
	}
}

// outlookView is what becomes of a contract.
func outlookView(o subscription.Outlook) model.Outlook {
	view := model.Outlook{Course: o.Course, Day: o.Day, LastDay: orNull(o.Last)}
	if !o.Start.IsZero() {
		view.Amount, view.Tax, view.PeriodStart, view.PeriodEnd = &o.Amount, &o.Tax, &o.Start, &o.End
	}
	return view
}

// contractView is a contract's own page.
func contractView(p *subscription.ContractPage, locale string) *model.SubscriptionScreen {
	view := &model.SubscriptionScreen{
		Subscription: *subscriptionView(p.View, locale), Outlook: outlookView(p.Outlook),
		ChangeBlockedBy: blockedBy(p.NoChange, locale), RetryBlockedBy: blockedBy(p.NoRetry, locale), IsPlanChangeable: p.Switches,
	}
	if p.Waiting != nil {
		view.WaitingPlanName = orNull(words.Text(p.Waiting.Name).In(locale))
	}
	return view
}

// homeViews are contracts as My Page tells of them.
func homeViews(contracts []subscription.ContractPage, locale string) []*model.HomeContract {
	views := []*model.HomeContract{}
	for _, c := range contracts {
		views = append(views, &model.HomeContract{Subscription: *subscriptionView(c.View, locale), Outlook: outlookView(c.Outlook)})
	}
	return views
}

// changeMethodView is where a contract's payment method is chosen.
func changeMethodView(p *subscription.MethodPage, scripts payment.Scripts, member actor.Actor) *model.ChangeMethodScreen {
	view := &model.ChangeMethodScreen{
		Subscription: *subscriptionView(p.View, member.Locale), Outlook: outlookView(p.Outlook), PaymentMethods: []*model.PaymentMethod{},
		BlockedBy: blockedBy(p.NoChange, member.Locale), Unusable: unusable(p.Kinds, p.Monthly()), CardScripts: scriptsView(scripts, member.Email),
	}
	for _, m := range p.Methods {
		view.PaymentMethods = append(view.PaymentMethods, methodView(m, p.Now, p.Holdings.UsesMethod(m.ID)))
	}
	return view
}
