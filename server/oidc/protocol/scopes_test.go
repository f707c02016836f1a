package protocol_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/oidc/clientfile"
)

// However a request puts its scopes, and whether the member is asked or not, answers have them once
// each in the order of discovery.
func TestScopesAreInTheOrderOfDiscovery(t *testing.T) { // RFC 6749 5.1
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	const all = "openid email phone entitlements"
	check := func(what, want string, form url.Values, change ...func(*http.Request)) (refresh string) {
		t.Helper()
		status, says, _ := w.post("/oidc/token", form, change...)
		if status != http.StatusOK || says["scope"] != want {
			t.Fatalf("%s: %d %v, want %s", what, status, says, want)
		}
		_, token, _ := w.post("/oidc/introspect", url.Values{"token": {says["access_token"].(string)}}, change...)
		if token["active"] == true && token["scope"] != want {
			t.Errorf("%s: introspection says %v", what, token)
		}
		refresh, _ = says["refresh_token"].(string)
		return refresh
	}
	mixed := asks("scope", "phone entitlements email openid email")
	check("after the consent", all, exchange(w.authorize(mixed).Get("code")))
	refresh := check("without a page", all, exchange(w.authorize(mixed).Get("code")))
	refresh = check("refreshed", all, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
	check("refreshed for less", "openid phone", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "scope": {"phone openid phone"}})
	check("an app's own", "email entitlements", url.Values{"grant_type": {"client_credentials"}, "scope": {"entitlements email entitlements"}})

	_, device, _ := w.post("/oidc/device_authorization", url.Values{"client_id": {w.App.ID}, "scope": {"offline_access entitlements openid"}}, asPublic)
	code := strings.ReplaceAll(device["user_code"].(string), "-", "")
	if err := w.AnswerDevice(t.Context(), w.member, code, true, []string{"entitlements", "openid", "offline_access"}, nil); err != nil {
		t.Fatal(err)
	}
	check("a device", "openid offline_access entitlements", url.Values{
		"grant_type": {string(clientfile.GrantDevice)}, "device_code": {device["device_code"].(string)}, "client_id": {w.App.ID},
	}, asPublic)
}
