package protocol

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/ory/fosite"

	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
)

// This file adapts the service to fosite, which only reads requests here, and keeps nothing.

// newFosite is fosite with our clients, our proof of clients, and one handler of the
// token endpoint.
func (e *Endpoints) newFosite() *fosite.Fosite {
	return &fosite.Fosite{Store: clients{e.Provider}, Config: &fosite.Config{
		ScopeStrategy: fosite.ExactScopeStrategy, ClientAuthenticationStrategy: e.strategy, TokenEndpointHandlers: fosite.TokenEndpointHandlers{&grants{e}},
	}}
}

// client is a registered app as fosite sees it. asked is the redirect_uri of the request, if that
// is registered.
type client struct {
	*oidc.Client
	asked string
}

func (c client) GetID() string                      { return c.ID }
func (c client) GetHashedSecret() []byte            { return nil } // our own proof is used
func (c client) IsPublic() bool                     { return c.Type != clientfile.ClientConfidential }
func (c client) GetScopes() fosite.Arguments        { return c.Scopes }
func (c client) GetAudience() fosite.Arguments      { return nil }
func (c client) GetResponseTypes() fosite.Arguments { return fosite.Arguments{"code"} }
func (c client) GetResponseModes() []fosite.ResponseModeType {
	return []fosite.ResponseModeType{fosite.ResponseModeQuery, fosite.ResponseModeFormPost}
}
func (c client) GetGrantTypes() fosite.Arguments {
	var all fosite.Arguments
	for _, g := range c.Grants {
		all = append(all, string(g))
	}
	return all
}
func (c client) GetRedirectURIs() []string {
	if c.asked == "" {
		return nil
	}
	return []string{c.asked}
}

// clients are those of the service, for fosite.
type clients struct{ provider *oidc.Service }

// GetClient is the app with the id, if it may be let in.
func (s clients) GetClient(ctx context.Context, id string) (fosite.Client, error) {
	c, err := s.provider.Client(ctx, id)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, fosite.ErrNotFound
	}
	found := client{Client: c}
	if r, ok := ctx.Value(fosite.RequestContextKey).(*http.Request); ok && c.Redirect(r.Form.Get("redirect_uri")) {
		found.asked = r.Form.Get("redirect_uri")
	}
	return found, nil
}

// ClientAssertionJWTValid and SetClientAssertionJWT are never called: assertions are checked here.
func (clients) ClientAssertionJWTValid(context.Context, string) error { return fosite.ErrJTIKnown }

// SetClientAssertionJWT is as ClientAssertionJWTValid.
func (clients) SetClientAssertionJWT(context.Context, string, time.Time) error {
	return fosite.ErrJTIKnown
}

// strategy is authenticate, for fosite.
func (e *Endpoints) strategy(ctx context.Context, r *http.Request, form url.Values) (fosite.Client, error) {
	c, err := e.authenticate(ctx, r, form)
	if err != nil {
		return nil, err
	}
	return client{Client: c}, nil
}

// session is what fosite carries from a handler to the answer.
type session struct {
	fosite.DefaultSession
	answer tokenAnswer
}

// Clone is fosite's.
func (s *session) Clone() fosite.Session { return s }

// withForm is the request with the form as fosite reads it. A state is optional beside PKCE (RFC
// 9700 2.1), which fosite does not know.
func withForm(r *http.Request, form url.Values) *http.Request {
	r, form = r.Clone(r.Context()), maps.Clone(form)
	form.Set("state", "long enough for fosite")
	r.Form, r.PostForm = form, url.Values{}
	r.Body, r.Method = http.NoBody, http.MethodGet
	r.MultipartForm = nil
	r.URL.RawQuery = form.Encode()
	return r
}
