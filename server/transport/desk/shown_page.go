package desk

import (
	"context"
	"encoding/json"
	"slices"

	"kaiin/server/base/fault"
	"kaiin/server/desk/members"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/viewer"
)

// memberScreen is what is on a page of the member as the member sees it. That it was opened is
// written first: where it cannot be, the page is not read.
func (r *Resolver) memberScreen(ctx context.Context, account string, screen members.Screen, subscription *string) (json.RawMessage, error) {
	const field = "memberScreen"
	given := map[string]any{"accountId": account, "subscriptionId": deref(subscription)}
	act := acts.Act{Kind: acts.MemberViewed, Target: acts.Target{Type: acts.TargetScreen, ID: string(screen)}, Details: given}
	by, err := r.Acts.Looking(ctx, viewer.Actor(ctx), gate.Origin(ctx), field, act)
	if err != nil {
		return nil, err
	}
	if act.AccountID, err = r.memberNamed(ctx, account); err == nil {
		switch {
		case !slices.Contains(members.Screens(), screen):
			err = fault.Invalid(fault.InvalidChoice, "screen")
		case screen == members.ScreenSubscription && deref(subscription) == "":
			err = fault.Invalid(fault.Required, "subscriptionId")
		}
	}
	if err == nil {
		err = r.Members.Viewable(ctx, by, act.AccountID)
	}
	if err == nil {
		by, err = by.GoOn(ctx, act.AccountID, acts.MemberViewed)
	}
	if err != nil {
		return nil, r.refusedLook(ctx, field, act, err)
	}
	if err := r.Members.View(ctx, by, act); err != nil {
		return nil, err
	}
	return r.Show(ctx, act.AccountID, screen, deref(subscription))
}
