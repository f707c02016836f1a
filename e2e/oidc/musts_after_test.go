package oidc

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// bearing is userinfo, and what protects it.
var bearing = []row{
	{section: "OIDC Core 5.3", says: "The UserInfo Endpoint MUST support HTTP GET and POST, and MUST accept Access Tokens as Bearer Tokens", check: func(m *proof) {
		a := m.tokens()
		form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
		for what, says := range map[string]answer{
			"GET": m.w.userinfo(a.Body["access_token"]), "POST": m.w.raw("POST", "/oidc/userinfo", "", bearer(a.Body["access_token"])),
			"body": m.w.raw("POST", "/oidc/userinfo", url.Values{"access_token": {a.Text("access_token")}}.Encode(), form),
		} {
			m.want(says.Status == 200 && says.Body["email"] == m.p.Email, what, says)
		}
	}},
	{section: "OIDC Core 5.3.2", says: "The sub Claim MUST always be returned; it MUST match that of the ID Token", check: func(m *proof) {
		for _, client := range []string{"web", "pair"} {
			a := m.tokens("client_id", client)
			m.want(m.w.userinfo(a.Body["access_token"]).Body["sub"] == claims(m.T, a.Body["id_token"])["sub"], client)
		}
	}},
	{section: "OIDC Core 5.3.2", says: "If a Claim is not returned, its name SHOULD be omitted: no null, no empty string; application/json in UTF-8", check: func(m *proof) {
		to, err := m.p.Allow("/oidc/authorize?" + asks("scope", "openid profile email phone address").Encode())
		must(m, err)
		a := m.w.userinfo(m.w.token("web", exchange(to.Query().Get("code"))).Body["access_token"])
		for name, value := range a.Body {
			m.want(value != nil && value != "", name)
		}
		m.want(strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") && a.Body["nickname"] == m.p.Nickname, a)
	}},
	{section: "OIDC Core 5.4", says: "Claims only of the scopes that were granted", check: func(m *proof) {
		a := m.w.userinfo(m.tokens("scope", "openid").Body["access_token"])
		m.want(a.Status == 200 && len(a.Body) == 1 && a.Body["sub"] != nil, a)
	}},
	{section: "RFC 6750 3", says: "without a token: 401 and MUST include WWW-Authenticate with Bearer; SHOULD NOT say more", check: func(m *proof) {
		a := m.w.raw("GET", "/oidc/userinfo", "")
		m.want(a.Status == 401 && strings.HasPrefix(a.Header.Get("WWW-Authenticate"), "Bearer realm=") && !strings.Contains(a.Header.Get("WWW-Authenticate"), "error"), a, a.Header)
	}},
	{section: "RFC 6750 3.1", says: "invalid_token: expired, revoked, malformed: SHOULD 401", check: func(m *proof) {
		tokens := m.tokens()
		m.w.post("/oidc/revoke", "web", url.Values{"token": {tokens.Text("access_token")}})
		over := m.tokens()
		m.w.Outside.Advance(m, 11*time.Minute)
		for what, token := range map[string]any{"revoked": tokens.Body["access_token"], "over": over.Body["access_token"], "nonsense": "x", "a refresh token": over.Body["refresh_token"], "an ID token": over.Body["id_token"]} {
			a := m.w.userinfo(token)
			m.want(a.Status == 401 && strings.Contains(a.Header.Get("WWW-Authenticate"), `error="invalid_token"`), what, a)
		}
	}},
	{section: "RFC 6750 3.1", says: "insufficient_scope: 403", check: func(m *proof) {
		a := m.w.userinfo(m.w.token("web", url.Values{"grant_type": {ownGrant}, "scope": {"entitlements"}}).Body["access_token"])
		m.want(a.Status == 403 && strings.Contains(a.Header.Get("WWW-Authenticate"), `error="insufficient_scope"`), a, a.Header)
	}},
	{section: "RFC 6750 2", says: "Clients MUST NOT use more than one method to transmit the token in each request: invalid_request", check: func(m *proof) {
		token := m.tokens().Text("access_token")
		a := m.w.raw("POST", "/oidc/userinfo", url.Values{"access_token": {token}}.Encode(), bearer(token), func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		m.want(a.Status == 400 && a.Text("error") == "invalid_request", a)
	}},
	{section: "RFC 6750 5.3", says: "Bearer tokens MUST NOT be passed in page URLs", check: func(m *proof) {
		m.want(m.w.raw("GET", "/oidc/userinfo?access_token="+m.tokens().Text("access_token"), "").Status == 401)
	}},
	{section: "RFC 6750 5.3", says: "Token servers MUST require TLS", why: "the server refuses to start in production with an origin that is not https, which package security proves (19)"},
	{section: "OIDC Core 5.3.2", says: "userinfo as a signed or encrypted JWT", why: "clients cannot register for it"},
}

// inspecting is introspection and revocation.
var inspecting = []row{
	{section: "RFC 7662 2.1", says: "The server MUST require authorization to access this endpoint", check: func(m *proof) {
		m.refused(m.w.raw("POST", "/oidc/introspect", "token=x", func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }), 401, "invalid_client")
	}},
	{section: "RFC 7662 2.1", says: "an access token as authorization is no client's: SHOULD 401", check: func(m *proof) {
		token := m.tokens().Text("access_token")
		m.refused(m.w.post("/oidc/introspect", "unknown", url.Values{"token": {token}}, bearer(token)), 401, "invalid_client")
	}},
	{section: "RFC 7662 2.2", says: "active REQUIRED; scope, client_id, exp, iat, sub, iss, token_type", check: func(m *proof) {
		tokens := m.tokens()
		says := m.w.post("/oidc/introspect", "web", url.Values{"token": {tokens.Text("access_token")}}).Body
		m.want(says["active"] == true && says["client_id"] == "web" && m.scopes(says["scope"]) && says["iss"] == m.w.Origin && says["token_type"] == "Bearer" &&
			says["sub"] == claims(m.T, tokens.Body["id_token"])["sub"] && says["exp"].(float64)-says["iat"].(float64) == 600, says)
	}},
	{section: "RFC 7662 2.2", says: "If the token is not active, does not exist, or the caller may not know of it: active false, and SHOULD NOT say more", check: func(m *proof) {
		used := m.tokens().Body["refresh_token"]
		m.w.token("web", refresh(used))
		for what, a := range map[string]answer{
			"nonsense": m.w.post("/oidc/introspect", "web", url.Values{"token": {"x"}}), "used": m.w.post("/oidc/introspect", "web", url.Values{"token": {used.(string)}}),
			"another's": m.w.post("/oidc/introspect", "post", url.Values{"token": {m.tokens().Text("access_token")}}), "a code": m.w.post("/oidc/introspect", "web", url.Values{"token": {m.p.code(asks())}}),
		} {
			m.want(a.Status == 200 && a.Body["active"] == false && len(a.Body) == 1, what, a)
		}
	}},
	{section: "RFC 7662 4", says: "MUST perform all applicable checks of a token's state: expiry, revocation", check: func(m *proof) {
		a := m.tokens()
		m.want(m.w.active(a.Body["access_token"]))
		m.w.Outside.Advance(m, 601*time.Second)
		m.want(!m.w.active(a.Body["access_token"]) && m.w.active(a.Body["refresh_token"]))
	}},
	{section: "RFC 7662 2.1", says: "POST, form-encoded", check: func(m *proof) {
		m.want(m.w.raw("GET", "/oidc/introspect?token=x", "").Status == 405)
		a := m.w.raw("POST", "/oidc/introspect", `{"token":"x"}`, func(r *http.Request) {
			r.Header.Set("Content-Type", "application/json")
			r.SetBasicAuth("guard", m.w.secrets["guard"])
		})
		m.refused(a, 400, "invalid_request")
	}},
	{section: "RFC 7009 2", says: "Implementations MUST support the revocation of refresh tokens and SHOULD support that of access tokens", check: func(m *proof) {
		a := m.tokens()
		m.w.post("/oidc/revoke", "web", url.Values{"token": {a.Text("access_token")}})
		m.want(!m.w.active(a.Body["access_token"]) && m.w.active(a.Body["refresh_token"]))
		a = m.tokens()
		m.want(m.w.post("/oidc/revoke", "web", url.Values{"token": {a.Text("refresh_token")}, "token_type_hint": {"refresh_token"}}).Status == 200)
		m.want(!m.w.active(a.Body["access_token"]) && !m.w.active(a.Body["refresh_token"]), "revoking a refresh token leaves its access token")
	}},
	{section: "RFC 7009 2.1", says: "validates the client credentials, then verifies whether the token was issued to the client", check: func(m *proof) {
		a := m.tokens()
		m.w.post("/oidc/revoke", "post", url.Values{"token": {a.Text("refresh_token")}})
		m.refused(m.w.post("/oidc/revoke", "unknown", url.Values{"token": {a.Text("refresh_token")}, "client_id": {"web"}}), 401, "invalid_client")
		m.want(m.w.active(a.Body["refresh_token"]), "another client has revoked it")
	}},
	{section: "RFC 7009 2.1", says: "If the server is unable to locate the token using the hint, it MUST extend its search", check: func(m *proof) {
		a := m.tokens()
		m.w.post("/oidc/revoke", "web", url.Values{"token": {a.Text("refresh_token")}, "token_type_hint": {"access_token"}})
		m.want(!m.w.active(a.Body["refresh_token"]))
	}},
	{section: "RFC 7009 2.2", says: "200 if the token was revoked or is invalid", check: func(m *proof) {
		m.want(m.w.post("/oidc/revoke", "web", url.Values{"token": {"nonsense"}, "token_type_hint": {"nonsense"}}).Status == 200)
		m.refused(m.w.post("/oidc/revoke", "web", nil), 400, "invalid_request")
	}},
	{section: "RFC 7009 2", says: "JSONP", why: "not offered; pages call it across origins"},
}

// pushing is pushed requests and devices.
var pushing = []row{
	{section: "RFC 9126 2.1", says: "MUST authenticate the client as at the token endpoint", check: func(m *proof) {
		m.refused(m.w.post("/oidc/par", "unknown", asks()), 401, "invalid_client")
	}},
	{section: "RFC 9126 2.1", says: "MUST reject the request if request_uri is provided", check: func(m *proof) {
		m.refused(m.w.post("/oidc/par", "web", asks("request_uri", "urn:x")), 400, "invalid_request")
	}},
	{section: "RFC 9126 2.1", says: "MUST validate the request in the same way as at the authorization endpoint", check: func(m *proof) {
		for _, change := range [][]string{{"redirect_uri", "https://evil.example/"}, {"code_challenge", ""}, {"code_challenge_method", "plain"}} {
			m.refused(m.w.post("/oidc/par", "web", asks(change...)), 400, "invalid_request")
		}
		m.refused(m.w.post("/oidc/par", "web", asks("scope", "nonsense")), 400, "invalid_scope")
	}},
	{section: "RFC 9126 2.2", says: "201, request_uri with a cryptographically strong random value, expires_in a positive integer", check: func(m *proof) {
		a := m.w.post("/oidc/par", "web", asks())
		m.want(a.Status == 201 && len(a.Text("request_uri")) == len("urn:ietf:params:oauth:request_uri:")+43 && a.Body["expires_in"] == 90.0 && a.Header.Get("Cache-Control") == "no-store", a)
	}},
	{section: "RFC 9126 2.2", says: "The request_uri value MUST be bound to the client that posted the request", check: func(m *proof) {
		name := m.w.post("/oidc/par", "web", asks()).Text("request_uri")
		m.want(m.p.asked(url.Values{"client_id": {"post"}, "request_uri": {name}}).Path == "/oidc/error")
	}},
	{section: "RFC 9126 4", says: "the server ignores what else is in the address; a request_uri SHOULD be one-time and short", check: func(m *proof) {
		name := m.w.post("/oidc/par", "web", asks()).Text("request_uri")
		to := m.p.asked(url.Values{"client_id": {"web"}, "request_uri": {name}, "scope": {"openid address"}, "redirect_uri": {"https://evil.example/"}, "state": {"other"}})
		m.want(to.Host == "web.example" && to.Query().Get("state") == "a state", to)
		m.want(m.p.asked(url.Values{"client_id": {"web"}, "request_uri": {name}}).Path == "/oidc/error", "it works twice")
		name = m.w.post("/oidc/par", "web", asks()).Text("request_uri")
		m.w.Outside.Advance(m, 91*time.Second)
		m.want(m.p.asked(url.Values{"client_id": {"web"}, "request_uri": {name}}).Path == "/oidc/error", "it works after its time")
	}},
	{section: "RFC 9126 2.3", says: "405 for a method other than POST", check: func(m *proof) { m.want(m.w.raw("GET", "/oidc/par", "").Status == 405) }},
	{section: "RFC 8628 3.2", says: "device_code, user_code, verification_uri, expires_in REQUIRED; Cache-Control no-store", check: func(m *proof) {
		a := m.w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid"}})
		m.want(a.Status == 200 && len(a.Text("device_code")) == 43 && len(a.Text("user_code")) == 9 && a.Text("verification_uri") == m.w.Origin+"/device" && a.Body["expires_in"] == 600.0 && a.Header.Get("Cache-Control") == "no-store", a)
	}},
	{section: "RFC 8628 5.1", says: "the user code has enough entropy: no letters to mistake, 20^8", check: func(m *proof) {
		code := m.w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid"}}).Text("user_code")
		m.want(strings.Trim(code, "BCDFGHJKLMNPQRSTVWXZ") == "-" || strings.Trim(strings.Replace(code, "-", "", 1), "BCDFGHJKLMNPQRSTVWXZ") == "", code)
	}},
	{section: "RFC 8628 3.5", says: "authorization_pending; slow_down: the interval MUST be increased by 5 seconds", check: func(m *proof) {
		code := m.w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid"}}).Text("device_code")
		ask := url.Values{"grant_type": {deviceGrant}, "device_code": {code}}
		m.refused(m.w.token("tv-app", ask), 400, "authorization_pending")
		m.refused(m.w.token("tv-app", ask), 400, "slow_down")
		m.w.Outside.Advance(m, 6*time.Second)
		m.refused(m.w.token("tv-app", ask), 400, "slow_down")
		m.w.Outside.Advance(m, 16*time.Second)
		m.refused(m.w.token("tv-app", ask), 400, "authorization_pending")
	}},
	{section: "RFC 8628 3.5", says: "access_denied if the member refuses; tokens once if they allow it", check: func(m *proof) {
		for answer, code := range map[string]string{"refuse": "access_denied", "allow": ""} {
			a := m.w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid profile"}})
			must(m, m.p.device(strings.ToLower(a.Text("user_code")), answer))
			ask := url.Values{"grant_type": {deviceGrant}, "device_code": {a.Text("device_code")}}
			said := m.w.token("tv-app", ask)
			m.want(said.Text("error") == code && (said.Status == 200) == (code == ""), said)
			m.want(m.w.token("tv-app", ask).Status == 400, "twice")
			m.want(code != "" || !m.w.active(said.Body["access_token"]), "a code that came twice leaves its tokens")
		}
	}},
	{section: "RFC 8628 3.5", says: "expired_token", check: func(m *proof) {
		code := m.w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid"}}).Text("device_code")
		m.w.Outside.Advance(m, 601*time.Second)
		m.refused(m.w.token("tv-app", url.Values{"grant_type": {deviceGrant}, "device_code": {code}}), 400, "expired_token")
	}},
	{section: "RFC 8628 3.4", says: "the device code is bound to the client that asked for it", check: func(m *proof) {
		code := m.w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid"}}).Text("device_code")
		m.refused(m.w.token("web", url.Values{"grant_type": {deviceGrant}, "device_code": {code}}), 400, "invalid_grant")
	}},
	{section: "RFC 8628 3.1", says: "client authentication as at the token endpoint; scopes of the client", check: func(m *proof) {
		m.refused(m.w.post("/oidc/device_authorization", "unknown", url.Values{"client_id": {"web"}, "scope": {"openid"}}), 401, "invalid_client")
		m.refused(m.w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid email"}}), 400, "invalid_scope")
	}},
	{section: "RFC 9126 3", says: "request objects at the PAR endpoint", why: "request objects are refused"},
}
