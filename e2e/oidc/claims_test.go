package oidc

import (
	"net/http"
	"slices"
	"testing"
)

// a claim that is asked for by name is asked of the member with the scope that hands it over,
// and then answered where it was asked for. A scope that the app may not have is not.
func TestX14AClaimByNameAsksForItsScope(t *testing.T) {
	w := together(t)
	p := w.member()
	asked := asks("scope", "openid", "claims", `{"userinfo":{"email":{"essential":true}},"id_token":{"nickname":null,"entitlements":null}}`)
	to := p.asked(asked)
	if to.Path != "/oidc/consent" {
		t.Fatalf("the member is not asked: %s", to)
	}
	page, err := p.Get("/oidc/consent/screen-data?" + to.RawQuery)
	must(t, err)
	for _, scope := range []string{"openid", "email", "profile", "entitlements"} {
		if keys, _ := page.Body["requestScopeKeys"].([]any); !slices.Contains(keys, any(scope)) {
			t.Errorf("the member is not asked for %s: %v", scope, keys)
		}
	}
	tokens := p.tokens(asked)
	if about := w.userinfo(tokens.Body["access_token"]); about.Status != http.StatusOK || about.Text("email") != p.Email {
		t.Errorf("userinfo: %s", about)
	}
	id := claims(t, tokens.Body["id_token"])
	if watchable, ok := id["entitlements"].([]any); id["nickname"] != p.Nickname || !ok || len(watchable) != 0 || id["email"] != nil {
		t.Errorf("the ID token: %v", id)
	}
	to = p.asked(asks("client_id", "tv-app", "redirect_uri", "http://127.0.0.1/back", "scope", "openid", "claims", `{"userinfo":{"email":null}}`))
	page, err = p.Get("/oidc/consent/screen-data?" + to.RawQuery)
	must(t, err)
	if keys, _ := page.Body["requestScopeKeys"].([]any); !slices.Equal(keys, []any{"openid"}) {
		t.Errorf("an app without the scope asks for %v", keys)
	}
}
