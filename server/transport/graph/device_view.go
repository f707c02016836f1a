package graph

import (
	"kaiin/ent"
	"kaiin/server/base/step"
	"kaiin/server/oidc"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/paths"
)

// deviceAnswers are what the page says of the answers that the member gives.
var deviceAnswers = map[string]model.DeviceState{"allow": model.DeviceStateAllowed, "refuse": model.DeviceStateRefused}

// emptyDevice is the page without anything that a device asks for.
func emptyDevice(state model.DeviceState, code string) *model.DeviceScreen {
	return &model.DeviceScreen{
		State: state, UserCode: oidc.Shortened(code), RequestScopeKeys: []string{}, AuthorizedScopeKeys: []string{}, UnauthorizedScopeKeys: []string{}, UpdatedScopeKeys: []string{},
		StoreScopeSettings: []*model.OidcScope{}, OidcPrecautions: []*model.OidcPrecaution{},
	}
}

// deviceView is the page of a device's code. Where the member has to do something first, they come
// back with the code.
func deviceView(p *oidc.DevicePage, provider, locale string) *model.DeviceScreen {
	view := emptyDevice(model.DeviceState(p.State), p.Code)
	back := paths.Of(step.OidcDevice(view.UserCode))
	switch p.Need {
	case oidc.NeedsLogin:
		view.RedirectTo = address(step.Login.For(step.RelyingParty).AndBack(back))
	case oidc.NeedsPassword:
		view.RedirectTo = address(step.ChangePassword.AndBack(back))
	case oidc.NeedsPolicies:
		view.RedirectTo = address(step.ReConsent.AndBack(back))
	}
	if p.State != oidc.DeviceConsent {
		return view
	}
	asked := consentView(&p.RequestPage, provider, locale)
	return &model.DeviceScreen{
		State: view.State, UserCode: view.UserCode, AccountID: asked.AccountID, AccountName: asked.AccountName, ClientInfo: &asked.ClientInfo,
		RequestScopeKeys: asked.RequestScopeKeys, AuthorizedScopeKeys: asked.AuthorizedScopeKeys, UnauthorizedScopeKeys: asked.UnauthorizedScopeKeys,
		UpdatedScopeKeys: asked.UpdatedScopeKeys, StoreScopeSettings: asked.StoreScopeSettings, OidcPrecautions: asked.OidcPrecautions, OidcProviderName: provider,
	}
}

// logoutView asks the member whether the app may log them out. The state has no meaning where the
// member does not go back to an app.
func logoutView(asked oidc.Logout, row *ent.Account, state *string, locale string) *model.OidcLogoutScreen {
	view := &model.OidcLogoutScreen{PostLogoutRedirectURI: orNull(asked.Back), AccountID: row.ID.String(), AccountName: oidc.Shown(row)}
	if asked.Client != nil {
		client := clientView(asked.Client, locale)
		view.ClientInfo = &client
	}
	if asked.Back != "" {
		view.State = state
	}
	return view
}
