package oidc

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// assertion is what "signed" proves itself with, with changes to its claims.
func (m *proof) assertion(change map[string]any) url.Values {
	m.Helper()
	var key jose.JSONWebKey
	must(m, key.UnmarshalJSON([]byte(m.w.keys)))
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, nil)
	must(m, err)
	now := m.w.Now(m)
	all := map[string]any{"iss": "signed", "sub": "signed", "aud": m.w.Origin, "jti": m.p.code(asks()), "exp": now.Add(time.Minute).Unix(), "iat": now.Unix()}
	for name, value := range change {
		all[name] = value
		if value == nil {
			delete(all, name)
		}
	}
	text, err := jwt.Signed(signer).Claims(all).Serialize()
	must(m, err)
	return url.Values{
		"grant_type": {ownGrant}, "scope": {"entitlements"}, "client_assertion": {text}, "client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
	}
}

func (m *proof) own(change map[string]any) answer {
	m.Helper()
	return m.w.token("signed", m.assertion(change))
}

// exchanging is the token endpoint.
var exchanging = []row{
	{section: "RFC 6749 3.2", says: "The client MUST use the HTTP POST method", check: func(m *proof) {
		for _, method := range []string{"GET", "PUT", "DELETE", "PATCH"} {
			a := m.w.raw(method, "/oidc/token", "")
			m.want(a.Status == 405 && a.Header.Get("Allow") == "POST", method, a)
		}
	}},
	{section: "RFC 6749 2.3.1", says: "The parameters can only be transmitted in the body and MUST NOT be included in the request URI", check: func(m *proof) {
		m.refused(m.w.post("/oidc/token?client_id=web&client_secret="+m.w.secrets["web"], "unknown", exchange("x")), 400, "invalid_request")
	}},
	{section: "RFC 6749 2.3.1", says: "MUST support HTTP Basic for clients with a password, form-encoded", check: func(m *proof) {
		a := m.w.token("web", exchange(m.p.code(asks())), func(r *http.Request) { r.SetBasicAuth("%77eb", url.QueryEscape(m.w.secrets["web"])) })
		m.want(a.Status == 200, a)
	}},
	{section: "RFC 6749 2.3", says: "The client MUST NOT use more than one authentication method in each request", check: func(m *proof) {
		m.refused(m.w.token("web", exchange(m.p.code(asks()), "client_id", "web", "client_secret", m.w.secrets["web"])), 400, "invalid_request")
	}},
	{section: "OIDC Core 9", says: "A client authenticates by the method it is registered for", check: func(m *proof) {
		m.refused(m.w.token("unknown", exchange("x", "client_id", "web", "client_secret", m.w.secrets["web"])), 401, "invalid_client")
	}},
	{section: "RFC 6749 3.2", says: "Parameters sent without a value MUST be treated as if they were omitted (token)", check: func(m *proof) {
		a := m.w.raw("POST", "/oidc/token", exchange(m.p.code(asks())).Encode()+"&client_secret=&client_assertion=&client_assertion_type=&scope=&client_id=", func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.SetBasicAuth("web", m.w.secrets["web"])
		})
		m.want(a.Status == 200, a)
	}},
	{section: "RFC 6749 3.2", says: "Request parameters MUST NOT be included more than once (token)", check: func(m *proof) {
		form := exchange(m.p.code(asks()))
		form.Add("code", "x")
		m.refused(m.w.token("web", form), 400, "invalid_request")
	}},
	{section: "RFC 6749 3.2", says: "MUST ignore unrecognized request parameters (token)", check: func(m *proof) {
		a := m.w.token("web", exchange(m.p.code(asks()), "foo", "bar"))
		m.want(a.Status == 200, a)
	}},
	{section: "RFC 6749 4.1.3", says: "MUST require client authentication for confidential clients", check: func(m *proof) {
		m.refused(m.w.token("unknown", exchange(m.p.code(asks()), "client_id", "web")), 401, "invalid_client")
	}},
	{section: "RFC 6749 4.1.3", says: "MUST ensure that the code was issued to the authenticated client, or the public client of client_id", check: func(m *proof) {
		m.refused(m.w.token("post", exchange(m.p.code(asks()))), 400, "invalid_grant")
		m.refused(m.w.token("tv-app", exchange(m.p.code(asks()))), 400, "invalid_grant")
	}},
	{section: "RFC 6749 4.1.3", says: "MUST verify that the code is valid", check: func(m *proof) { m.refused(m.w.token("web", exchange("nonsense")), 400, "invalid_grant") }},
	{section: "RFC 6749 4.1.3", says: "MUST ensure that redirect_uri is present if it was in the request, and identical", check: func(m *proof) {
		code := m.p.code(asks())
		m.refused(m.w.token("web", exchange(code, "redirect_uri", "")), 400, "invalid_grant")
		m.refused(m.w.token("web", exchange(code, "redirect_uri", back+"/")), 400, "invalid_grant")
	}},
	{section: "RFC 7636 4.6", says: "If the values are not equal, an invalid_grant error MUST be returned", check: func(m *proof) {
		code := m.p.code(asks())
		m.refused(m.w.token("web", exchange(code, "code_verifier", verifier+"1")), 400, "invalid_grant")
		m.refused(m.w.token("web", exchange(code, "code_verifier", "")), 400, "invalid_grant")
	}},
	{section: "RFC 6749 5.1", says: "access_token, token_type REQUIRED; expires_in RECOMMENDED; scope REQUIRED if not identical", check: func(m *proof) {
		a := m.tokens()
		m.want(a.Text("token_type") == "Bearer" && a.Body["expires_in"] == 600.0 && m.scopes(a.Text("scope")) && strings.HasPrefix(a.Header.Get("Content-Type"), "application/json"), a)
	}},
	{section: "RFC 6749 5.2", says: "invalid_client: if the client used the Authorization header, MUST respond 401 with WWW-Authenticate of its scheme", check: func(m *proof) {
		a := m.w.token("web", exchange("x"), func(r *http.Request) { r.SetBasicAuth("web", "wrong") })
		m.refused(a, 401, "invalid_client")
		m.want(strings.HasPrefix(a.Header.Get("WWW-Authenticate"), "Basic realm="), a.Header)
	}},
	{section: "RFC 6749 5.2", says: "unsupported_grant_type, unauthorized_client, invalid_request, invalid_scope", check: func(m *proof) {
		m.refused(m.w.token("web", url.Values{"grant_type": {"password"}}), 400, "unsupported_grant_type")
		m.refused(m.w.token("pair", refresh("x")), 400, "unauthorized_client")
		m.refused(m.w.token("web", nil), 400, "invalid_request")
		m.refused(m.w.token("web", exchange("")), 400, "invalid_request")
		m.refused(m.w.token("web", url.Values{"grant_type": {ownGrant}, "scope": {"nonsense"}}), 400, "invalid_scope")
	}},
	{section: "RFC 6749 4.4", says: "The client credentials grant type MUST only be used by confidential clients; no refresh token", check: func(m *proof) {
		m.refused(m.w.token("tv-app", url.Values{"grant_type": {ownGrant}}), 400, "unauthorized_client")
		a := m.w.token("web", url.Values{"grant_type": {ownGrant}, "scope": {"entitlements"}})
		m.want(a.Status == 200 && a.Body["refresh_token"] == nil && a.Body["id_token"] == nil, a)
	}},
	{section: "RFC 6749 6", says: "refresh: scope MUST NOT include any scope not originally granted", check: func(m *proof) {
		token := m.tokens("scope", "openid email").Body["refresh_token"]
		m.refused(m.w.token("web", refresh(token, "scope", "openid email phone")), 400, "invalid_scope")
		a := m.w.token("web", refresh(token, "scope", "openid"))
		m.want(a.Text("scope") == "openid", a)
		m.want(m.w.userinfo(a.Body["access_token"]).Body["email"] == nil, "a narrowed token reads more")
	}},
	{section: "RFC 6749 6", says: "a new refresh token's scope MUST be identical to that of the one in the request", check: func(m *proof) {
		a := m.w.token("web", refresh(m.tokens("scope", "openid email").Body["refresh_token"], "scope", "openid"))
		b := m.w.token("web", refresh(a.Body["refresh_token"]))
		m.want(m.scopes(b.Text("scope")), b)
	}},
	{section: "RFC 6749 6", says: "MUST require client authentication, and ensure that the refresh token was issued to the client", check: func(m *proof) {
		token := m.tokens().Body["refresh_token"]
		m.refused(m.w.token("unknown", refresh(token, "client_id", "web")), 401, "invalid_client")
		m.refused(m.w.token("post", refresh(token)), 400, "invalid_grant")
		m.refused(m.w.token("tv-app", refresh(token)), 400, "invalid_grant")
		m.want(m.w.token("web", refresh(token)).Status == 200, "another client has ended it")
	}},
	{section: "RFC 9700 2.2.2", says: "Refresh tokens for public clients MUST be sender-constrained or use refresh token rotation", check: func(m *proof) {
		a := m.p.tokens(asks("client_id", "tv-app", "redirect_uri", "http://127.0.0.1:4000/back", "scope", "openid offline_access"))
		b := m.w.token("tv-app", refresh(a.Body["refresh_token"]))
		m.want(b.Status == 200 && b.Text("refresh_token") != a.Text("refresh_token") && !m.w.active(a.Body["refresh_token"]), b)
	}},
	{section: "RFC 9700 2.4", says: "The resource owner password credentials grant MUST NOT be used", check: func(m *proof) {
		m.refused(m.w.token("web", url.Values{"grant_type": {"password"}, "username": {m.p.Email}, "password": {"x"}}), 400, "unsupported_grant_type")
	}},
	{section: "OIDC Core 2", says: "iss, sub, aud, exp, iat REQUIRED; sub at most 255 ASCII characters; aud MUST hold the client_id", check: func(m *proof) {
		id := claims(m.T, m.tokens().Body["id_token"])
		sub, _ := id["sub"].(string)
		m.want(id["iss"] == m.w.Origin && sub != "" && len(sub) <= 255 && id["aud"] == "web" && id["exp"].(float64) > id["iat"].(float64), id)
	}},
	{section: "OIDC Core 2", says: "If present in the request, nonce MUST be in the ID Token, unmodified; not otherwise", check: func(m *proof) {
		m.want(claims(m.T, m.tokens("nonce", "日本 &\"").Body["id_token"])["nonce"] == "日本 &\"")
		m.want(claims(m.T, m.tokens("nonce", "").Body["id_token"])["nonce"] == nil)
	}},
	{section: "OIDC Core 2", says: "ID Tokens MUST be signed using JWS, and MUST NOT use none", check: func(m *proof) {
		m.want(part(m.T, m.tokens().Body["id_token"], 0)["alg"] == "RS256")
		m.want(part(m.T, m.w.token("signed", m.signedExchange()).Body["id_token"], 0)["alg"] == "ES256")
	}},
	{section: "OIDC Core 3.1.3.3", says: "id_token only for requests with the scope openid", check: func(m *proof) {
		to, err := m.p.Allow("/oidc/authorize?" + asks("scope", "email").Encode())
		must(m, err)
		a := m.w.token("web", exchange(to.Query().Get("code")))
		m.want(a.Status == 200 && a.Body["id_token"] == nil, a)
		m.want(m.w.userinfo(a.Body["access_token"]).Status == 403)
	}},
	{section: "OIDC Core 12.2", says: "a refreshed ID Token: iss, sub, aud, auth_time MUST be the same; iat MUST be of the new one; nonce, if any, the same", check: func(m *proof) {
		a := m.tokens()
		m.w.Outside.Advance(m, 2*time.Second)
		old, fresh := claims(m.T, a.Body["id_token"]), claims(m.T, m.w.token("web", refresh(a.Body["refresh_token"])).Body["id_token"])
		for _, name := range []string{"iss", "sub", "aud", "auth_time"} {
			m.want(old[name] == fresh[name], name)
		}
		m.want(fresh["iat"].(float64) > old["iat"].(float64) && (fresh["nonce"] == nil || fresh["nonce"] == old["nonce"]), fresh)
	}},
	{section: "OIDC Core 8.1", says: "pairwise: sub MUST be unique for each sector, not reversible, deterministic", check: func(m *proof) {
		one, two := m.p.tokens(asks("client_id", "pair")), m.p.tokens(asks("client_id", "pair"))
		web := claims(m.T, m.tokens().Body["id_token"])["sub"]
		a, b := claims(m.T, one.Body["id_token"])["sub"], claims(m.T, two.Body["id_token"])["sub"]
		m.want(a == b && a != web, a, b, web)
	}},
	{section: "RFC 7523 3", says: "An assertion proves a client that has a key", check: func(m *proof) {
		m.want(m.own(nil).Status == 200)
	}},
	{section: "RFC 7523 3", says: "MUST reject a JWT that is not for it, expired, without exp, of another issuer or subject", check: func(m *proof) {
		for what, change := range map[string]map[string]any{
			"another service": {"aud": "https://other.example"}, "no aud": {"aud": nil}, "expired": {"exp": m.w.Now(m).Add(-time.Minute).Unix()}, "no exp": {"exp": nil}, "no jti": {"jti": nil},
			"another issuer": {"iss": "web"}, "another subject": {"sub": "web"}, "for ever": {"exp": m.w.Now(m).Add(1000 * time.Hour).Unix()}, "not yet": {"nbf": m.w.Now(m).Add(time.Hour).Unix()},
		} {
			a := m.own(change)
			m.want(a.Status == 401 && a.Text("error") == "invalid_client", what, a)
		}
	}},
	{section: "OIDC Core 9", says: "jti: MUST only be used once", check: func(m *proof) {
		form := m.assertion(nil)
		m.want(m.w.token("signed", form).Status == 200)
		m.refused(m.w.token("signed", form), 401, "invalid_client")
	}},
	{section: "RFC 7523 3", says: "MUST reject JWTs with an invalid signature", check: func(m *proof) {
		form := m.assertion(nil)
		parts := strings.Split(form.Get("client_assertion"), ".")
		form.Set("client_assertion", parts[0]+"."+parts[1]+"."+strings.Repeat("A", len(parts[2])))
		m.refused(m.w.token("signed", form), 401, "invalid_client")
		form.Set("client_assertion", "eyJhbGciOiJub25lIn0."+parts[1]+".")
		m.refused(m.w.token("signed", form), 401, "invalid_client")
	}},
	{section: "RFC 6749 4.3", says: "password credentials", why: "not offered: RFC 9700 2.4"},
	{section: "RFC 6749 2.3.1", says: "protect the endpoint with a password against brute force", why: "secrets are 256 random bits, made here"},
	{section: "RFC 6749 4.5", says: "extension grants other than the device's", why: "none is offered"},
}

// signedExchange is the exchange of a code of "signed".
func (m *proof) signedExchange() url.Values {
	m.Helper()
	proof := m.assertion(nil)
	return exchange(m.p.code(asks("client_id", "signed")), "client_assertion", proof.Get("client_assertion"), "client_assertion_type", proof.Get("client_assertion_type"))
}

// scopes reports whether the list is that of asks, in the order of discovery.
func (m *proof) scopes(list any) bool { return list == "openid email" }
