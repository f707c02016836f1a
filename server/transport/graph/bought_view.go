package graph

import (
	"context"

	"kaiin/server/base/keyset"
	"kaiin/server/money/entitlement"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

// purchases is a page of what the member who asks has bought and rented.
func (r *Resolver) purchases(ctx context.Context, ended bool, after *string) (*model.PurchasesScreen, error) {
	page, err := keyset.NewPage(nil, after)
	if err != nil {
		return nil, err
	}
	a := viewer.Actor(ctx)
	bought, more, err := r.Entitlement.Bought(ctx, a, ended, page)
	if err != nil {
		return nil, err
	}
	screen := &model.PurchasesScreen{Purchases: []*model.BoughtItem{}}
	var cursors []string
	for _, b := range bought {
		screen.Purchases = append(screen.Purchases, boughtView(b, a.Locale))
		cursors = append(cursors, keyset.Cursor{At: b.Row.CreatedAt, ID: b.Row.ID}.String())
	}
	screen.PageInfo = pageInfo(page, cursors, more)
	return screen, nil
}

func boughtView(b entitlement.Bought, locale string) *model.BoughtItem {
	view := &model.BoughtItem{
		EntitlementID: b.Row.ID.String(), OrderID: b.Row.SourceID.String(), PlanID: b.Row.PlanID, PlanType: string(b.Plan.PlanType),
		PlanName: b.Name.In(locale), Image: orNull(b.Plan.Image), PurchasedAt: b.Row.CreatedAt, BillingAmount: b.Paid,
		IsRefunded: b.Refunded, CanBuyAgain: b.Again, WatchURL: orNull(b.WatchURL.In(locale)),
	}
	if day, limited := b.LastDay(); limited {
		view.EntitlementExpiration, view.DaysLeft = orNull(day), orNull(b.DaysLeft())
	}
	return view
}
