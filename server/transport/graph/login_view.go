package graph

import (
	"context"

	"kaiin/ent"
	"kaiin/server/base/settings"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/session"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
	"kaiin/server/transport/viewer"
)

// signedIn answers what ends a login, or leads to the second factor, and hands the browser what it
// was given.
func signedIn[P ~struct{ payload.Result }](ctx context.Context, entered login.Entered, err error) (*P, error) {
	if err == nil {
		viewer.SetSigned(ctx, entered.Signed)
	}
	return done[P](ctx, err, entered.Next)
}

func isTrue(b *bool) bool { return b != nil && *b }

func loginView(screen *login.Screen) *model.LoginScreen {
	view := &model.LoginScreen{
		RedirectTo: address(screen.Next), LoginType: orNull(screen.Mode), CanToggle: screen.CanToggle,
		AcceptsUserID: screen.AcceptsUserID, ReturnTo: orNull(screen.ReturnTo), ExternalAccounts: externalAccountViews(screen.External),
		TakesPasskeys: screen.Passkeys,
	}
	if bot := screen.BotCheck; bot != nil {
		view.BotCheck = &model.BotCheck{Provider: bot.Provider, SiteKey: bot.SiteKey, ScriptURL: bot.ScriptURL}
	}
	return view
}

func codeView(page *login.CodePage, locale string) *model.LoginCodeScreen {
	view := &model.LoginCodeScreen{
		RedirectTo: address(page.Next), ReturnTo: orNull(page.ReturnTo), EmailUserID: page.Identifier, CodeName: page.Called.DisplayName.In(locale), CodeMinutes: page.Called.Minutes,
	}
	if !page.ResendAt.IsZero() {
		view.ResendAt = &page.ResendAt
	}
	return view
}

func factorView(page *login.FactorPage) *model.MultiFactorScreen {
	return &model.MultiFactorScreen{
		RedirectTo: address(page.Next), ReturnTo: orNull(page.ReturnTo), Type: orNull(page.Type), SendTo: orNull(page.SendTo),
		MultiFactorType: notNull(page.Types), DefaultMultiFactorType: orNull(page.Default),
		IsMailWithheld: page.MailFactorBlocked, MailAcceptedFrom: page.MailFrom, IsCodeSent: page.CodeSent,
		CodeName: orNull(page.CodeName), CodeMinutes: orNoNumber(int(page.CodeLife.Minutes())), ResendAt: page.ResendAt,
	}
}

func confirmLoginView(page *login.ConfirmPage) *model.ConfirmLoginScreen {
	return &model.ConfirmLoginScreen{
		RedirectTo: address(page.Next), ReturnTo: orNull(page.ReturnTo), Methods: listed(page.Methods),
		Identifier: orNull(page.Identifier), SendTo: orNull(page.SendTo), CodeName: page.CodeName, ResendAt: page.ResendAt,
	}
}

func sessionViews(sessions []session.Shown) []*model.Session {
	views := []*model.Session{}
	for _, s := range sessions {
		views = append(views, sessionView(s))
	}
	return views
}

func sessionView(s session.Shown) *model.Session {
	return &model.Session{
		SessionID: s.ID.String(), CreatedAt: s.CreatedAt, LastSeenAt: s.LastSeenAt, LoginMethod: orEmpty(s.LoginMethod), IP: s.IP,
		DeviceInfo: orNull(s.Device), BrowserInfo: orNull(s.Browser), Country: orNull(s.Country), Current: s.Current,
	}
}

func loginEventViews(events []*ent.LoginEvent, external []settings.ExternalAccount) []*model.LoginEvent {
	views := []*model.LoginEvent{}
	for _, e := range events {
		views = append(views, loginEventView(e, external))
	}
	return views
}

// loginEventView is a try to log in; an identifier that is an external account's type goes by what
// the store calls that.
func loginEventView(e *ent.LoginEvent, external []settings.ExternalAccount) *model.LoginEvent {
	name := e.Identifier
	for _, offered := range external {
		if offered.Type == e.Identifier && offered.Name != "" {
			name = offered.Name
		}
	}
	return &model.LoginEvent{
		LoginEventID: e.ID.String(), CreatedAt: e.CreatedAt, IP: e.IP, Result: e.Result, UserIdentifierName: orNull(name), LoginMethod: e.LoginMethod,
		MultiFactorType: orNull(credential.FactorKind(e.MultiFactorType)), RequestMultiFactor: e.RequestMultiFactor,
		DeviceInfo: orNull(e.Device), Country: orNull(e.Country), BrowserInfo: orNull(e.Browser),
	}
}

func trustedDeviceViews(devices []session.TrustedDevice) []*model.TrustedDevice {
	views := []*model.TrustedDevice{}
	for _, d := range devices {
		views = append(views, &model.TrustedDevice{
			DeviceToken: d.ID.String(), CreatedAt: d.CreatedAt, CurrentDevice: d.Current,
			Option: model.TrustedDeviceOption{DeviceInfo: orNull(d.Device), BrowserInfo: orNull(d.Browser)},
		})
	}
	return views
}
