package oidc

import (
	"net/url"
	"strings"
	"time"
)

// leaving is logout.
var leaving = []row{
	{section: "RP-Initiated Logout 2", says: "OpenID Providers MUST support the use of HTTP GET and POST at the Logout Endpoint", check: func(m *proof) {
		for _, method := range []string{"GET", "POST"} {
			must(m, m.p.enter())
			form := url.Values{"id_token_hint": {m.tokens().Text("id_token")}, "post_logout_redirect_uri": {bye}}
			a, err := m.p.Get("/oidc/end_session?" + form.Encode())
			if method == "POST" {
				a, err = m.p.form("/oidc/end_session", form)
				if to := a.Header.Get("Location"); err == nil && strings.HasPrefix(to, "/oidc/end_session?") { // brought again, with its cookies
					a, err = m.p.Get(to)
				}
			}
			m.want(err == nil && a.Header.Get("Location") == bye, method, a.Header)
		}
	}},
	{section: "RP-Initiated Logout 2", says: "MUST verify that the client_id matches the one of the id_token_hint", check: func(m *proof) {
		a, err := m.p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {m.tokens().Text("id_token")}, "client_id": {"post"}, "post_logout_redirect_uri": {bye}}.Encode())
		m.want(err == nil && strings.HasPrefix(a.Header.Get("Location"), "/oidc/logout"), a.Header)
	}},
	{section: "RP-Initiated Logout 2", says: "MUST ask the End-User whether to log out if no id_token_hint was provided or it is not of the current one", check: func(m *proof) {
		for _, form := range []url.Values{{}, {"client_id": {"web"}}, {"id_token_hint": {"x"}}} {
			a, err := m.p.Get("/oidc/end_session?" + form.Encode())
			m.want(err == nil && strings.HasPrefix(a.Header.Get("Location"), "/oidc/logout"), a.Header)
		}
		m.code("prompt", "none")
	}},
	{section: "RP-Initiated Logout 2", says: "SHOULD accept an ID token as a hint when its time is over", check: func(m *proof) {
		hint := m.tokens().Text("id_token")
		m.w.Outside.Advance(m, time.Hour)
		a, err := m.p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {hint}, "post_logout_redirect_uri": {bye}}.Encode())
		m.want(err == nil && a.Header.Get("Location") == bye, a.Header)
	}},
	{section: "RP-Initiated Logout 3", says: "MUST NOT perform post-logout redirection if the value does not exactly match a registered one", check: func(m *proof) {
		for _, to := range []string{bye + "/", bye + "?x=1", "https://evil.example/", back, strings.ToUpper(bye)} {
			must(m, m.p.enter())
			a, err := m.p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {m.tokens().Text("id_token")}, "post_logout_redirect_uri": {to}}.Encode())
			m.want(err == nil && strings.HasPrefix(a.Header.Get("Location"), "/"), to, a.Header)
		}
	}},
	{section: "RP-Initiated Logout 3", says: "state is passed back to the RP", check: func(m *proof) {
		a, err := m.p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {m.tokens().Text("id_token")}, "post_logout_redirect_uri": {bye}, "state": {"a b&c"}}.Encode())
		m.want(err == nil && a.Header.Get("Location") == bye+"?state=a+b%26c", a.Header)
	}},
	{section: "Back-Channel Logout 2.4", says: "iss, aud, iat, exp, jti, events REQUIRED; sub or sid; nonce PROHIBITED; typ logout+jwt", check: func(m *proof) {
		tokens := m.tokens()
		_, err := m.p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {tokens.Text("id_token")}}.Encode())
		must(m, err)
		text := m.w.told.next(m)
		for claims(m.T, text)["sid"] != claims(m.T, tokens.Body["id_token"])["sid"] { // of a session of another row
			text = m.w.told.next(m)
		}
		says := claims(m.T, text)
		for _, name := range []string{"iss", "aud", "iat", "exp", "jti", "events", "sub"} {
			m.want(says[name] != nil, name)
		}
		_, has := says["nonce"]
		m.want(!has && part(m.T, text, 0)["typ"] == "logout+jwt" && part(m.T, text, 0)["alg"] == "RS256", says)
	}},
	{section: "Back-Channel Logout 2.7", says: "Refresh tokens without offline_access SHOULD be revoked; with it they SHOULD NOT", check: func(m *proof) {
		to, err := m.p.Allow("/oidc/authorize?" + asks("scope", "openid offline_access").Encode())
		must(m, err)
		kept, gone := m.w.token("web", exchange(to.Query().Get("code"))), m.tokens()
		_, err = m.p.Post("/logout", map[string]any{})
		must(m, err)
		m.want(m.w.active(kept.Body["refresh_token"]) && !m.w.active(gone.Body["refresh_token"]))
	}},
	{section: "Session Management, Front-Channel Logout", says: "frames", why: "not offered; browsers no longer send cookies to frames of other sites"},
}

