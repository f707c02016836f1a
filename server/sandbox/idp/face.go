package idp

import (
	"net/http"

	"github.com/go-jose/go-jose/v4"
)

// Names of the faces, in addresses and in the queue of outcomes.
const (
	line       = "line"
	google     = "google"
	yahooJapan = "yahoojapan"
	facebook   = "facebook"
	company    = "company"
)

// face is one of the providers.
type face struct {
	name   string
	title  string // as people know it
	client Client

	// Paths under the base.
	authorize, token, userinfo, keys string

	algorithm   jose.SignatureAlgorithm // of ID tokens; empty: there are none
	advertised  jose.SignatureAlgorithm // what discovery says it is
	basic, form bool                    // how the client may prove itself at the token endpoint
}

// offered are the faces that have a client.
func offered(c Clients) []*face {
	var faces []*face
	for _, f := range []*face{
		{
			name: line, title: "LINE", client: c.LINE, algorithm: jose.HS256, advertised: jose.ES256, form: true,
			authorize: "/oauth2/v2.1/authorize", token: "/oauth2/v2.1/token", userinfo: "/oauth2/v2.1/userinfo", keys: "/oauth2/v2.1/certs",
		},
		{
			name: google, title: "Google", client: c.Google, algorithm: jose.RS256, advertised: jose.RS256, basic: true, form: true,
			authorize: "/o/oauth2/v2/auth", token: "/token", userinfo: "/v1/userinfo", keys: "/oauth2/v3/certs",
		},
		{
			name: yahooJapan, title: "Yahoo! JAPAN", client: c.YahooJapan, algorithm: jose.RS256, advertised: jose.RS256, basic: true,
			authorize: "/authorization", token: "/token", userinfo: "/attribute", keys: "/jwks",
		},
		{
			name: facebook, title: "Facebook", client: c.Facebook, form: true,
			authorize: "/{version}/dialog/oauth", token: "/{version}/oauth/access_token", userinfo: "/{version}/me",
		},
		{
			name: company, title: "灯台座の社員", client: c.Company, algorithm: jose.RS256, advertised: jose.RS256, basic: true,
			authorize: "/authorize", token: "/token", userinfo: "/userinfo", keys: "/jwks",
		},
	} {
		if f.client != (Client{}) {
			faces = append(faces, f)
		}
	}
	return faces
}

func (f *face) base() string { return "/idp/" + f.name }

// openID tells whether the face speaks OpenID Connect.
func (f *face) openID() bool { return f.algorithm != "" }

// discover is the OpenID provider's own description.
func (s *Service) discover(f *face, w http.ResponseWriter, r *http.Request) {
	issuer := s.issuer(f, r)
	methods := []string{}
	if f.form {
		methods = append(methods, "client_secret_post")
	}
	if f.basic {
		methods = append(methods, "client_secret_basic")
	}
	answer(w, http.StatusOK, map[string]any{
		"issuer":                                issuer,
		"authorization_endpoint":                issuer + f.authorize,
		"token_endpoint":                        issuer + f.token,
		"userinfo_endpoint":                     issuer + f.userinfo,
		"jwks_uri":                              issuer + f.keys,
		"scopes_supported":                      []string{"openid", "profile", "email"},
		"response_types_supported":              []string{"code"},
		"response_modes_supported":              []string{"query", "form_post"},
		"subject_types_supported":               []string{"pairwise"},
		"id_token_signing_alg_values_supported": []jose.SignatureAlgorithm{f.advertised},
		"token_endpoint_auth_methods_supported": methods,
		"code_challenge_methods_supported":      []string{"S256"},
	})
}
