package graph

import (
	"context"
	"net/http"
	"strconv"

	"kaiin/server/base/settings"
	"kaiin/server/oidc"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
)

// clientView is an app as members read of it. Its Japanese name is a field of its own, since pages
// prefer it in Japanese.
func clientView(c *oidc.Client, locale string) model.OidcClient {
	return model.OidcClient{
		ClientID: c.ID, ClientName: c.Name.In("en"), ClientNameJa: orNull(c.Name.In("ja")), LogoURI: orNull(c.Logo), ServiceLogoURI: orNull(c.ServiceLogo),
		Description: orNull(c.Description.In(locale)), ProviderName: orNull(c.Provider.In(locale)), TosURI: orNull(c.Terms), PrivacyURI: orNull(c.Privacy),
	}
}

func scopeViews(scopes []settings.ScopeSetting, examples map[string][]string, locale string) []*model.OidcScope {
	views := []*model.OidcScope{}
	for _, one := range scopes {
		shown := examples[one.Key]
		if shown == nil {
			shown = []string{}
		}
		views = append(views, &model.OidcScope{
			ScopeKey: one.Key, ScopeName: one.Name.In(locale), ScopeDescription: one.Description.In(locale), Required: one.Required, Examples: shown,
		})
	}
	return views
}

func consentView(p *oidc.RequestPage, provider, locale string) *model.OidcConsentScreen {
	view := &model.OidcConsentScreen{
		RedirectTo: address(p.Next), Request: p.Key, OidcProviderName: provider, RequestScopeKeys: p.Asked.Keys(), AuthorizedScopeKeys: p.Asked.Keys(oidc.Authorized),
		UnauthorizedScopeKeys: p.Asked.Keys(oidc.Unauthorized), UpdatedScopeKeys: p.Asked.Keys(oidc.Updated),
		StoreScopeSettings: scopeViews(p.Asked.Settings(), p.Examples, locale), OidcPrecautions: []*model.OidcPrecaution{},
	}
	if p.Client != nil {
		view.ClientInfo = clientView(p.Client, locale)
		for _, one := range p.Client.Precautions {
			view.OidcPrecautions = append(view.OidcPrecautions, &model.OidcPrecaution{Title: one.Title.In(locale), RenderData: one.Text.In(locale)})
		}
	}
	if p.Owner != nil {
		view.AccountID, view.AccountName = p.Owner.ID.String(), oidc.Shown(p.Owner)
	}
	return view
}

// wantedApp is the app to whose waiting request a path of this site leads; nil when it leads
// elsewhere, or the request is over or another browser's.
func (r *Resolver) wantedApp(ctx context.Context, returnTo string) (*model.OidcClient, error) {
	key := paths.RequestOf(returnTo)
	if key == "" {
		return nil, nil
	}
	a := viewer.Actor(ctx)
	client, err := r.OIDC.Waiting(ctx, a, key)
	if err != nil || client == nil {
		return nil, err
	}
	view := clientView(client, a.Locale)
	return &view, nil
}

func selectAccountView(p *oidc.RequestPage, locale string) *model.OidcSelectAccountScreen {
	view := &model.OidcSelectAccountScreen{RedirectTo: address(p.Next), Request: p.Key, IsAsked: p.IsWanted}
	if p.Client != nil {
		view.ClientInfo = clientView(p.Client, locale)
	}
	if p.Owner != nil {
		view.AccountID, view.AccountName = p.Owner.ID.String(), oidc.Shown(p.Owner)
	}
	return view
}

// faultView is the page of an error that no app is told: what the address says of it, shown
// as text.
func faultView(status, kind, more *string) *model.OidcErrorScreen {
	number := oidc.FaultStatus(orEmpty(status))
	view := &model.OidcErrorScreen{
		Status: number, Description: http.StatusText(number), Type: oidc.Shortened(orEmpty(kind)), Detail: orNull(oidc.Shortened(orEmpty(more))),
	}
	if number == http.StatusInternalServerError {
		view.Description = "SERVER_ERROR"
	}
	if view.Description == "" {
		view.Description = strconv.Itoa(number)
	}
	return view
}

func grantView(c *oidc.Connection, locale string) *model.AccountGrant {
	return &model.AccountGrant{
		GrantID: c.Row.ID.String(), ClientID: c.Client.ID, IssuedAt: c.Row.IssuedAt, LastUsedAt: c.Row.LastUsedAt, AuthorizedScopes: scopeViews(c.Scopes, nil, locale),
		Client: model.GrantedClient{
			ClientName: c.Client.Name.In("en"), ClientNameJa: orNull(c.Client.Name.In("ja")), LogoURI: orNull(c.Client.Logo),
			Description: orNull(c.Client.Description.In(locale)), ProviderName: orNull(c.Client.Provider.In(locale)),
		},
	}
}

// providerName is what this service is called where other apps ask for access.
func (r *Resolver) providerName(ctx context.Context, locale string) (string, error) {
	name, err := r.OIDC.ProviderName(ctx)
	return name.In(locale), err
}
