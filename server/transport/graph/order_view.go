package graph

import (
	"context"

	"kaiin/server/base/fault"
	"kaiin/server/shop/catalog"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
)

// wantedPlan is the plan at whose page somebody comes out who logs in or becomes a member, by the
// path they go on to; nil when it is another page, or the plan cannot be ordered. Its name is the
// store's: nothing of the path is shown.
func (r *Resolver) wantedPlan(ctx context.Context, returnTo string) (*model.Plan, error) {
	id := paths.PlanOf(returnTo)
	if id == "" {
		return nil, nil
	}
	p, err := r.Catalog.ShownPlan(ctx, id)
	if f, ok := fault.As(err); ok && f.Kind == fault.KindNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	offer := catalog.NewOffer(p, r.Catalog.Clock.Now(), false, false)
	if !offer.Open() {
		return nil, nil
	}
	return planView(p, viewer.Actor(ctx).Locale, offer), nil
}
