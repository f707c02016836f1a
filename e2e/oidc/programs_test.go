package oidc

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// program is the registration of a program of the staff, with changes: a key and its value in
// turns.
func program(id, public string, more ...any) map[string]any {
	all := map[string]any{
		"clientId": id, "type": "confidential", "name": map[string]string{"ja": "夜間集計"}, "tokenEndpointAuthMethod": "private_key_jwt", "jwks": json.RawMessage(public),
		"grantTypes": []string{ownGrant}, "isInternal": true, "staffScopes": []string{"money.read", "propose:money.refund"}, "networks": []string{"127.0.0.0/8"},
	}
	for i := 0; i < len(more); i += 2 {
		all[more[i].(string)] = more[i+1]
		if more[i+1] == nil {
			delete(all, more[i].(string))
		}
	}
	return all
}

// byKey is the form in which a program asks for the scopes, or for nothing, with a fresh assertion
// that differs by the change.
func (w *world) byKey(id, private, scopes string, change map[string]any) url.Values {
	w.T.Helper()
	var key jose.JSONWebKey
	must(w.T, key.UnmarshalJSON([]byte(private)))
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, nil)
	must(w.T, err)
	now := w.Now(w.T)
	all := map[string]any{"iss": id, "sub": id, "aud": w.Origin, "jti": rand.Text(), "exp": now.Add(time.Minute).Unix(), "iat": now.Unix()}
	for name, value := range change {
		all[name] = value
	}
	text, err := jwt.Signed(signer).Claims(all).Serialize()
	must(w.T, err)
	form := url.Values{"grant_type": {ownGrant}, "client_assertion": {text}, "client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}}
	if scopes != "" {
		form.Set("scope", scopes)
	}
	return form
}

// No member's app is given a scope of the staff, by a browser, a device, a refresh or in its own
// name; no document says that there are any.
func TestAttack03AppsAskForWhatIsTheStaffs(t *testing.T) {
	w := together(t)
	p := w.member()
	given := p.tokens(asks("scope", "openid email offline_access"))
	const all = "openid staff:money.read"
	if to := p.asked(asks("scope", all)); to.Query().Get("error") != "invalid_scope" || to.Query().Has("code") {
		t.Errorf("authorize: %s", to)
	}
	refused(t, "pushed", w.post("/oidc/par", "web", asks("scope", all)), 400, "invalid_scope")
	for _, client := range []string{"web", "tv-app"} {
		refused(t, "a device of "+client, w.post("/oidc/device_authorization", client, url.Values{"scope": {all}}), 400, "invalid_scope")
	}
	refused(t, "a refresh", w.token("web", refresh(given.Body["refresh_token"], "scope", all)), 400, "invalid_scope")
	for _, scopes := range []string{"staff:money.read", "entitlements staff:money.read", "staff:", "staff:propose:money.refund"} {
		refused(t, "its own "+scopes, w.token("web", url.Values{"grant_type": {ownGrant}, "scope": {scopes}}), 400, "invalid_scope")
	}
	if a := w.raw(http.MethodGet, "/.well-known/openid-configuration", ""); a.Body["scopes_supported"] == nil || strings.Contains(a.String(), "staff:") {
		t.Errorf("%s", a)
	}
	if a := w.token("web", refresh(given.Body["refresh_token"])); a.Text("scope") != "openid email offline_access" {
		t.Errorf("what was refused has cost the app its access: %s", a)
	}
}

// A program's token opens nothing of members, and no app learns whose it is.
func TestAttack04AProgramsTokenElsewhere(t *testing.T) {
	w := together(t)
	private, public := newKey(t)
	w.add(program("reader", public))
	settled()
	a := w.token("unknown", w.byKey("reader", private, "staff:money.read", nil))
	if a.Status != 200 || a.Text("scope") != "staff:money.read" || a.Body["refresh_token"] != nil || a.Body["id_token"] != nil {
		t.Fatalf("%s", a)
	}
	token := a.Body["access_token"]
	if a := w.userinfo(token); a.Status != 403 || a.Text("error") != "insufficient_scope" {
		t.Errorf("userinfo: %s", a)
	}
	if a := w.raw(http.MethodPost, "/oidc/pin", `{"pinCode": "1234"}`, bearer(token), func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }); a.Status != 403 {
		t.Errorf("the PIN: %s", a)
	}
	form := url.Values{"token": {a.Text("access_token")}}
	for _, client := range []string{"guard", "web"} {
		if a := w.post("/oidc/introspect", client, form); a.Status != 200 || a.Body["active"] != false || len(a.Body) != 1 {
			t.Errorf("%s learns %s", client, a)
		}
	}
	own := w.byKey("reader", private, "", nil)
	own.Set("token", a.Text("access_token"))
	if a := w.post("/oidc/introspect", "unknown", own); a.Body["active"] != true || a.Text("client_id") != "reader" || a.Text("scope") != "staff:money.read" {
		t.Errorf("the program itself: %s", a)
	}
	for what, form := range map[string]url.Values{"a code": exchange("x"), "a refresh": refresh(token), "a device": {"grant_type": {deviceGrant}, "device_code": {"x"}}} {
		for name, value := range w.byKey("reader", private, "", nil) {
			if name != "grant_type" {
				form[name] = value
			}
		}
		refused(t, what, w.token("unknown", form), 400, "unauthorized_client")
	}
}

