package social

import (
	"context"
	"fmt"
	"net/http"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/identity/login"
)

// googleProvider is Google (developers.google.com/identity/openid-connect).
type googleProvider struct{ openID }

func newGoogle(cfg config.OIDCClient, client *http.Client, now *clock.Clock) *googleProvider {
	return &googleProvider{openID{
		name: "google", client: cfg, http: client, clock: now, authStyle: oauth2.AuthStyleInParams,
		scopes: []string{oidc.ScopeOpenID, "email", "profile"}, algorithm: oidc.RS256,
	}}
}

// Start lets people choose among the accounts their browser knows, as the one in use may not be the
// one they mean. Google refuses prompt=login and heeds no max_age: nothing makes it ask for a
// password again.
func (p *googleProvider) Start(ctx context.Context, in login.ProviderStart) (string, error) {
	return p.start(ctx, in, oauth2.SetAuthURLParam("prompt", "select_account"), oauth2.SetAuthURLParam("hl", in.Locale))
}

// Finish implements login.Provider.
func (p *googleProvider) Finish(ctx context.Context, in login.ProviderFinish) (login.Identity, error) {
	token, err := p.finish(ctx, in)
	if err != nil {
		return login.Identity{}, err
	}
	var claims struct {
		Email         string `json:"email"`
		EmailVerified bool   `json:"email_verified"`
		Name          string `json:"name"`
		FamilyName    string `json:"family_name"`
		GivenName     string `json:"given_name"`
	}
	if err := token.Claims(&claims); err != nil {
		return login.Identity{}, fmt.Errorf("google: claims: %w", refused(err))
	}
	return login.Identity{
		Subject: token.Subject, Email: claims.Email, EmailVerified: claims.Email != "" && claims.EmailVerified,
		Name: claims.Name, FamilyName: claims.FamilyName, GivenName: claims.GivenName,
	}, nil
}
