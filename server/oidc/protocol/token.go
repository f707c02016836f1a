package protocol

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"slices"

	"github.com/ory/fosite"

	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
)

// token exchanges what an app has for tokens (RFC 6749 3.2).
func (e *Endpoints) token(w http.ResponseWriter, r *http.Request) {
	form, err := postedOnce(w, r)
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	if !slices.Contains(grantTypes, clientfile.GrantType(form.Get("grant_type"))) {
		err = fosite.ErrInvalidRequest.WithHint("grant_type is missing.")
		if form.Has("grant_type") {
			err = fosite.ErrUnsupportedGrantType
		}
		e.refuse(w, r, err)
		return
	}
	request, err := e.fosite.NewAccessRequest(r.Context(), r, new(session))
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	answer(w, http.StatusOK, request.GetSession().(*session).answer)
}

// tokenAnswer is RFC 6749 5.1.
type tokenAnswer struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
	IDToken      string `json:"id_token,omitempty"`
}

// grantTypes are all that the token endpoint knows.
var grantTypes = []clientfile.GrantType{clientfile.GrantCode, clientfile.GrantRefresh, clientfile.GrantClientCredentials, clientfile.GrantDevice}

// grants is the one handler of the token endpoint.
type grants struct{ *Endpoints }

// CanSkipClientAuth is fosite's: no client can.
func (*grants) CanSkipClientAuth(context.Context, fosite.AccessRequester) bool { return false }

// CanHandleTokenEndpointRequest is fosite's.
func (*grants) CanHandleTokenEndpointRequest(context.Context, fosite.AccessRequester) bool {
	return true
}

// PopulateTokenEndpointResponse is never called.
func (*grants) PopulateTokenEndpointResponse(context.Context, fosite.AccessRequester, fosite.AccessResponder) error {
	return nil
}

// HandleTokenEndpointRequest gives tokens to a client that has proved itself.
func (g *grants) HandleTokenEndpointRequest(ctx context.Context, r fosite.AccessRequester) error {
	c, form := r.GetClient().(client).Client, r.GetRequestForm()
	kind := clientfile.GrantType(form.Get("grant_type"))
	if !c.May(kind) {
		return fosite.ErrUnauthorizedClient
	}
	tokens, err := g.exchange(ctx, c, kind, form)
	if err != nil {
		return err
	}
	into := r.GetSession().(*session)
	into.answer = tokenAnswer{
		AccessToken: tokens.Access, TokenType: "Bearer", ExpiresIn: int(oidc.AccessLife.Seconds()), RefreshToken: tokens.Refresh, Scope: tokens.Scope,
	}
	if oidc.HasScope(tokens.Scope, oidc.ScopeOpenID) {
		into.answer.IDToken, err = g.Provider.IDToken(ctx, c, tokens)
	}
	return err
}

func (g *grants) exchange(ctx context.Context, c *oidc.Client, kind clientfile.GrantType, form url.Values) (*oidc.Tokens, error) {
	missing := func(name string) error { return fosite.ErrInvalidRequest.WithHintf("%s is missing.", name) }
	switch kind {
	case clientfile.GrantCode:
		if form.Get("code") == "" {
			return nil, missing("code")
		}
		return g.Provider.Redeem(ctx, c, form.Get("code"), bindingOf(form))
	case clientfile.GrantRefresh:
		if form.Get("refresh_token") == "" {
			return nil, missing("refresh_token")
		}
		return g.Provider.Refresh(ctx, c, form.Get("refresh_token"), oidc.Split(form.Get("scope")))
	case clientfile.GrantDevice:
		if form.Get("device_code") == "" {
			return nil, missing("device_code")
		}
		return g.Provider.RedeemDevice(ctx, c, form.Get("device_code"))
	}
	scopes := oidc.Split(form.Get("scope"))
	if !c.IsInternal && (slices.Contains(scopes, oidc.ScopeOpenID) || !allOf(scopes, c.Scopes)) {
		return nil, oidc.ErrScope
	}
	return g.Provider.ClientCredentials(ctx, c, scopes...)
}

var verifierForm = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

// bindingOf is what the exchange of a code says that it is bound to (RFC 6749 4.1.3, RFC 7636 4.6).
// No challenge is that of a verifier that has not the form of one.
func bindingOf(form url.Values) oidc.Binding {
	bound := oidc.Binding{RedirectURI: form.Get("redirect_uri")}
	if verifier := form.Get("code_verifier"); verifierForm.MatchString(verifier) {
		sum := sha256.Sum256([]byte(verifier))
		bound.Challenge = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return bound
}
