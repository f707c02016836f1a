package graph

import (
	"context"

	"kaiin/ent"
	"kaiin/server/catalog"
	"kaiin/server/graph/model"
	"kaiin/server/login"
	"kaiin/server/session"
	"kaiin/server/viewer"
)

// signedIn answers what ends a login, or leads to the second factor, and hands the browser what it was given.
func signedIn(ctx context.Context, entered login.Entered, err error) (*model.ActionPayload, error) {
	if err == nil {
		viewer.SetSigned(ctx, entered.Signed)
	}
	return done(ctx, err, entered.Next)
}

func isTrue(b *bool) bool { return b != nil && *b }

func loginView(screen *login.Screen) *model.LoginScreen {
	view := &model.LoginScreen{
		RedirectTo: address(screen.Next), LoginType: orNull(string(screen.Mode)), CanToggle: screen.CanToggle,
		AcceptsUserID: screen.AcceptsUserID, ReturnTo: orNull(screen.ReturnTo), ExternalAccounts: externalAccountViews(screen.External),
	}
	if bot := screen.BotCheck; bot != nil {
		view.BotCheck = &model.BotCheck{Provider: bot.Provider, SiteKey: bot.SiteKey, ScriptURL: bot.ScriptURL}
	}
	return view
}

func codeView(page *login.CodePage, locale string) *model.LoginCodeScreen {
	view := &model.LoginCodeScreen{
		RedirectTo: address(page.Next), EmailUserID: page.Identifier, CodeName: page.Called.DisplayName.In(locale), CodeMinutes: page.Called.Minutes,
	}
	if !page.ResendAt.IsZero() {
		view.ResendAt = &page.ResendAt
	}
	return view
}

func factorView(page *login.FactorPage) *model.MultiFactorScreen {
	return &model.MultiFactorScreen{
		RedirectTo: address(page.Next), Type: orNull(string(page.Type)), SendTo: orNull(page.SendTo),
		MultiFactorType: listed(page.Types), DefaultMultiFactorType: orNull(string(page.Default)),
		CodeName: orNull(page.CodeName), CodeMinutes: orNoNumber(int(page.CodeLife.Minutes())), ResendAt: page.ResendAt,
	}
}

func confirmLoginView(page *login.ConfirmPage) *model.ConfirmLoginScreen {
	return &model.ConfirmLoginScreen{
		RedirectTo: address(page.Next), ReturnTo: orNull(page.ReturnTo), Methods: listed(page.Methods),
		SendTo: orNull(page.SendTo), CodeName: page.CodeName, ResendAt: page.ResendAt,
	}
}

func sessionsView(sessions []session.Shown) *model.SessionsScreen {
	views := []*model.Session{}
	for _, s := range sessions {
		views = append(views, &model.Session{
			SessionID: s.ID.String(), CreatedAt: s.CreatedAt, LastSeenAt: s.LastSeenAt, LoginMethod: orEmpty(s.LoginMethod), IP: s.IP,
			DeviceInfo: orNull(s.Device), BrowserInfo: orNull(s.Browser), Country: orNull(s.Country), Current: s.Current,
		})
	}
	return &model.SessionsScreen{Sessions: views}
}

func historyView(events []*ent.LoginEvent, external []catalog.ExternalAccount) *model.LoginHistoryScreen {
	names := map[string]string{}
	for _, e := range external {
		names[e.Type] = e.Name
	}
	views := []*model.LoginHistoryEntry{}
	for _, e := range events {
		name := names[e.Identifier]
		if name == "" {
			name = e.Identifier
		}
		views = append(views, &model.LoginHistoryEntry{
			CreatedAt: e.CreatedAt, IP: e.IP, Result: e.Result, UserIdentifierName: orNull(name), LoginMethod: e.LoginMethod,
			MultiFactorType: orNull(e.MultiFactorType), RequestMultiFactor: e.RequestMultiFactor,
			DeviceInfo: orNull(e.Device), Country: orNull(e.Country), BrowserInfo: orNull(e.Browser),
		})
	}
	return &model.LoginHistoryScreen{LoginHistory: views}
}

func trustedDevicesView(devices []session.TrustedDevice) *model.TrustedDeviceScreen {
	views := []*model.TrustedDevice{}
	for _, d := range devices {
		views = append(views, &model.TrustedDevice{
			DeviceToken: d.ID.String(), CreatedAt: d.CreatedAt, CurrentDevice: d.Current,
			Option: model.TrustedDeviceOption{DeviceInfo: orNull(d.Device), BrowserInfo: orNull(d.Browser)},
		})
	}
	return &model.TrustedDeviceScreen{TrustedDevices: views}
}
