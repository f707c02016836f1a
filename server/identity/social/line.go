package social

import (
	"context"
	"fmt"
	"net/http"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	"golang.org/x/oauth2"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/identity/login"
)

// lineProvider is LINE Login v2.1 (developers.line.biz). Subjects belong to LINE's "provider": a
// store that moves to another one meets its members as strangers.
type lineProvider struct{ openID }

func newLINE(cfg config.OIDCClient, client *http.Client, now *clock.Clock) *lineProvider {
	return &lineProvider{openID{
		name: "line", client: cfg, http: client, clock: now, authStyle: oauth2.AuthStyleInParams,
		scopes: []string{oidc.ScopeOpenID, "profile", "email"}, algorithm: string(jose.HS256), keys: channelSecret(cfg.ClientSecret),
	}}
}

// channelSecret verifies tokens that LINE signed with the secret both sides know.
type channelSecret []byte

func (s channelSecret) VerifySignature(_ context.Context, jwt string) ([]byte, error) {
	signed, err := jose.ParseSigned(jwt, []jose.SignatureAlgorithm{jose.HS256})
	if err != nil {
		return nil, errSignature
	}
	payload, err := signed.Verify([]byte(s))
	if err != nil {
		return nil, errSignature
	}
	return payload, nil
}

// Start implements login.Provider. Without max_age the ID token has no auth_time; with it LINE asks
// for a login, but for the one that its app does by itself unless that is turned off.
func (p *lineProvider) Start(ctx context.Context, in login.ProviderStart) (string, error) {
	own := []oauth2.AuthCodeOption{oauth2.SetAuthURLParam("ui_locales", in.Locale)}
	if in.Again {
		own = append(own, oauth2.SetAuthURLParam("max_age", "0"), oauth2.SetAuthURLParam("disable_auto_login", "true"))
	}
	return p.start(ctx, in, own...)
}

// Finish implements login.Provider. LINE's name is what people call themselves there, so it is a
// nickname; LINE does not say whether the email was ever verified.
func (p *lineProvider) Finish(ctx context.Context, in login.ProviderFinish) (login.Identity, error) {
	token, err := p.finish(ctx, in)
	if err != nil {
		return login.Identity{}, err
	}
	var claims struct {
		Name  string `json:"name"`
		Email string `json:"email"`
	}
	if err := token.Claims(&claims); err != nil {
		return login.Identity{}, fmt.Errorf("line: claims: %w", refused(err))
	}
	return login.Identity{Subject: token.Subject, Email: claims.Email, Nickname: claims.Name}, nil
}
