package protocol_test

import (
	"crypto/ecdsa"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/scope"
)

// byKey is the form in which a program of the staff asks for the scopes, with a fresh assertion.
func (w *world) byKey(id string, key *ecdsa.PrivateKey, scopes string) url.Values {
	w.t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	text, err := jwt.Signed(signer).Claims(w.says(id)).Serialize()
	if err != nil {
		w.t.Fatal(err)
	}
	return url.Values{
		"grant_type": {string(clientfile.GrantClientCredentials)}, "scope": {scopes},
		"client_assertion": {text}, "client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
	}
}

// A program of the staff proves itself by its key, once with each assertion, and gets what it asks
// for of what it holds. Its token opens the desk and nothing else.
func TestProgramsGetTokensForTheDeskAlone(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	r, key := oidctest.Program(t, scope.MoneyRead, scope.Propose(scope.MoneyRefund))
	w.Client(t, r)
	guard := oidctest.Web()
	guard.ID, guard.IsResourceServer = "guard", true
	_, secret := w.Client(t, guard)
	form := w.byKey(r.ID, key, "staff:money.read staff:propose:money.refund")
	status, says, _ := w.post("/oidc/token", form, asPublic)
	if status != http.StatusOK || says["scope"] != "staff:money.read staff:propose:money.refund" || says["refresh_token"] != nil || says["id_token"] != nil || says["expires_in"] != 600.0 {
		t.Fatalf("%d %v", status, says)
	}
	token := says["access_token"].(string)
	if staff, err := w.Program(t.Context(), token, oidctest.Office); err != nil || staff == nil || len(staff.Scopes) != 2 {
		t.Errorf("%+v, %v", staff, err)
	}
	if status, says, _ := w.post("/oidc/token", form, asPublic); status != http.StatusUnauthorized || says["error"] != "invalid_client" {
		t.Errorf("the same assertion again: %d %v", status, says)
	}
	for _, scopes := range []string{"", "staff:money.read email", "staff:money.refund", "staff:acts.read", "openid", "staff:", "money.read"} {
		if status, says, _ := w.post("/oidc/token", w.byKey(r.ID, key, scopes), asPublic); status != http.StatusBadRequest || says["error"] != "invalid_scope" {
			t.Errorf("%q: %d %v", scopes, status, says)
		}
	}
	for path, form := range map[string]url.Values{
		"/oidc/token refresh":        {"grant_type": {"refresh_token"}, "refresh_token": {token}},
		"/oidc/token code":           exchange("x"),
		"/oidc/device_authorization": {"scope": {"staff:money.read"}},
	} {
		path, _, _ := strings.Cut(path, " ")
		proof := w.byKey(r.ID, key, "")
		for _, name := range []string{"client_assertion", "client_assertion_type"} {
			form[name] = proof[name]
		}
		if status, says, _ := w.post(path, form, asPublic); status != http.StatusBadRequest || says["error"] != "unauthorized_client" {
			t.Errorf("%s: %d %v", path, status, says)
		}
	}

	withToken := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	if status, says, _ := w.post("/oidc/userinfo", nil, withToken); status != http.StatusForbidden || says["error"] != "insufficient_scope" {
		t.Errorf("userinfo: %d %v", status, says)
	}
	for name, ask := range map[string]func(*http.Request){"a resource server": func(r *http.Request) { r.SetBasicAuth("guard", secret) }, "another app": func(*http.Request) {}} {
		if status, says, _ := w.post("/oidc/introspect", url.Values{"token": {token}}, ask); status != http.StatusOK || says["active"] != false || len(says) != 1 {
			t.Errorf("%s learns %d %v", name, status, says)
		}
	}
	own := w.byKey(r.ID, key, "")
	own.Del("scope")
	own.Set("token", token)
	if status, says, _ := w.post("/oidc/introspect", own, asPublic); status != http.StatusOK || says["active"] != true || says["sub"] != r.ID || says["scope"] != "staff:money.read staff:propose:money.refund" {
		t.Errorf("the program itself: %d %v", status, says)
	}
}

// No app of members is given anything of the staff, however it asks, and no document names it.
func TestAppsOfMembersGetNothingOfTheStaff(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	const all = "openid staff:money.read"
	if got := w.authorize(asks("scope", all)); got.Get("error") != "invalid_scope" || got.Has("code") {
		t.Errorf("authorize: %v", got)
	}
	if got := w.authorize(asks("claims", `{"userinfo": {"staff:money.read": {"essential": true}}}`)); !got.Has("code") {
		t.Errorf("claims: %v", got)
	}
	refresh := ""
	if status, says, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code"))); status != http.StatusOK || says["scope"] != "openid email" {
		t.Fatalf("%d %v", status, says)
	} else {
		refresh = says["refresh_token"].(string)
	}
	for name, c := range map[string]struct {
		path string
		form url.Values
		as   []func(*http.Request)
	}{
		"pushed":    {"/oidc/par", asks("scope", all), nil},
		"a device":  {"/oidc/device_authorization", url.Values{"client_id": {w.App.ID}, "scope": {all}}, []func(*http.Request){asPublic}},
		"a refresh": {"/oidc/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}, "scope": {all}}, nil},
		"its own":   {"/oidc/token", url.Values{"grant_type": {"client_credentials"}, "scope": {"staff:money.read"}}, nil},
		"mixed":     {"/oidc/token", url.Values{"grant_type": {"client_credentials"}, "scope": {"email staff:money.read"}}, nil},
		"unknown":   {"/oidc/token", url.Values{"grant_type": {"client_credentials"}, "scope": {"staff:everything"}}, nil},
	} {
		if status, says, _ := w.post(c.path, c.form, c.as...); status != http.StatusBadRequest || says["error"] != "invalid_scope" {
			t.Errorf("%s: %d %v", name, status, says)
		}
	}
	if _, _, body := w.browse("/.well-known/openid-configuration"); !strings.Contains(body, "scopes_supported") || strings.Contains(body, "staff:") {
		t.Errorf("discovery: %s", body)
	}
	if _, err := w.ClientCredentials(t.Context(), w.Web, "email"); err != nil {
		t.Error(err)
	}
	var of int
	if err := w.Store.QueryRow(t.Context(), `SELECT count(*) FROM oidc_tokens WHERE scope LIKE '%staff%'`).Scan(&of); err != nil || of != 0 {
		t.Errorf("%d tokens are of the staff: %v", of, err)
	}
}

// A program that is registered with a secret may read; one that asks in another way than its own
// gets nothing.
func TestProgramsWithASecretRead(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	r, key := oidctest.Program(t, scope.ActsRead)
	w.Client(t, r)
	reader := r
	reader.ID, reader.Authentication, reader.Keys = "reader", clientfile.ProofBasic, nil
	_, secret := w.Client(t, reader)
	form := url.Values{"grant_type": {"client_credentials"}, "scope": {"staff:acts.read"}}
	if status, says, _ := w.post("/oidc/token", form, func(r *http.Request) { r.SetBasicAuth("reader", secret) }); status != http.StatusOK || says["scope"] != "staff:acts.read" {
		t.Errorf("%d %v", status, says)
	}
	if status, _, _ := w.post("/oidc/token", form, func(h *http.Request) { h.SetBasicAuth(r.ID, secret) }); status != http.StatusUnauthorized {
		t.Errorf("a program with a key is let in by a secret: %d", status)
	}
	if status, _, _ := w.post("/oidc/token", w.byKey("reader", key, "staff:acts.read"), asPublic); status != http.StatusUnauthorized {
		t.Errorf("a program with a secret is let in by a key: %d", status)
	}
}
