package oidc

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Every entry of the document works: a check for each, and none that is not there.
func TestDiscovery(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	to, err := p.Allow("/oidc/authorize?" + asks("scope", "openid profile email phone address offline_access entitlements").Encode())
	must(t, err)
	all := w.token("web", exchange(to.Query().Get("code")))
	doc := w.raw(http.MethodGet, "/.well-known/openid-configuration", "").Body
	m := &proof{t, w, p}

	// each calls the check with every value of the list that the document has.
	each := func(check func(value string) bool) func(any) {
		return func(entry any) {
			list, _ := entry.([]any)
			if len(list) == 0 {
				t.Errorf("%v is no list", entry)
			}
			for _, value := range list {
				if text, ok := value.(string); !ok || !check(text) {
					t.Errorf("%v does not work", value)
				}
			}
		}
	}
	is := func(value any) func(any) {
		return func(entry any) { m.want(entry == value, entry) }
	}
	endpoint := func(check func(path string) bool) func(any) {
		return func(entry any) {
			address, _ := entry.(string)
			path, own := strings.CutPrefix(address, w.Origin)
			m.want(own && check(path), entry)
		}
	}
	byProof := func(path string) func(string) bool {
		return func(way string) bool {
			client := map[string]string{"client_secret_basic": "web", "client_secret_post": "post", "none": "tv-app"}[way]
			form := url.Values{"token": {"x"}}
			if way == "private_key_jwt" {
				proof := m.assertion(nil)
				form.Set("client_assertion", proof.Get("client_assertion"))
				form.Set("client_assertion_type", proof.Get("client_assertion_type"))
				client = "signed"
			}
			return w.post(path, client, form).Status == 200
		}
	}
	header := func(of answer) any { return part(t, of.Body["id_token"], 0)["alg"] }
	checks := map[string]func(any){
		"issuer": is(w.Origin),
		"authorization_endpoint": endpoint(func(path string) bool {
			a, err := p.Get(path + "?" + asks().Encode())
			return err == nil && strings.Contains(a.Header.Get("Location"), "code=")
		}),
		"token_endpoint":      endpoint(func(path string) bool { return w.post(path, "web", exchange(p.code(asks()))).Status == 200 }),
		"userinfo_endpoint":   endpoint(func(path string) bool { return w.raw("GET", path, "", bearer(all.Body["access_token"])).Status == 200 }),
		"jwks_uri":            endpoint(func(path string) bool { return w.raw("GET", path, "").Body["keys"] != nil }),
		"revocation_endpoint": endpoint(func(path string) bool { return w.post(path, "web", url.Values{"token": {"x"}}).Status == 200 }),
		"introspection_endpoint": endpoint(func(path string) bool {
			return w.post(path, "web", url.Values{"token": {all.Text("access_token")}}).Body["active"] == true
		}),
		"pushed_authorization_request_endpoint": endpoint(func(path string) bool { return w.post(path, "web", asks()).Status == 201 }),
		"device_authorization_endpoint":         endpoint(func(path string) bool { return w.post(path, "tv-app", url.Values{"scope": {"openid"}}).Status == 200 }),
		"end_session_endpoint": endpoint(func(path string) bool {
			a, err := p.Get(path)
			return err == nil && strings.HasPrefix(a.Header.Get("Location"), "/oidc/logout")
		}),

		"response_types_supported": each(func(kind string) bool { return p.asked(asks("response_type", kind)).Query().Has("code") }),
		"response_modes_supported": each(func(mode string) bool {
			a, err := p.Get("/oidc/authorize?" + asks("response_mode", mode).Encode())
			return err == nil && strings.Contains(a.Header.Get("Location")+string(a.Raw), "code") && (mode != "form_post" || a.Status == 200)
		}),
		"grant_types_supported": each(func(kind string) bool {
			return slices.Contains([]string{"invalid_request", "invalid_scope", ""}, w.token("web", url.Values{"grant_type": {kind}}).Text("error"))
		}),
		"scopes_supported":      each(func(scope string) bool { return slices.Contains(strings.Fields(all.Text("scope")), scope) }),
		"claims_supported":      each(func(name string) bool { return known[name] }),
		"claim_types_supported": each(func(kind string) bool { return kind == "normal" }),
		"subject_types_supported": each(func(kind string) bool {
			sub := claims(t, p.tokens(asks("client_id", map[string]string{"public": "web", "pairwise": "pair"}[kind])).Body["id_token"])["sub"]
			return (sub == claims(t, all.Body["id_token"])["sub"]) == (kind == "public")
		}),
		"acr_values_supported": each(func(acr string) bool {
			to := p.asked(asks("claims", fmt.Sprintf(`{"id_token":{"acr":{"essential":true,"value":%q}}}`, acr)))
			return to.Query().Has("code") == (acr == claims(t, all.Body["id_token"])["acr"])
		}),
		"prompt_values_supported":          each(func(prompt string) bool { return p.asked(asks("prompt", prompt)).Query().Get("error") == "" }),
		"ui_locales_supported":             each(func(locale string) bool { return p.asked(asks("ui_locales", locale)).Query().Has("code") }),
		"code_challenge_methods_supported": each(func(method string) bool { return p.asked(asks("code_challenge_method", method)).Query().Has("code") }),
		"id_token_signing_alg_values_supported": each(func(alg string) bool {
			return alg == header(all) || alg == header(w.token("signed", m.signedExchange()))
		}),
		"token_endpoint_auth_methods_supported": each(func(way string) bool {
			if way == "none" {
				return w.token("tv-app", exchange("x")).Text("error") == "invalid_grant"
			}
			client := map[string]string{"client_secret_basic": "web", "client_secret_post": "post", "private_key_jwt": "signed"}[way]
			form := url.Values{"grant_type": {ownGrant}, "scope": {"entitlements"}}
			if client == "signed" {
				form = m.assertion(nil)
			}
			return w.token(client, form).Status == 200
		}),
		"revocation_endpoint_auth_methods_supported": each(byProof("/oidc/revoke")), "introspection_endpoint_auth_methods_supported": each(byProof("/oidc/introspect")),
		"token_endpoint_auth_signing_alg_values_supported": signing, "revocation_endpoint_auth_signing_alg_values_supported": signing, "introspection_endpoint_auth_signing_alg_values_supported": signing,
		"backchannel_logout_supported": is(true),
		"backchannel_logout_session_supported": func(entry any) {
			_, err := p.Get("/oidc/end_session?" + url.Values{"id_token_hint": {p.tokens(asks()).Text("id_token")}}.Encode())
			must(t, err)
			m.want(entry == true && claims(t, w.told.next(t))["sid"] != nil, "no sid")
			must(t, p.enter())
		},
		"claims_parameter_supported": func(entry any) {
			id := claims(t, p.tokens(asks("claims", `{"id_token":{"email":null}}`)).Body["id_token"])
			m.want(entry == true && id["email"] == p.Email, id)
		},
		"request_parameter_supported": func(entry any) { m.told("request_not_supported", "request", "x"); m.want(entry == false) },
		"request_uri_parameter_supported": func(entry any) {
			m.told("request_uri_not_supported", "request_uri", "https://x.example/")
			m.want(entry == false)
		},
		"authorization_response_iss_parameter_supported": func(entry any) { m.want(entry == true && p.asked(asks()).Query().Get("iss") == w.Origin) },
	}
	for name, entry := range doc {
		t.Run(name, func(t *testing.T) {
			if checks[name] == nil {
				t.Fatal("nothing proves this entry")
			}
			m.T = t
			checks[name](entry)
		})
	}
	for name := range checks {
		if _, has := doc[name]; !has {
			t.Errorf("the document lacks %s", name)
		}
	}
}

// signing are algorithms by which packages' tests in protocol have apps sign; here ES256 is proved
// by "signed".
func signing(entry any) {
	if !contains(entry, "ES256") || contains(entry, "none") || contains(entry, "HS256") {
		panic(entry)
	}
}

// known are the claims that Kaiin can have a value for: OpenID Connect Core 5.1, 2, and its own.
var known = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`sub name family_name given_name nickname preferred_username picture gender birthdate locale updated_at email email_verified
		phone_number phone_number_verified address entitlements iss aud exp iat auth_time nonce acr amr at_hash sid`) {
		known[name] = true
	}
}
