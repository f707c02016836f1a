package protocol_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/oidc/oidctest"
)

func TestACodeFlow(t *testing.T) { // X-055 D-58 D-62
	w := setup(t, nil)
	w.member = w.Member(t)
	code := w.authorize(asks()).Get("code")
	status, says, _ := w.post("/oidc/token", exchange(code))
	if status != http.StatusOK || says["token_type"] != "Bearer" || says["scope"] != "openid email" || says["expires_in"] != 600.0 {
		t.Fatalf("%d %v", status, says)
	}
	id := claims(t, says["id_token"])
	if id["iss"] != w.url || id["aud"] != "cinema" || id["nonce"] != "no" || id["sub"] != w.member.AccountID.String() || id["acr"] != "urn:kaiin:acr:1" ||
		id["auth_time"] != float64(w.member.AuthenticatedAt.Unix()) {
		t.Errorf("%v", id)
	}
	_, about, _ := w.post("/oidc/userinfo", nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+says["access_token"].(string)) })
	if about["email"] == nil || about["sub"] != id["sub"] || about["name"] != nil {
		t.Errorf("%v", about)
	}
	// The second time the member is not asked, and the answer carries state and issuer.
	answer := w.authorize(asks())
	if answer.Get("code") == "" || answer.Get("state") != "st" || answer.Get("iss") != w.url {
		t.Errorf("%v", answer)
	}
	if status, says, _ = w.post("/oidc/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {says["refresh_token"].(string)}}); status != http.StatusOK || says["id_token"] == nil {
		t.Fatalf("%d %v", status, says)
	}
	if again := claims(t, says["id_token"]); again["nonce"] != nil || again["auth_time"] != id["auth_time"] || again["sub"] != id["sub"] {
		t.Errorf("refreshed: %v", again)
	}
}

// What an app may not ask for, and where it is told so.
func TestRequestsThatAreRefused(t *testing.T) { // D-52 D-55 D-56
	w := setup(t, nil)
	w.member = w.Member(t)
	for _, c := range []struct {
		name, param, value, code string
		shown                    bool // to the member; else the app is told
	}{
		{"unknown client", "client_id", "unknown", "invalid_client", true},
		{"another address", "redirect_uri", "https://cinema.example/back/", "invalid_request", true},
		{"upper case", "redirect_uri", "https://cinema.example/Back", "invalid_request", true},
		{"a query more", "redirect_uri", "https://cinema.example/back?x=1", "invalid_request", true},
		{"another host", "redirect_uri", "https://cinema.example.evil/back", "invalid_request", true},
		{"no address", "redirect_uri", "", "invalid_request", true},
		{"implicit", "response_type", "token", "unsupported_response_type", false},
		{"hybrid", "response_type", "code id_token", "unsupported_response_type", false},
		{"no type", "response_type", "", "unsupported_response_type", false},
		{"fragment", "response_mode", "fragment", "unsupported_response_mode", false},
		{"no challenge", "code_challenge", "", "invalid_request", false},
		{"a short challenge", "code_challenge", "abc", "invalid_request", false},
		{"plain", "code_challenge_method", "plain", "invalid_request", false},
		{"plain by saying nothing", "code_challenge_method", "", "invalid_request", false},
		{"an unknown scope", "scope", "openid admin", "invalid_scope", false},
		{"no scope", "scope", "", "invalid_scope", false},
		{"a request object", "request", "eyJhbGciOiJub25lIn0.e30.", "request_not_supported", false},
		{"a request elsewhere", "request_uri", "https://evil.example/r", "request_uri_not_supported", false},
		{"a pushed request that was never pushed", "request_uri", "urn:ietf:params:oauth:request_uri:x", "invalid_request_uri", true},
		{"an unknown prompt", "prompt", "always", "invalid_request", false},
		{"none and more", "prompt", "none login", "invalid_request", false},
		{"a negative age", "max_age", "-1", "invalid_request", false},
		{"claims that are none", "claims", "[1]", "invalid_request", false},
		{"a hint that is none", "id_token_hint", "x.y.z", "invalid_request", false},
		{"registration", "registration", "{}", "registration_not_supported", false},
	} {
		w.fault = nil
		status, to, _ := w.browse("/oidc/authorize?" + asks(c.param, c.value).Encode())
		if c.shown {
			if w.fault == nil || w.fault.Kind != c.code || status >= 500 || to.Host != "" {
				t.Errorf("%s: %d %v %+v", c.name, status, to, w.fault)
			}
			continue
		}
		if to.Host != "cinema.example" || to.Query().Get("error") != c.code || to.Query().Get("state") != "st" || to.Query().Get("iss") != w.url || to.Query().Has("code") {
			t.Errorf("%s: %d %v %+v", c.name, status, to, w.fault)
		}
	}
	w.fault = nil
	if w.browse("/oidc/authorize?" + asks().Encode() + "&scope=phone"); w.fault == nil || w.fault.Kind != "invalid_request" {
		t.Errorf("a parameter twice: %+v", w.fault)
	}
}

