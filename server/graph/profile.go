package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"kaiin/server/fault"
	"kaiin/server/graph/model"
	"kaiin/server/profile"
	"kaiin/server/viewer"
)

// permitted stands before every field of a document: a restricted profile gets what is open to it, and for the rest PROFILE_FORBIDDEN, which
// names the profiles to switch to (P-016, A-198).
func permitted(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	if a := viewer.Actor(ctx); a.Restricted() && !openToRestricted[graphql.GetRootFieldContext(ctx).Field.Name] {
		return refused(ctx, a.SwitchProfile())
	}
	return next(ctx)
}

// openToRestricted is what stays open to every profile: its list and switching, logging out, and what a visitor sees of the store and does to log
// in or with a mailed link. All else is the account's, or leads to an order or to a membership.
var openToRestricted = map[string]bool{
	"profiles": true, "switchProfile": true,
	"root": true, "accountHeader": true, "logoutScreen": true, "logout": true,

	"homeScreen": true, "plansScreen": true, "policyScreen": true, "fetchPlayback": true, "postalCode": true,

	"loginScreen": true, "login": true, "loginCodeScreen": true, "sendLoginCode": true, "socialErrorScreen": true,
	"multiFactorScreen": true, "multiFactorCodeScreen": true, "multiFactorLogin": true, "sendMultiFactorCode": true,
	"passwordForgotScreen": true, "passwordForgotCompleteScreen": true, "forgotPassword": true,
	"passwordResetScreen": true, "passwordResetCompleteScreen": true, "resetPassword": true,
	"emailUndoScreen": true, "undoEmailChange": true,

	"newsletterStopScreen": true, "leaveScreen": true, "leave": true, "withdrawCompleteScreen": true,
	"oidcErrorScreen": true, "oidcLogoutScreen": true,
}

// profileID is the id of a profile that was made. Fault: not found, for what is none.
func profileID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil || id == uuid.Nil {
		return uuid.Nil, fault.NotFound()
	}
	return id, nil
}

// switchTo is the id of a profile to switch to; zero is the main one. Fault: as profileID's.
func switchTo(text *string) (uuid.UUID, error) {
	if text == nil {
		return uuid.Nil, nil
	}
	return profileID(*text)
}

// profileView is the profile as it is told; nil when there is none.
func profileView(p *profile.Profile) *model.Profile {
	if p == nil {
		return nil
	}
	view := &model.Profile{ProfileName: p.Name, IsRestricted: p.Restricted, IsCurrent: p.Current, NeedsPinCode: p.NeedsPin}
	if !p.IsMain() {
		view.ProfileID = orNull(p.ID.String())
	}
	return view
}
