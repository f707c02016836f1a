package graph

import (
	"context"

	"kaiin/ent"
	"kaiin/server/catalog"
	"kaiin/server/graph/model"
	"kaiin/server/graph/payload"
	"kaiin/server/login"
	"kaiin/server/viewer"
)

// entered answers what ends a login, or leads to the second factor, and hands the browser what it was given.
func entered[P ~struct{ payload.Result }](ctx context.Context, signed login.Signed, err error) (*P, error) {
	if err == nil {
		viewer.SetSigned(ctx, signed)
	}
	return done[P](ctx, err, signed.RedirectTo)
}

func isTrue(b *bool) bool { return b != nil && *b }

func loginView(screen *login.Screen) *model.LoginScreen {
	view := &model.LoginScreen{
		RedirectTo: orNull(screen.RedirectTo), LoginType: orNull(screen.Mode), CanToggle: screen.CanToggle,
		AcceptsUserID: screen.AcceptsUserID, ReturnTo: orNull(screen.ReturnTo), ExternalAccounts: externalAccountViews(screen.External),
	}
	if bot := screen.BotCheck; bot != nil {
		view.BotCheck = &model.BotCheck{Provider: bot.Provider, SiteKey: bot.SiteKey, ScriptURL: bot.ScriptURL}
	}
	return view
}

func codeView(page *login.CodePage, locale string) *model.LoginCodeScreen {
	view := &model.LoginCodeScreen{
		RedirectTo: orNull(page.RedirectTo), EmailUserID: page.Identifier, CodeName: page.Called.DisplayName.In(locale), CodeMinutes: page.Called.Minutes,
	}
	if !page.ResendAt.IsZero() {
		view.ResendAt = &page.ResendAt
	}
	return view
}

func factorView(page *login.FactorPage) *model.MultiFactorScreen {
	return &model.MultiFactorScreen{
		RedirectTo: orNull(page.RedirectTo), Type: orNull(page.Type), SendTo: orNull(page.SendTo),
		MultiFactorType: append([]string{}, page.Types...), DefaultMultiFactorType: orNull(page.Default),
		CodeName: orNull(page.CodeName), CodeMinutes: orNoNumber(int(page.CodeLife.Minutes())), ResendAt: page.ResendAt,
	}
}

func confirmLoginView(page *login.ConfirmPage) *model.ConfirmLoginScreen {
	return &model.ConfirmLoginScreen{
		RedirectTo: orNull(page.RedirectTo), ReturnTo: orNull(page.ReturnTo), Methods: append([]string{}, page.Methods...),
		SendTo: orNull(page.SendTo), CodeName: page.CodeName, ResendAt: page.ResendAt,
	}
}

func sessionViews(sessions []login.OpenSession) []*model.Session {
	views := []*model.Session{}
	for _, s := range sessions {
		views = append(views, sessionView(s))
	}
	return views
}

func sessionView(s login.OpenSession) *model.Session {
	return &model.Session{
		SessionID: s.ID.String(), CreatedAt: s.CreatedAt, LastSeenAt: s.LastSeenAt, LoginMethod: orEmpty(s.LoginMethod), IP: s.IP,
		DeviceInfo: orNull(s.Device), BrowserInfo: orNull(s.Browser), Country: orNull(s.Country), Current: s.Current,
	}
}

func loginEventViews(events []*ent.LoginEvent, external []catalog.ExternalAccount) []*model.LoginEvent {
	views := []*model.LoginEvent{}
	for _, e := range events {
		views = append(views, loginEventView(e, external))
	}
	return views
}

// loginEventView is a try to log in; an identifier that is an external account's type goes by what the store calls that.
func loginEventView(e *ent.LoginEvent, external []catalog.ExternalAccount) *model.LoginEvent {
	name := e.Identifier
	for _, offered := range external {
		if offered.Type == e.Identifier {
			name = offered.Name
		}
	}
	return &model.LoginEvent{
		LoginEventID: e.ID.String(), CreatedAt: e.CreatedAt, IP: e.IP, Result: e.Result, UserIdentifierName: orNull(name), LoginMethod: e.LoginMethod,
		MultiFactorType: orNull(e.MultiFactorType), RequestMultiFactor: e.RequestMultiFactor,
		DeviceInfo: orNull(e.Device), Country: orNull(e.Country), BrowserInfo: orNull(e.Browser),
	}
}

func trustedDeviceViews(devices []login.TrustedDevice) []*model.TrustedDevice {
	views := []*model.TrustedDevice{}
	for _, d := range devices {
		views = append(views, &model.TrustedDevice{
			DeviceToken: d.ID.String(), CreatedAt: d.CreatedAt, CurrentDevice: d.Current,
			Option: model.TrustedDeviceOption{DeviceInfo: orNull(d.Device), BrowserInfo: orNull(d.Browser)},
		})
	}
	return views
}
