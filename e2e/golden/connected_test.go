package golden

import (
	"net/http"
	"net/url"
	"strings"
)

// asks is where an app sends a browser; a verifier would belong to the challenge.
func asks(more ...string) string {
	query := url.Values{
		"client_id": {"reader"}, "redirect_uri": {"http://127.0.0.1:9999/back"}, "response_type": {"code"}, "scope": {"openid email profile"}, "state": {"st"},
		"code_challenge": {strings.Repeat("A", 43)}, "code_challenge_method": {"S256"},
	}
	for i := 0; i < len(more); i += 2 {
		query.Set(more[i], more[i+1])
	}
	return "/oidc/authorize?" + query.Encode()
}

// own posts the form of a page of this site.
func (p *person) own(want want, what, file, path string, fields url.Values) answer {
	p.t.Helper()
	a, err := p.Send("POST", path, []byte(fields.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", p.s.Origin)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	})
	must(p.t, err)
	p.note(want, "edge/"+file+".txt", what, p.text.request("POST", path, ""), a, nil)
	return a
}

// key is that of the request for which an address is a page.
func key(a answer) string {
	u, err := url.Parse(a.Header.Get("Location"))
	if err != nil {
		return ""
	}
	if back, err := url.Parse(u.Query().Get("returnTo")); err == nil && u.Query().Get("returnTo") != "" {
		u = back
	}
	return u.Query().Get("request")
}

// connected is a member whom an app asks for access, who allows it, and takes it back.
func connected(p *person) {
	p.open(303, "signed out", "oidc-authorize", asks())
	p.open(303, "sign-up is asked for", "oidc-authorize", asks("prompt", "create"))
	p.open(303, "without asking the member", "oidc-authorize", asks("prompt", "none"))
	p.open(303, "no such app", "oidc-authorize", asks("client_id", "unknown"))
	p.open(303, "no such address", "oidc-authorize", asks("redirect_uri", "https://evil.example/"))
	p.open(303, "no such scope", "oidc-authorize", asks("scope", "openid phone"))
	p.joined()
	request := key(p.open(303, "signed in", "oidc-authorize", asks()))
	page := p.see("asked by an app", "/oidc/consent?request="+request)
	p.sees(away, "nothing to choose", "/oidc/select-account?request="+request)
	p.sees(away, "no such request", "/oidc/consent?request="+strings.Repeat("x", 43))
	p.sees(away, "no such request", "/oidc/select-account?request="+strings.Repeat("x", 43))
	account := page.Text("accountId")
	p.form(403, "from another site", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid"}})
	p.own(303, "a scope that was not asked for", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid", "phone"}})
	p.own(303, "another member's", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {unknownID}, "addScope": {"openid"}})
	p.own(303, "one refused", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid", "email"}, "rejectScope": {"profile"}})
	p.own(303, "again", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid"}})
	p.open(303, "allowed already", "oidc-authorize", asks("scope", "openid email"))
	again := key(p.open(303, "one more", "oidc-authorize", asks()))
	p.see("asked for one more", "/oidc/consent?request="+again)
	p.open(303, "given up", "oidc-consent-abort", "/oidc/consent/form/abort?request="+again)
	p.open(303, "given up twice", "oidc-consent-abort", "/oidc/consent/form/abort?request="+again)

	choose := key(p.open(303, "the account is to be chosen", "oidc-authorize", asks("prompt", "select_account", "scope", "openid")))
	p.see("asked by an app", "/oidc/select-account?request="+choose)
	p.own(303, "another's account", "oidc-select-account-form", "/oidc/selectAccount/form", url.Values{"request": {choose}, "accountId": {unknownID}})
	p.own(303, "goes on", "oidc-select-account-form", "/oidc/selectAccount/form", url.Values{"request": {choose}, "accountId": {account}})
	p.open(303, "goes on", "oidc", "/oidc?request="+choose)
	p.open(303, "no such request", "oidc", "/oidc")

	p.see("with a status", "/oidc/error?status=400&error=invalid_request&error_description=%3Cb%3Ex%3C%2Fb%3E")
	p.see("with none that is one", "/oidc/error?status=200&error=x")
	grants, _ := p.see("allowed", "/mypage/connections").Body["accountGrants"].([]any)
	if len(grants) != 1 {
		p.t.Fatalf("allowed: %v", grants)
	}
	grant, _ := grants[0].(object)["grantId"].(string)
	p.see("allowed", "/mypage/connections/client/reader")
	p.sees(404, "no such app", "/mypage/connections/client/unknown")
	stranger := p.another("stranger").joined()
	stranger.fails(404, "another's", "/zapi/oidc/revoke/grant/"+grant, object{})
	p.call("allowed", "/zapi/oidc/revoke/grant/"+grant, object{}) // C-099
	p.fails(404, "taken back already", "/zapi/oidc/revoke/grant/"+grant, object{})
	p.see("none left", "/mypage/connections")

	last := key(p.open(303, "and switches", "oidc-authorize", asks()))
	p.open(303, "the link of the specification leads to the page", "oidc-select-account-switch", "/oidc/selectAccount/form/switch?request="+last)
	p.own(303, "another account", "oidc-select-account-switch", "/oidc/selectAccount/form/switch", url.Values{"request": {last}})
}