// What may prevent that a code gives its tokens.
func TestExchangesThatAreRefused(t *testing.T) { // D-54 D-55 D-61
	w := setup(t, nil)
	w.member = w.Member(t)
	code := w.authorize(asks()).Get("code")
	for _, c := range []struct {
		name   string
		form   url.Values
		change func(*http.Request)
		status int
		code   string
	}{
		{"no client", exchange(code), func(r *http.Request) { r.Header.Del("Authorization") }, 401, "invalid_client"},
		{"a wrong secret", exchange(code), func(r *http.Request) { r.SetBasicAuth("cinema", "wrong") }, 401, "invalid_client"},
		{"the secret in the body", exchange(code, "client_id", "cinema", "client_secret", w.Secret), func(r *http.Request) { r.Header.Del("Authorization") }, 401, "invalid_client"},
		{"two proofs", exchange(code, "client_secret", w.Secret), nil, 400, "invalid_request"},
		{"another client", exchange(code, "client_id", "tv-app"), func(r *http.Request) { r.Header.Del("Authorization") }, 400, "invalid_grant"},
		{"the name alone", exchange(code, "client_id", "cinema"), func(r *http.Request) { r.Header.Del("Authorization") }, 401, "invalid_client"},
		{"another address", exchange(code, "redirect_uri", "https://cinema.example/"), nil, 400, "invalid_grant"},
		{"a wrong verifier", exchange(code, "code_verifier", verifier+"1"), nil, 400, "invalid_grant"},
		{"no verifier", exchange(code, "code_verifier", ""), nil, 400, "invalid_grant"},
		{"the challenge as verifier", exchange(code, "code_verifier", challenge()), nil, 400, "invalid_grant"},
		{"no code", exchange(""), nil, 400, "invalid_request"},
		{"password", exchange(code, "grant_type", "password"), nil, 400, "unsupported_grant_type"},
		{"no type", exchange(code, "grant_type", ""), nil, 400, "invalid_request"},
		{"a grant that is not registered", exchange(code, "grant_type", "urn:ietf:params:oauth:grant-type:device_code"), nil, 400, "unauthorized_client"},
		{"in the address", exchange(code), func(r *http.Request) { r.URL.RawQuery = "code=x" }, 400, "invalid_request"},
		{"JSON", exchange(code), func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }, 400, "invalid_request"},
	} {
		change := []func(*http.Request){}
		if c.change != nil {
			change = append(change, c.change)
		}
		status, says, header := w.post("/oidc/token", c.form, change...)
		if status != c.status || says["error"] != c.code || header.Get("Cache-Control") != "no-store" || (status == 401) != (header.Get("WWW-Authenticate") != "") {
			t.Errorf("%s: %d %v", c.name, status, says)
		}
	}
	if status, says, _ := w.post("/oidc/token", exchange(code)); status != http.StatusOK {
		t.Errorf("the code does not survive what was wrong: %d %v", status, says)
	}
	if status, says, _ := w.post("/oidc/token", exchange(code)); status != http.StatusBadRequest || says["error"] != "invalid_grant" {
		t.Errorf("twice: %d %v", status, says)
	}

	sum := sha256.Sum256([]byte("short")) // RFC 7636 4.1: 43 characters at least
	code = w.authorize(asks("code_challenge", base64.RawURLEncoding.EncodeToString(sum[:]))).Get("code")
	if status, says, _ := w.post("/oidc/token", exchange(code, "code_verifier", "short")); status != http.StatusBadRequest || says["error"] != "invalid_grant" {
		t.Errorf("a short verifier: %d %v", status, says)
	}
	narrow := oidctest.Web()
	narrow.ID, narrow.Scopes = "narrow", []string{"openid", "email"}
	_, secret := w.Client(t, narrow)
	for scope, right := range map[string]bool{"email": true, "email phone": false} {
		status, says, _ := w.post("/oidc/token", url.Values{"grant_type": {"client_credentials"}, "scope": {scope}}, func(r *http.Request) { r.SetBasicAuth("narrow", secret) })
		if right != (status == http.StatusOK) || !right && says["error"] != "invalid_scope" {
			t.Errorf("an app gives itself %s: %d %v", scope, status, says)
		}
	}
}

