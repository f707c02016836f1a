package oidc

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// row is a sentence of a standard that says MUST to a provider: how it is seen from outside that it
// holds, or why it does not apply.
type row struct {
	section, says string
	check         func(m *proof)
	why           string // it does not apply
}

// proof is what a check has at hand: a member who is logged in and allows "web" openid and email.
type proof struct {
	*testing.T
	w *world
	p *person
}

// TestMusts holds the provider to the standards, sentence by sentence.
func TestMusts(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	p.code(asks())
	applies, sections := 0, map[string]bool{}
	for _, r := range [][]row{authorizing, answering, exchanging, bearing, inspecting, pushing, leaving, elsewhere} {
		for _, one := range r {
			if sections[one.section+one.says] || (one.check == nil) == (one.why == "") {
				t.Errorf("%s, %s: it is there twice, or is neither checked nor explained", one.section, one.says)
			}
			sections[one.section+one.says] = true
			if one.check == nil {
				continue
			}
			applies++
			t.Run(one.section+" "+one.says, func(t *testing.T) {
				must(t, p.enter())
				one.check(&proof{t, w, p})
			})
		}
	}
	t.Logf("%d sentences apply, %d do not", applies, len(sections)-applies)
}

func (m *proof) want(holds bool, saw ...any) {
	m.Helper()
	if !holds {
		m.Error(saw...)
	}
}

// told fails unless the app is told the error.
func (m *proof) told(code string, change ...string) {
	m.Helper()
	to := m.p.asked(asks(change...))
	m.want(to.Host == "web.example" && to.Query().Get("error") == code && !to.Query().Has("code"), to)
}

// shown fails unless the member is shown an error, and the app is told nothing.
func (m *proof) shown(change ...string) {
	m.Helper()
	to := m.p.asked(asks(change...))
	m.want(to.Path == "/oidc/error" && !to.IsAbs(), to)
}

// code fails unless the request is answered.
func (m *proof) code(change ...string) *url.URL {
	m.Helper()
	to := m.p.asked(asks(change...))
	m.want(to.Query().Has("code"), to)
	return to
}

// tokens are those of "web" for a request.
func (m *proof) tokens(change ...string) answer {
	m.Helper()
	return m.p.tokens(asks(change...))
}

func (m *proof) refused(a answer, status int, code string) {
	m.Helper()
	refused(m.T, m.Name(), a, status, code)
}

