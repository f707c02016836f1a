package graph

import (
	"context"

	"kaiin/server/catalog"
	"kaiin/server/graph/model"
	"kaiin/server/subscription"
	"kaiin/server/viewer"
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
	description := catalog.Text(v.Plan.Description).In(locale)
	view := &model.Subscription{
		SubscriptionID:      v.Row.ID.String(),
		SubscriptionStatus:  v.Status(),
		StatusGroup:         v.Status().Group(),
		PlanID:              v.Plan.ID,
		PlanName:            catalog.Text(v.Plan.Name).In(locale),
		PlanDescription:     description,
		PlanDescriptionText: catalog.PlainText(description),
		Image:               orNull(v.Plan.Image),
		RenewSpan:           v.Row.RenewSpan,
		RenewSpanUnit:       string(v.Row.RenewSpanUnit),
		OriginalPrice:       v.Row.OriginalPrice,
		BillingAmount:       v.Row.BillingAmount,
		FirstPaymentDay:     v.Row.FirstPaymentDay,
		NextSettlementDay:   v.Row.NextSettlementDay,
		EndDay:              orNull(v.EndDay()),
		TrialEndDay:         orNull(v.TrialEndDay()),
		ForceStopRenewDate:  v.Row.ForceStopRenewAt,
		IsRenewalInProgress: v.InProgress(),
		IsRenewing:          v.Renewing(),
	}
	if v.Method != nil {
		view.AccountPaymentMethod = methodView(v.Method, v.Now, true)
	}
	return view
}