// A token is over after ten minutes, when it is revoked, and when its program is disabled; then the
// program is given none. What its networks and scopes do to a token, package oidc proves: no
// endpoint of the provider takes one.
func TestAttack05TokensOfAProgramThatIsDisabled(t *testing.T) {
	w := running(t)
	private, public := newKey(t)
	w.add(program("reader", public))
	settled()
	ask := func() answer { return w.token("unknown", w.byKey("reader", private, "staff:money.read", nil)) }
	alive := func(token any) any {
		form := w.byKey("reader", private, "", nil)
		form.Set("token", token.(string))
		return w.post("/oidc/introspect", "unknown", form).Body["active"]
	}
	late, revoked, given := ask(), ask(), ask()
	if alive(late.Body["access_token"]) != true || alive(revoked.Body["access_token"]) != true {
		t.Fatalf("%s %s", late, revoked)
	}
	form := w.byKey("reader", private, "", nil)
	form.Set("token", revoked.Text("access_token"))
	if a := w.post("/oidc/revoke", "unknown", form); a.Status != 200 || alive(revoked.Body["access_token"]) != false {
		t.Errorf("revoked: %s", a)
	}
	w.Outside.Advance(t, 10*time.Minute)
	if alive(late.Body["access_token"]) != false || alive(given.Body["access_token"]) != false {
		t.Error("a token is good for more than ten minutes")
	}
	given = ask()
	w.Command("client", "disable", "--id", "reader", "--by", "hanako", "--reason", "a test")
	if living := w.Rows(`SELECT count(*) FROM oidc_families WHERE client_id = 'reader' AND ended_at IS NULL`); given.Status != 200 || living[0] != "0" {
		t.Errorf("disabled: %s tokens of %s are alive", living[0], given)
	}
	settled()
	refused(t, "disabled", ask(), 401, "invalid_client")
}

// A program with a secret gets no scope that changes or opens something, no program gets what is
// for people, and an assertion is good once.
func TestAttack13AProgramGivesItselfMore(t *testing.T) {
	w := together(t)
	private, public := newKey(t)
	for name, c := range map[string]struct {
		registration map[string]any
		says         string
	}{
		"a secret and a writing scope": {program("bad", public, "tokenEndpointAuthMethod", "client_secret_basic", "jwks", nil), "staffScopes[1]"},
		"a scope of people":            {program("bad", public, "staffScopes", []string{"money.refund"}), "staffScopes[0]"},
		"no networks":                  {program("bad", public, "networks", nil), "networks"},
		"scopes of members":            {program("bad", public, "scopes", []string{"email"}), "scopes"},
		"codes":                        {program("bad", public, "grantTypes", []string{ownGrant, codeGrant}, "redirectUris", []string{back}), "grantTypes"},
		"not internal":                 {program("bad", public, "isInternal", false), "staffScopes"},
	} {
		out, err := w.Try("client", "add", "--file", file(t, c.registration), "--by", "hanako", "--reason", "a test")
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %s %v", name, out, err)
		}
	}
	w.add(program("writer", public))
	settled()
	form := w.byKey("writer", private, "staff:propose:money.refund", nil)
	if a := w.token("unknown", form); a.Status != 200 || a.Text("scope") != "staff:propose:money.refund" {
		t.Fatalf("%s", a)
	}
	refused(t, "the same assertion", w.token("unknown", form), 401, "invalid_client")
	for _, scopes := range []string{"", "staff:money.refund", "staff:acts.read", "staff:money.read email", "openid", "money.read"} {
		refused(t, "asked for "+scopes, w.token("unknown", w.byKey("writer", private, scopes, nil)), 400, "invalid_scope")
	}
	other, _ := newKey(t)
	refused(t, "another key", w.token("unknown", w.byKey("writer", other, "staff:money.read", nil)), 401, "invalid_client")
	refused(t, "an assertion that is over", w.token("unknown", w.byKey("writer", private, "staff:money.read", map[string]any{"exp": w.Now(t).Add(-time.Minute).Unix()})), 401, "invalid_client")
	if list := w.Command("client", "list"); !strings.Contains(list, "writer\tinternal\tadded") || strings.Contains(list, "bad\t") {
		t.Errorf("%s", list)
	}
}