// authorizing is what a request says and how it is read.
var authorizing = []row{
	{section: "RFC 6749 3.1", says: "The authorization server MUST support the use of the HTTP GET method", check: func(m *proof) { m.code() }},
	{section: "OIDC Core 3.1.2.1", says: "MUST support the HTTP methods GET and POST at the Authorization Endpoint", check: func(m *proof) {
		a, err := m.p.PostForm(m.w.Origin+"/oidc/authorize", asks().Encode())
		m.want(err == nil && strings.Contains(a.Header.Get("Location"), "code="), a, err)
	}},
	{section: "RFC 6749 3.1", says: "Parameters sent without a value MUST be treated as if they were omitted", check: func(m *proof) {
		a, err := m.p.Get("/oidc/authorize?" + asks().Encode() + "&max_age=&prompt=&request=&request_uri=&claims=&id_token_hint=&registration=&response_mode=&ui_locales=")
		m.want(err == nil && strings.Contains(a.Header.Get("Location"), "code="), a.Header, err)
	}},
	{section: "RFC 6749 3.1", says: "The authorization server MUST ignore unrecognized request parameters", check: func(m *proof) { m.code("resource", "x", "foo", "bar") }},
	{section: "RFC 6749 3.1", says: "Request and response parameters MUST NOT be included more than once", check: func(m *proof) {
		a, err := m.p.Get("/oidc/authorize?" + asks().Encode() + "&scope=phone")
		m.want(err == nil && strings.HasPrefix(a.Header.Get("Location"), "/oidc/error"), a.Header, err)
	}},
	{section: "RFC 6749 3.1.1", says: "If a request is missing response_type, or it is not understood, MUST return an error response", check: func(m *proof) {
		m.told("unsupported_response_type", "response_type", "")
		m.told("unsupported_response_type", "response_type", "nonsense")
	}},
	{section: "RFC 6749 3.1.2.3", says: "The authorization server MUST compare and match the value received against at least one of the registered redirection URIs", check: func(m *proof) {
		m.shown("redirect_uri", back+"/")
		m.code("redirect_uri", "https://web.example/other?fixed=1")
	}},
	{section: "RFC 6749 3.1.2.2", says: "MUST require public clients to register their redirection endpoint", check: func(m *proof) {
		_, err := m.w.Try("client", "add", "--by", "hanako", "--reason", "a test", "--file", file(m.T, map[string]any{
			"clientId": "nowhere", "type": "native", "name": map[string]string{"ja": "x"}, "tokenEndpointAuthMethod": "none", "grantTypes": []string{codeGrant},
		}))
		m.want(err != nil && strings.Contains(err.Error(), "redirectUris"), err)
	}},
	{section: "RFC 6749 3.1.2", says: "The redirection endpoint URI MUST NOT include a fragment; its query component MUST be retained", check: func(m *proof) {
		to := m.code("redirect_uri", "https://web.example/other?fixed=1")
		m.want(to.Query().Get("fixed") == "1" && to.Fragment == "", to)
	}},
	{section: "RFC 6749 3.1.2.4", says: "MUST NOT automatically redirect the user-agent to the invalid redirection URI", check: func(m *proof) {
		m.shown("redirect_uri", "https://evil.example/", "response_type", "nonsense")
		m.shown("redirect_uri", "")
		m.shown("client_id", "unknown")
	}},
	{section: "RFC 9700 2.1", says: "MUST utilize exact string matching except for port numbers in localhost redirection URIs of native apps", check: func(m *proof) {
		m.shown("redirect_uri", "https://WEB.example/back")
		to := m.p.asked(asks("client_id", "tv-app", "scope", "openid", "redirect_uri", "http://127.0.0.1:50000/back"))
		m.want(to.Path == "/oidc/consent", to)
	}},
	{section: "RFC 9700 4.11", says: "Clients and authorization servers MUST NOT expose URLs that forward the browser to arbitrary URIs", check: func(m *proof) {
		a, err := m.p.Get("/oidc/end_session?post_logout_redirect_uri=https://evil.example/")
		m.want(err == nil && !strings.Contains(a.Header.Get("Location"), "evil"), a.Header)
	}},
	{section: "RFC 9700 4.12", says: "MUST NOT use the HTTP status code 307 for redirection of requests that may hold credentials", check: func(m *proof) {
		a, err := m.p.PostForm(m.w.Origin+"/oidc/authorize", asks().Encode())
		m.want(err == nil && a.Status == http.StatusSeeOther, a.Status)
	}},
	{section: "RFC 9700 2.1.1", says: "Authorization servers MUST support PKCE, and if a code_challenge is sent MUST enforce the correct code_verifier", check: func(m *proof) {
		m.refused(m.w.token("web", exchange(m.p.code(asks()), "code_verifier", strings.Repeat("x", 43))), 400, "invalid_grant")
	}},
	{section: "RFC 9700 2.1.1", says: "MUST mitigate PKCE downgrade: a verifier only when a challenge was present in the request", check: func(m *proof) { m.told("invalid_request", "code_challenge", "", "code_challenge_method", "") }},
	{section: "RFC 9700 2.1.1", says: "MUST provide a way to detect their support for PKCE", check: func(m *proof) {
		methods, _ := m.w.raw("GET", "/.well-known/oauth-authorization-server", "").Body["code_challenge_methods_supported"].([]any)
		m.want(len(methods) == 1 && methods[0] == "S256", methods)
	}},
	{section: "RFC 9700 4.8", says: "an authorization server which supports redirects MUST not answer codes to a frame of another site", check: func(m *proof) {
		a, err := m.p.Get("/oidc/authorize?" + asks("response_mode", "form_post").Encode())
		m.want(err == nil && strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'"), a.Header)
	}},
	{section: "RFC 7636 4.4.1", says: "If the server requires PKCE and the client sends no code_challenge, MUST return invalid_request", check: func(m *proof) { m.told("invalid_request", "code_challenge", "") }},
	{section: "RFC 7636 4.4.1", says: "If the server does not support the requested transformation, MUST return invalid_request", check: func(m *proof) { m.told("invalid_request", "code_challenge_method", "plain") }},
	{section: "RFC 7636 4.4", says: "The server MUST NOT include the code_challenge in client requests in a form that other entities can extract", check: func(m *proof) {
		code := m.p.code(asks())
		m.want(!strings.Contains(code, challenge()) && len(code) == 43, code)
	}},
	{section: "OIDC Core 3.1.2.1", says: "If prompt contains none with any other value, an error is returned", check: func(m *proof) { m.told("invalid_request", "prompt", "none login") }},
	{section: "OIDC Core 3.1.2.1", says: "prompt=none: MUST NOT display any authentication or consent user interface pages", check: func(m *proof) {
		m.told("consent_required", "prompt", "none", "scope", "openid address")
		to := m.w.visitor().asked(asks("prompt", "none"))
		m.want(to.Query().Get("error") == "login_required", to)
	}},
	{section: "OIDC Core 3.1.2.3", says: "The Authorization Server MUST attempt to Authenticate the End-User when not yet, or when prompt=login", check: func(m *proof) {
		m.want(m.p.asked(asks("prompt", "login")).Path == "/login/confirm")
		m.want(m.w.visitor().asked(asks()).Path == "/oidc/login")
	}},
	{section: "OIDC Core 3.1.2.1", says: "max_age: if the elapsed time is greater, the OP MUST attempt to actively re-authenticate; 0 is prompt=login", check: func(m *proof) {
		m.want(m.p.asked(asks("max_age", "0")).Path == "/login/confirm")
		m.code("max_age", "100000")
	}},
	{section: "OIDC Core 3.1.2.1", says: "When max_age is used, the ID Token returned MUST include an auth_time", check: func(m *proof) {
		m.want(claims(m.T, m.tokens("max_age", "100000").Body["id_token"])["auth_time"] != nil)
	}},
	{section: "OIDC Core 3.1.2.1", says: "id_token_hint: MUST NOT reply with an ID Token or code for a different user", check: func(m *proof) {
		other := m.w.member().tokens(asks()).Text("id_token")
		m.told("account_selection_required", "prompt", "none", "id_token_hint", other)
		m.want(m.p.asked(asks("id_token_hint", other)).Path == "/oidc/select-account")
	}},
	{section: "OIDC Core 3.1.2.1", says: "The OP need not be listed as an audience of the ID Token when it is used as an id_token_hint", check: func(m *proof) {
		m.code("id_token_hint", m.tokens().Text("id_token"), "prompt", "none")
	}},
	{section: "OIDC Core 3.1.2.2", says: "MUST verify that all the REQUIRED parameters are present and their usage conforms", check: func(m *proof) {
		m.shown("client_id", "")
		m.told("invalid_request", "max_age", "x")
	}},
	{section: "OIDC Core 3.1.2.2", says: "If the sub Claim is requested with a specific value, MUST only send a positive response if that user has an active session", check: func(m *proof) {
		m.told("account_selection_required", "prompt", "none", "claims", `{"id_token":{"sub":{"value":"01a209f3-0000-7000-8000-000000000000"}}}`)
	}},
	{section: "OIDC Core 3.1.2.4", says: "The Authorization Server MUST obtain an authorization decision before releasing information to the RP", check: func(m *proof) {
		m.want(m.p.asked(asks("client_id", "post", "scope", "openid address")).Path == "/oidc/consent")
	}},
	{section: "OIDC Core 3.1.2.3", says: "MUST employ appropriate measures against Cross-Site Request Forgery and Clickjacking", check: func(m *proof) {
		a, err := m.p.Send("POST", "/oidc/consent/form", []byte("request=x"), func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", "https://evil.example")
		})
		m.want(err == nil && a.Header.Get("Location") == "" || strings.HasPrefix(a.Header.Get("Location"), "/oidc/error"), a)
	}},
	{section: "OIDC Core 5.5.1", says: "claims: members that are not understood MUST be ignored; not answering a claim is no error", check: func(m *proof) {
		m.code("claims", `{"userinfo":{"favourite_film":{"essential":true}},"other":{"x":null}}`)
	}},
	{section: "OIDC Core 5.5.1.1", says: "acr as essential: if it cannot be met, MUST treat that outcome as a failed authentication attempt", check: func(m *proof) {
		m.told("unmet_authentication_requirements", "claims", `{"id_token":{"acr":{"essential":true,"values":["urn:kaiin:acr:2"]}}}`)
	}},
	{section: "OIDC Core 6.1", says: "request not supported: MUST return request_not_supported", check: func(m *proof) { m.told("request_not_supported", "request", "eyJhbGciOiJub25lIn0.e30.") }},
	{section: "OIDC Core 6.2", says: "request_uri not supported: MUST return request_uri_not_supported", check: func(m *proof) { m.told("request_uri_not_supported", "request_uri", m.w.Origin+"/x") }},
	{section: "OIDC Core 3.1.2.6", says: "registration not supported: registration_not_supported", check: func(m *proof) { m.told("registration_not_supported", "registration", "{}") }},
	{section: "OIDC Core 15.1", says: "OPs MUST support prompt, display, ui_locales, claims_locales, auth_time, max_age and acr_values at least without error", check: func(m *proof) {
		m.code("display", "popup", "ui_locales", "fr-CA en", "claims_locales", "ja", "acr_values", "x y", "login_hint", m.p.Email)
	}},
	{section: "OIDC Core 11", says: "offline_access: MUST ignore unless the client asks for a code; consent MUST be received", check: func(m *proof) {
		m.want(m.p.asked(asks("scope", "openid email offline_access")).Path == "/oidc/consent")
	}},
	{section: "OIDC Core 3.2, 3.3", says: "Implicit and Hybrid Flow", why: "neither is offered: RFC 9700 2.1.2 advises against both"},
	{section: "OIDC Core 6", says: "how request objects are decrypted, checked and merged", why: "request objects are refused by the errors of 6.1 and 6.2"},
	{section: "OIDC Core 5.6.2", says: "aggregated and distributed claims", why: "only normal claims are offered, as the document says"},
	{section: "OIDC Core 7", says: "self-issued providers", why: "this one is not self-issued"},
	{section: "OIDC Core 10.2", says: "encryption of ID tokens and of what userinfo answers", why: "it is not offered, and the document names no algorithm for it"},
	{section: "RFC 6749 3.1.2.5", says: "no scripts of others on the redirection endpoint", why: "it is the app's page"},
}