// elsewhere is discovery and keys.
var elsewhere = []row{
	{section: "Discovery 4.3", says: "The issuer returned MUST be identical to the prefix of the document's address, and to iss of ID Tokens", check: func(m *proof) {
		a := m.w.raw("GET", "/.well-known/openid-configuration", "")
		m.want(a.Text("issuer") == m.w.Origin && claims(m.T, m.tokens().Body["id_token"])["iss"] == m.w.Origin, a.Text("issuer"))
	}},
	{section: "Discovery 4.2", says: "200, application/json; Claims with zero elements MUST be omitted", check: func(m *proof) {
		a := m.w.raw("GET", "/.well-known/openid-configuration", "")
		m.want(a.Status == 200 && strings.HasPrefix(a.Header.Get("Content-Type"), "application/json"), a)
		for name, value := range a.Body {
			list, isList := value.([]any)
			m.want(value != nil && (!isList || len(list) > 0), name)
		}
	}},
	{section: "Discovery 3", says: "RS256 MUST be included; response_types code; openid MUST be supported", check: func(m *proof) {
		a := m.w.raw("GET", "/.well-known/openid-configuration", "")
		for key, value := range map[string]string{"id_token_signing_alg_values_supported": "RS256", "response_types_supported": "code", "scopes_supported": "openid"} {
			m.want(contains(a.Body[key], value), key, a.Body[key])
		}
		m.want(!contains(a.Body["id_token_signing_alg_values_supported"], "none"))
	}},
	{section: "Discovery 3", says: "jwks_uri MUST NOT contain private or symmetric key values", check: func(m *proof) {
		keys, _ := m.w.raw("GET", "/oidc/jwks", "").Body["keys"].([]any)
		m.want(len(keys) >= 2)
		for _, one := range keys {
			key := one.(map[string]any)
			m.want(key["kid"] != nil && key["use"] == "sig" && key["alg"] != nil && key["kty"] != "oct", key)
			for _, secret := range []string{"d", "p", "q", "dp", "dq", "qi", "k"} {
				m.want(key[secret] == nil, secret)
			}
		}
	}},
	{section: "RFC 8414 3", says: "the metadata MUST be at /.well-known/oauth-authorization-server, by GET", check: func(m *proof) {
		one, two := m.w.raw("GET", "/.well-known/oauth-authorization-server", ""), m.w.raw("GET", "/.well-known/openid-configuration", "")
		m.want(one.Status == 200 && string(one.Raw) == string(two.Raw))
	}},
	{section: "OIDC Core 10.1.1", says: "keys are rotated by kid; the former SHOULD stay for a while", why: "TestKeysRotate does"},
	{section: "RFC 9700 2.1.2", says: "no implicit grant", why: "TestSecurity56 does"},
}

func contains(list any, value string) bool {
	all, _ := list.([]any)
	for _, one := range all {
		if one == value {
			return true
		}
	}
	return false
}
