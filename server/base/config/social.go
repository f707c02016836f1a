package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Social is the store's access to the external identity providers. A provider without a client id
// is not offered.
type Social struct {
	LINE, Google, YahooJapan OIDCClient
	Facebook                 FacebookClient
}

// OIDCClient is the store as a client of an OpenID provider.
type OIDCClient struct {
	ClientID     string
	ClientSecret string
	Issuer       string // exactly as the provider writes it, slash at the end or not: tokens are compared with it
	FormPost     bool   // the browser comes back by a posted form
}

// FacebookClient is the store as a client of Facebook, which speaks OAuth 2.0 of one version of its
// Graph API.
type FacebookClient struct {
	ClientID     string
	ClientSecret string
	DialogURL    *url.URL // where browsers log in
	GraphURL     *url.URL // base of the API
}

// validate wants every client whole, and in production no secret sent in the clear.
func (s Social) validate(production bool) error {
	var problems []error
	for _, client := range []struct{ name, id, secret string }{
		{"LINE", s.LINE.ClientID, s.LINE.ClientSecret}, {"GOOGLE", s.Google.ClientID, s.Google.ClientSecret},
		{"YAHOO_JAPAN", s.YahooJapan.ClientID, s.YahooJapan.ClientSecret}, {"FACEBOOK", s.Facebook.ClientID, s.Facebook.ClientSecret},
	} {
		if (client.id == "") != (client.secret == "") {
			problems = append(problems, fmt.Errorf("%[1]s_CLIENT_ID and %[1]s_CLIENT_SECRET go together", client.name))
		}
	}
	at := map[string]string{"LINE_ISSUER_URL": s.LINE.Issuer, "GOOGLE_ISSUER_URL": s.Google.Issuer, "YAHOO_JAPAN_ISSUER_URL": s.YahooJapan.Issuer}
	for name, u := range map[string]*url.URL{"FACEBOOK_DIALOG_URL": s.Facebook.DialogURL, "FACEBOOK_GRAPH_URL": s.Facebook.GraphURL} {
		if u != nil {
			at[name] = u.String()
		}
	}
	for name, address := range at {
		if production && address != "" && !strings.HasPrefix(address, "https://") {
			problems = append(problems, fmt.Errorf("%s must be https in production", name))
		}
	}
	return errors.Join(problems...)
}

// issuer takes an address and keeps it to the letter.
func issuer(at func(*Config) *string) func(*Config, string) error {
	return func(c *Config, v string) error {
		if u, err := url.Parse(v); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || u.RawQuery != "" || u.Fragment != "" {
			return errors.New("must be a URL with scheme and host, without query")
		}
		*at(c) = v
		return nil
	}
}