// A program writes its own queries at the desk, from its networks and within its scopes, and reads
// members masked. What it may no longer do counts with its next call.
func TestAttack05AProgramAtTheDesk(t *testing.T) {
	w := running(t)
	p := w.member()
	private, public := newKey(t)
	reads := []string{"members.find", "members.read", "contracts.read", "money.read"}
	w.add(program("reader", public, "staffScopes", reads))
	w.add(program("elsewhere", public, "staffScopes", reads, "networks", []string{"203.0.113.0/24"}))
	settled()
	token := func(id string) any {
		return w.token("unknown", w.byKey(id, private, "staff:members.find staff:members.read", nil)).Body["access_token"]
	}
	ask := func(token any, query string, variables map[string]any, change ...func(*http.Request)) answer {
		body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
		must(t, err)
		change = append([]func(*http.Request){bearer(token), func(r *http.Request) {
			r.Header.Set("Content-Type", "application/json")
			r.Header.Del("X-Forwarded-For") // from this machine, which is in a network of the staff
		}}, change...)
		return w.raw(http.MethodPost, "/graphql", string(body), change...)
	}
	const find = `query($t: String!) { find(term: $t) { nodes { matched member { accountId status name email phone } } } }`
	given := token("reader")
	found := ask(given, find, map[string]any{"t": strings.ToUpper(p.Email)})
	if found.Status != 200 || !strings.Contains(found.String(), `"matched":["EMAIL"]`) || strings.Contains(found.String(), p.Email) || !strings.Contains(found.String(), `"cost"`) {
		t.Fatalf("%s", found)
	}
	for name, c := range map[string]struct {
		a      answer
		status int
		code   string
	}{
		"beyond its token":   {ask(given, `{ bills(filter: {}) { nodes { billId } } }`, nil), 403, "MISSING_SCOPE"},
		"beyond its scopes":  {ask(given, `{ acts(filter: {}) { nodes { actId } } }`, nil), 403, "MISSING_SCOPE"},
		"a member's field":   {ask(given, `{ viewer { accountId } }`, nil), 400, "DOCUMENT_INVALID"},
		"another network":    {ask(token("elsewhere"), find, map[string]any{"t": "x"}), 401, "UNAUTHENTICATED"},
		"from outside":       {ask(given, find, map[string]any{"t": "x"}, func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") }), 403, "DOCUMENT_NOT_ALLOWED"},
		"no token":           {ask("x", find, map[string]any{"t": "x"}), 401, "UNAUTHENTICATED"},
		"a cookie beside it": {ask(given, find, map[string]any{"t": "x"}, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "sid", Value: p.Cookie("sid")}) }), 400, "INVALID_REQUEST"},
	} {
		if c.a.Status != c.status || !strings.Contains(c.a.String(), c.code) {
			t.Errorf("%s: %s", name, c.a)
		}
	}
	if a := w.raw(http.MethodPost, "/graphql", `{"query": "{ staff { name } }"}`, func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }); a.Status != 403 || !strings.Contains(a.String(), "DOCUMENT_NOT_ALLOWED") {
		t.Errorf("a visitor: %s", a)
	}
	if kinds := w.Rows(`SELECT kind || ' ' || outcome || ' ' || name FROM acts WHERE through = 'program' ORDER BY kind, outcome`); strings.Join(kinds, ", ") !=
		"call.refused refused 夜間集計, call.refused refused 夜間集計, call.refused refused 夜間集計, members.found done 夜間集計" {
		t.Errorf("acts %v", kinds)
	}
	must(t, p.AddCard("4111111111111111"))
	bought, err := p.Buy("monthly")
	must(t, err)
	money := w.token("unknown", w.byKey("reader", private, "staff:contracts.read staff:money.read", nil)).Body["access_token"]
	const books = `{ contracts(filter: {isRunning: true}, first: 5) { nodes { accountId status planName paidThrough outlook { course day amount } events(first: 3) { event toStatus }
		bills(first: 3) { amount state charges(first: 3) { state amount left cardSuffix refunds(first: 3) { state } } } } } }`
	a := ask(money, books, nil)
	for _, text := range []string{w.Rows("SELECT account_id FROM subscriptions")[0], `"state":"paid"`, `"state":"settled"`, `"cardSuffix":"1111"`, `"refunds":[]`, `"outlook":{"course":"`} {
		if a.Status != 200 || !strings.Contains(a.String(), text) {
			t.Errorf("the books after %s: no %s in %s", bought, text, a)
		}
	}
	w.Command("client", "disable", "--id", "reader", "--by", "hanako", "--reason", "a test")
	if a := ask(given, find, map[string]any{"t": "x"}); a.Status != 401 {
		t.Errorf("disabled: %s", a)
	}
}