// What the member does not allow is not in the tokens.
func TestAScopeThatIsRefused(t *testing.T) {
	w := setup(t, nil)
	w.member = w.Member(t)
	_, to, _ := w.browse("/oidc/authorize?" + asks("scope", "openid email phone").Encode())
	_, code, err := w.Allow(t.Context(), w.member, to.Query().Get("request"), []string{"openid", "email"}, []string{"phone"})
	if err != nil {
		t.Fatal(err)
	}
	status, says, _ := w.post("/oidc/token", exchange(code))
	if status != http.StatusOK || says["scope"] != "openid email" {
		t.Fatalf("%d %v", status, says)
	}
	if _, token, _ := w.post("/oidc/introspect", url.Values{"token": {says["access_token"].(string)}}); token["scope"] != "openid email" {
		t.Errorf("introspection says %v", token["scope"])
	}
}

// prompt, max_age and hints (OpenID Connect Core 3.1.2.1, 3.1.2.6).
func TestWhatARequestWaitsFor(t *testing.T) { // D-59 D-62 A-089
	w := setup(t, nil)
	member := w.Member(t)
	w.member = member
	_, tokens, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code")))
	hint := tokens["id_token"].(string)
	stranger := w.Member(t)
	for _, c := range []struct {
		name  string
		asked url.Values
		who   string // member, stranger, visitor, tired (logged in an hour ago)
		page  string // or an error, or "code"
	}{
		{"all is allowed", asks(), "member", "code"},
		{"silently", asks("prompt", "none"), "member", "code"},
		{"silently, visitor", asks("prompt", "none"), "visitor", "login_required"},
		{"silently, something new", asks("prompt", "none", "scope", "openid phone"), "member", "consent_required"},
		{"silently, another member", asks("prompt", "none", "id_token_hint", hint), "stranger", "account_selection_required"},
		{"silently, the same", asks("prompt", "none", "id_token_hint", hint), "member", "code"},
		{"silently, too old", asks("prompt", "none", "max_age", "60"), "tired", "login_required"},
		{"visitor", asks(), "visitor", "login"},
		{"visitor, to sign up", asks("prompt", "create"), "visitor", "signup"},
		{"something new", asks("scope", "openid phone"), "member", "consent"},
		{"again", asks("prompt", "consent"), "member", "consent"},
		{"log in again", asks("prompt", "login"), "member", "proof"},
		{"choose", asks("prompt", "select_account"), "member", "account"},
		{"too old", asks("max_age", "60"), "tired", "proof"},
		{"not too old", asks("max_age", "7200"), "tired", "code"},
		{"now", asks("max_age", "0"), "member", "proof"},
		{"another member", asks("id_token_hint", hint), "stranger", "account"},
		{"another member by claim", asks("claims", `{"id_token":{"sub":{"value":"`+member.AccountID.String()+`"}}}`), "stranger", "account"},
		{"two factors", asks("claims", `{"id_token":{"acr":{"essential":true,"values":["urn:kaiin:acr:2"]}}}`), "member", "unmet_authentication_requirements"},
	} {
		w.member = member
		w.Clock.Advance(time.Second)
		switch c.who {
		case "visitor":
			w.member = actor.Actor{Locale: "ja"}
		case "stranger":
			w.member = stranger
		case "tired":
			w.member.AuthenticatedAt = w.Clock.Now().Add(-time.Hour)
		}
		_, to, _ := w.browse("/oidc/authorize?" + c.asked.Encode())
		got := to.Query().Get("error")
		if to.Host == "" {
			got = to.Path[len("/page/"):]
		} else if to.Query().Has("code") {
			got = "code"
		}
		if got != c.page {
			t.Errorf("%s: %s, not %s", c.name, got, c.page)
		}
	}

	// What is proved for a request is good for it, whatever its max_age, and for no later one.
	w.member = member
	_, to, _ := w.browse("/oidc/authorize?" + asks("max_age", "0").Encode())
	w.Clock.Advance(time.Second)
	w.member.AuthenticatedAt = w.Clock.Now()
	w.Clock.Advance(time.Minute)
	if _, back, _ := w.browse("/oidc?request=" + url.QueryEscape(to.Query().Get("request"))); !back.Query().Has("code") {
		t.Errorf("proved since it was asked: %s", back)
	}
	if _, to, _ = w.browse("/oidc/authorize?" + asks("max_age", "0").Encode()); to.Path != "/page/proof" {
		t.Errorf("asked once more: %s", to)
	}
}

