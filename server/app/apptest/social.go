package apptest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/config"
	"kaiin/server/sandbox/idp"
)

// The store's clients at the four external providers.
var socialClients = idp.Clients{
	LINE: idp.Client{ID: "line-client", Secret: "line-secret-of-a-test-0123456789"}, Google: idp.Client{ID: "google-client", Secret: "google-secret-of-a-test-0123456789"},
	YahooJapan: idp.Client{ID: "yahoo-client", Secret: "yahoo-secret-of-a-test-0123456789"}, Facebook: idp.Client{ID: "facebook-client", Secret: "facebook-secret-of-a-test-0123456789"},
}

// social is the four providers at the sandbox; Google sends browsers back by a posted form.
func (s *Stack) social(t testing.TB) config.Social {
	t.Helper()
	at := s.Sandbox + "/idp/"
	openID := func(c idp.Client, face string) config.OIDCClient {
		return config.OIDCClient{ClientID: c.ID, ClientSecret: c.Secret, Issuer: at + face}
	}
	all := config.Social{
		LINE: openID(socialClients.LINE, "line"), Google: openID(socialClients.Google, "google"), YahooJapan: openID(socialClients.YahooJapan, "yahoojapan"),
		Facebook: config.FacebookClient{
			ClientID: socialClients.Facebook.ID, ClientSecret: socialClients.Facebook.Secret,
			DialogURL: address(t, at+"facebook/v25.0/dialog/oauth"), GraphURL: address(t, at+"facebook/v25.0"),
		},
	}
	all.Google.FormPost = true
	return all
}

// ComeBack is how the browser comes back from an external provider: by opening To, or by posting Form to it.
type ComeBack struct {
	To   string
	Form url.Values // nil: To is opened
}

// Choose makes the person's choice at the provider's page that the product sent the browser to. The choice is
// {"user": "taro"}, {"subject": "1", "email": "a@example.com", "emailVerified": true} or {"deny": true}; with "outcome" the
// sign-in goes wrong in that way (package idp lists all of it).
func (s *Stack) Choose(t testing.TB, providerPage string, choice map[string]any) ComeBack {
	t.Helper()
	face, _, _ := strings.Cut(strings.TrimPrefix(providerPage, s.Sandbox+"/idp/"), "/")
	body := map[string]any{"url": providerPage}
	for name, value := range choice {
		body[name] = value
	}
	var out struct {
		RedirectTo string
		Form       map[string]string
	}
	s.ask(t, http.MethodPost, "/idp/"+face+"/approve", body, &out)
	back := ComeBack{To: out.RedirectTo}
	for name, value := range out.Form {
		if back.Form == nil {
			back.Form = url.Values{}
		}
		back.Form.Set(name, value)
	}
	return back
}