// answering is what the app gets for a request.
var answering = []row{
	{section: "RFC 6749 4.1.2", says: "state REQUIRED if present in the request: the exact value received", check: func(m *proof) {
		for _, state := range []string{"a b+c&d=e", "日本語", `"<>`} {
			m.want(m.code("state", state).Query().Get("state") == state, state)
		}
		m.want(!m.code("state", "").Query().Has("state"))
	}},
	{section: "RFC 6749 4.1.2.1", says: "state REQUIRED in error responses, too", check: func(m *proof) {
		m.want(m.p.asked(asks("scope", "nonsense", "state", "x y")).Query().Get("state") == "x y")
	}},
	{section: "RFC 6749 4.1.2.1", says: "error_description MUST NOT include characters outside %x20-21 / %x23-5B / %x5D-7E", check: func(m *proof) {
		said := m.p.asked(asks("scope", "openid 日本語\"\\<b>")).Query().Get("error_description")
		m.want(said != "" && !strings.ContainsFunc(said, func(c rune) bool { return c < 0x20 || c > 0x7e || c == '"' || c == '\\' }), said)
	}},
	{section: "RFC 6749 4.1.2", says: "The client MUST NOT use the code more than once; the server MUST deny it and SHOULD revoke all tokens issued before", check: func(m *proof) {
		code := m.p.code(asks())
		first := m.w.token("web", exchange(code))
		m.refused(m.w.token("web", exchange(code)), 400, "invalid_grant")
		m.want(!m.w.active(first.Body["access_token"]), "the first token is still active")
	}},
	{section: "RFC 6749 10.10", says: "The probability of guessing tokens and codes MUST be at most 2^-128", check: func(m *proof) {
		a := m.tokens()
		for _, token := range []string{m.p.code(asks()), a.Text("access_token"), a.Text("refresh_token")} {
			m.want(len(token) == 43, token) // 256 bits
		}
		one, two := m.p.code(asks()), m.p.code(asks())
		m.want(one != two, one)
	}},
	{section: "RFC 9207 2", says: "An authorization server MUST indicate its identity by iss in every authorization response, errors included", check: func(m *proof) {
		for _, change := range [][]string{nil, {"scope", "nonsense"}, {"prompt", "none login"}, {"response_type", "token"}} {
			m.want(m.p.asked(asks(change...)).Query().Get("iss") == m.w.Origin, change)
		}
	}},
	{section: "RFC 9207 2.4", says: "iss MUST be identical to the issuer of the metadata", check: func(m *proof) {
		m.want(m.w.raw("GET", "/.well-known/oauth-authorization-server", "").Text("issuer") == m.code().Query().Get("iss"))
	}},
	{section: "Form Post 2", says: "parameters are encoded as HTML form values and posted to the redirection URI; MUST be escaped", check: func(m *proof) {
		a, err := m.p.Get("/oidc/authorize?" + asks("response_mode", "form_post", "state", `"><script>alert(1)</script>`).Encode())
		page := string(a.Raw)
		m.want(err == nil && strings.Contains(page, `action="`+back+`"`) && strings.Contains(page, `name="iss"`) && !strings.Contains(page, "alert(1)<"), page)
	}},
	{section: "RFC 6749 5.1", says: "Cache-Control: no-store MUST be in any response with tokens or credentials", check: func(m *proof) {
		a, err := m.p.Get("/oidc/authorize?" + asks().Encode())
		m.want(err == nil && a.Header.Get("Cache-Control") == "no-store" && m.tokens().Header.Get("Cache-Control") == "no-store", a.Header)
	}},
	{section: "RFC 9700 4.2.4", says: "SHOULD keep codes out of the Referer header", check: func(m *proof) {
		a, err := m.p.Get("/oidc/authorize?" + asks().Encode())
		m.want(err == nil && a.Header.Get("Referrer-Policy") == "no-referrer", a.Header)
	}},
	{section: "RFC 9700 2.6", says: "MUST NOT support Cross-Origin Resource Sharing at the authorization endpoint", check: func(m *proof) {
		a, err := m.p.Send("GET", "/oidc/authorize?"+asks().Encode(), nil, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
		m.want(err == nil && a.Header.Get("Access-Control-Allow-Origin") == "", a.Header)
	}},
}
