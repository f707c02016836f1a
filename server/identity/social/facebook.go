package social

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"

	"kaiin/server/base/config"
	"kaiin/server/identity/login"
)

// facebookProvider is Facebook Login by plain OAuth 2.0
// (developers.facebook.com/docs/facebook-login). There is no ID token, so there is no nonce: who
// signed in is what the Graph API says about the token that we got for the code ourselves.
type facebookProvider struct {
	cfg  config.FacebookClient
	http *http.Client
}

func newFacebook(cfg config.FacebookClient, client *http.Client) *facebookProvider {
	return &facebookProvider{cfg, client}
}

func (p *facebookProvider) oauth(redirectURL string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.cfg.ClientID, ClientSecret: p.cfg.ClientSecret, RedirectURL: redirectURL, Scopes: []string{"public_profile", "email"},
		Endpoint: oauth2.Endpoint{
			AuthURL: p.cfg.DialogURL.String(), TokenURL: p.cfg.GraphURL.JoinPath("oauth/access_token").String(), AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}

// FormPost implements login.Provider: Facebook has no response modes.
func (p *facebookProvider) FormPost() bool { return false }

// Start implements login.Provider. It makes no call and cannot fail. It does not tell whether
// Facebook has asked for the password again.
func (p *facebookProvider) Start(_ context.Context, in login.ProviderStart) (string, error) {
	own := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(in.Verifier)}
	if in.Again {
		own = append(own, oauth2.SetAuthURLParam("auth_type", "reauthenticate"))
	}
	return p.oauth(in.RedirectURL).AuthCodeURL(in.State, own...), nil
}

// Finish implements login.Provider. The email is missing when the person has none or withholds it.
func (p *facebookProvider) Finish(ctx context.Context, in login.ProviderFinish) (login.Identity, error) {
	token, err := exchange(ctx, p.http, p.oauth(in.RedirectURL), in)
	if err != nil {
		return login.Identity{}, fmt.Errorf("facebook: %w", err)
	}
	var me struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		FirstName string `json:"first_name"`
		LastName  string `json:"last_name"`
		Email     string `json:"email"`
	}
	at := p.cfg.GraphURL.JoinPath("me")
	at.RawQuery = url.Values{"fields": {"id,name,first_name,last_name,email"}, "appsecret_proof": {p.proof(token.AccessToken)}}.Encode()
	if err := ask(ctx, p.http, at.String(), token.AccessToken, &me); err != nil {
		return login.Identity{}, fmt.Errorf("facebook: me: %w", err)
	}
	if me.ID == "" || len(me.ID) > maxSubject {
		return login.Identity{}, fmt.Errorf("facebook: me: %w", refused(errors.New("the id is empty or too long")))
	}
	return login.Identity{Subject: me.ID, Email: me.Email, Name: me.Name, FamilyName: me.LastName, GivenName: me.FirstName}, nil
}

// proof shows that the user of the token knows the app's secret.
func (p *facebookProvider) proof(accessToken string) string {
	mac := hmac.New(sha256.New, []byte(p.cfg.ClientSecret))
	_, _ = mac.Write([]byte(accessToken))
	return hex.EncodeToString(mac.Sum(nil))
}