func TestPushedRequests(t *testing.T) { // RFC 9126
	w := setup(t, nil)
	w.member = w.Member(t)
	push := asks()
	status, says, _ := w.post("/oidc/par", push)
	if status != http.StatusCreated || says["expires_in"] != 90.0 {
		t.Fatalf("%d %v", status, says)
	}
	named := url.Values{"client_id": {"cinema"}, "request_uri": {says["request_uri"].(string)}}
	other := url.Values{"client_id": {"tv-app"}, "request_uri": named["request_uri"]}
	if code := w.authorize(named).Get("code"); code == "" {
		t.Error("no code")
	}
	for name, again := range map[string]url.Values{"again": named, "another client": other} {
		w.fault = nil
		if w.browse("/oidc/authorize?" + again.Encode()); w.fault == nil || w.fault.Kind != "invalid_request_uri" {
			t.Errorf("%s: %+v", name, w.fault)
		}
	}
	if status, says, _ = w.post("/oidc/par", asks("redirect_uri", "https://evil.example/")); status != http.StatusBadRequest || says["error"] != "invalid_request" {
		t.Errorf("%d %v", status, says)
	}
	_, says, _ = w.post("/oidc/par", push)
	w.Clock.Advance(91 * time.Second)
	w.fault = nil
	if w.browse("/oidc/authorize?" + url.Values{"client_id": {"cinema"}, "request_uri": {says["request_uri"].(string)}}.Encode()); w.fault == nil {
		t.Error("a pushed request that is over is taken")
	}
}

func TestADevice(t *testing.T) { // RFC 8628
	w := setup(t, nil)
	member := w.Member(t)
	asApp := func(r *http.Request) { r.Header.Del("Authorization") }
	status, says, _ := w.post("/oidc/device_authorization", url.Values{"client_id": {"tv-app"}, "scope": {"openid entitlements"}}, asApp)
	if status != http.StatusOK || says["verification_uri"] != w.url+"/device" || says["interval"] != 5.0 {
		t.Fatalf("%d %v", status, says)
	}
	poll := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}, "client_id": {"tv-app"}, "device_code": {says["device_code"].(string)}}
	ask := func() (map[string]any, any) {
		_, answer, _ := w.post("/oidc/token", poll, asApp)
		return answer, answer["error"]
	}
	if _, code := ask(); code != "authorization_pending" {
		t.Errorf("%v", code)
	}
	if _, code := ask(); code != "slow_down" {
		t.Errorf("too soon: %v", code)
	}
	w.Clock.Advance(10 * time.Second)
	typed := says["user_code"].(string)
	if err := w.AnswerDevice(t.Context(), member, oidctest.Typed(t, typed), true, []string{"openid", "entitlements"}, nil); err != nil {
		t.Fatal(err)
	}
	answer, _ := ask()
	if answer["access_token"] == nil || claims(t, answer["id_token"])["sub"] != member.AccountID.String() {
		t.Fatalf("%v", answer)
	}
	if _, code := ask(); code != "invalid_grant" {
		t.Errorf("twice: %v", code)
	}
	if found, err := w.Introspect(t.Context(), answer["access_token"].(string)); found != nil || err != nil {
		t.Errorf("what a device code gave that came twice works: %v", err)
	}
}

