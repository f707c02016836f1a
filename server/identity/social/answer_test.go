package social_test

import (
	"net/http"
	"strings"
	"testing"

	"kaiin/server/identity/login"
	"kaiin/server/identity/social"
)

func body(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(text))
	}
}

// What the sandbox never answers, and a provider might.
func TestStrangeAnswers(t *testing.T) {
	t.Parallel()
	token := `{"access_token":"t","token_type":"Bearer"}`
	for _, c := range []struct {
		name string
		face face
		path string
		with http.HandlerFunc
		want error
	}{
		{"no ID token", faces[1], "/idp/google/token", body(200, token), login.ErrProviderRefused},
		{"an ID token that is none", faces[1], "/idp/google/token", body(200, `{"access_token":"t","id_token":"a.b.c"}`), login.ErrProviderRefused},
		{"an unsigned ID token", faces[0], "/idp/line/oauth2/v2.1/token",
			body(200, `{"access_token":"t","id_token":"eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."}`), login.ErrProviderRefused},
		{"an error with status 200", faces[1], "/idp/google/token", body(200, `{"error":"invalid_grant"}`), login.ErrProviderRefused},
		{"no access token", faces[3], "/idp/facebook/v25.0/oauth/access_token", body(200, `{}`), login.ErrProviderUnreachable},
		{"no JSON", faces[3], "/idp/facebook/v25.0/oauth/access_token", body(200, `<html>`), login.ErrProviderUnreachable},
		{"too many requests", faces[1], "/idp/google/token", body(429, `{"error":"rate_limit"}`), login.ErrProviderUnreachable},
		{"an endless answer", faces[3], "/idp/facebook/v25.0/me", body(200, `{"id":"`+strings.Repeat("9", 2<<20)+`"}`), login.ErrProviderUnreachable},
		{"no member", faces[3], "/idp/facebook/v25.0/me", body(200, `{"name":"a"}`), login.ErrProviderRefused},
		{"a subject too long", faces[3], "/idp/facebook/v25.0/me", body(200, `{"id":"`+strings.Repeat("9", 256)+`"}`), login.ErrProviderRefused},
		{"somebody else's attributes", faces[2], "/idp/yahoojapan/attribute", body(200, `{"sub":"other","email":"a@example.com"}`), login.ErrProviderRefused},
		{"another issuer", faces[1], "/idp/google/.well-known/openid-configuration", body(200, `{"issuer":"https://evil.test"}`), login.ErrProviderUnreachable},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, c.face, map[string]http.HandlerFunc{c.path: c.with})
			if strings.Contains(c.path, ".well-known") {
				_, err := w.Start(t.Context(), login.ProviderStart{State: "s", Nonce: "n", Verifier: strings.Repeat("v", 43), RedirectURL: callback})
				w.unreachable(login.Identity{}, err)
				return
			}
			who, err := w.signIn(choice{"user": "taro"})
			if c.want == login.ErrProviderRefused {
				w.refused(who, err)
			} else {
				w.unreachable(who, err)
			}
		})
	}
}

// A store may be a client of Yahoo! JAPAN without being approved for attributes.
func TestYahooJapanWithoutAttributes(t *testing.T) {
	t.Parallel()
	w := setup(t, faces[2], map[string]http.HandlerFunc{"/idp/yahoojapan/attribute": body(403, `{"Error":{"Message":"insufficient_scope"}}`)})
	who := w.signedIn(choice{"user": "taro"})
	if who.Subject == "" || who != (login.Identity{Subject: who.Subject}) {
		t.Errorf("got %+v", who)
	}
}

// One discovery serves everybody who comes while it is on its way, and everybody after.
func TestDiscoveryIsAskedOnce(t *testing.T) {
	t.Parallel()
	w := setup(t, face{kind: social.TypeLINE, name: "line", openID: true}, nil)
	w.post("/next", map[string]any{"service": "line", "outcome": "slow", "function": "discovery", "delay": "100ms"}, nil)
	w.post("/next", map[string]any{"service": "line", "outcome": "http_500", "function": "discovery", "times": 100}, nil)
	ended := make(chan error)
	for range 20 {
		go func() {
			_, err := w.Start(t.Context(), login.ProviderStart{State: "s", Nonce: "n", Verifier: strings.Repeat("v", 43), RedirectURL: callback})
			ended <- err
		}()
	}
	for range 20 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