func TestIntrospectionAndRevocation(t *testing.T) { // RFC 7009 RFC 7662 D-61
	w := setup(t, nil)
	w.member = w.Member(t)
	_, tokens, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code")))
	access, refresh := tokens["access_token"].(string), tokens["refresh_token"].(string)
	other := oidctest.Web()
	other.ID, other.IsResourceServer = "other", false
	_, secret := w.Client(t, other)
	asOther := func(r *http.Request) { r.SetBasicAuth("other", secret) }
	active := func(token string, change ...func(*http.Request)) any {
		_, says, _ := w.post("/oidc/introspect", url.Values{"token": {token}}, change...)
		return says["active"]
	}
	if active(access) != true || active(refresh) != true || active(access, asOther) != false || active("x") != false {
		t.Error("introspection")
	}
	w.post("/oidc/revoke", url.Values{"token": {refresh}}, asOther)
	if active(access) != true {
		t.Error("another client has revoked a token")
	}
	if status, _, _ := w.post("/oidc/revoke", url.Values{"token": {access}}); status != http.StatusOK || active(access) != false || active(refresh) != true {
		t.Error("an access token goes by itself")
	}
	w.post("/oidc/revoke", url.Values{"token": {refresh}, "token_type_hint": {"nonsense"}})
	if active(refresh) != false {
		t.Error("a refresh token")
	}
	_, another, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code")))
	form := url.Values{"token": {another["access_token"].(string)}, "client_id": {w.App.ID}}
	if status, says, _ := w.post("/oidc/introspect", form, asPublic); status != http.StatusUnauthorized || says["active"] != nil {
		t.Errorf("an app without a secret introspects: %d %v", status, says)
	}
	for name, change := range map[string]func(*http.Request){
		"no token": func(r *http.Request) { r.Header.Del("Authorization") }, "over": func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+access) },
		"a refresh token": func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+another["refresh_token"].(string)) },
	} {
		if status, _, header := w.post("/oidc/userinfo", nil, change); status != 401 || header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: %d", name, status)
		}
	}
}

// An ID token is a hint for the app alone that it was made for.
func TestTheHintOfAnotherApp(t *testing.T) { // D-62
	w := setup(t, nil)
	w.member = w.Member(t)
	registered := oidctest.Elliptic()
	_, secret := w.Client(t, registered)
	code := w.authorize(asks("client_id", registered.ID)).Get("code")
	_, tokens, _ := w.post("/oidc/token", exchange(code), func(r *http.Request) { r.SetBasicAuth(registered.ID, secret) })
	hint, _ := tokens["id_token"].(string)
	for client, want := range map[string]string{registered.ID: "", "cinema": "invalid_request"} {
		_, to, _ := w.browse("/oidc/authorize?" + asks("client_id", client, "id_token_hint", hint).Encode())
		if hint == "" || to.Query().Get("error") != want {
			t.Errorf("%s: %v", client, to)
		}
	}
}

// A claim that is asked for by name asks for the scope that hands it over, and is in the ID token
// where it was asked for there (OpenID Connect Core 5.5).
func TestClaimsThatAreAskedFor(t *testing.T) { // D-59
	w := setup(t, nil)
	w.member = w.Member(t)
	for _, scope := range []string{"openid", "openid email"} {
		for asked, told := range map[string]bool{`{"id_token":{"email":null}}`: true, `{"userinfo":{"email":null}}`: false} {
			code := w.authorize(asks("scope", scope, "claims", asked)).Get("code")
			_, tokens, _ := w.post("/oidc/token", exchange(code))
			if id := claims(t, tokens["id_token"]); (id["email"] != nil) != told {
				t.Errorf("%s, %s: %v", scope, asked, id)
			}
		}
	}
}
