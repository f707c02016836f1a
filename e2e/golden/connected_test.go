package golden

import (
	"net/http"
	"net/url"
	"strings"
)

// asks is where an app sends a browser; a verifier would stand behind the challenge.
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
func (p *person) own(what, file, path string, fields url.Values) answer {
	p.t.Helper()
	a, err := p.Send("POST", path, []byte(fields.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", p.s.Origin)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	})
	must(p.t, err)
	p.note("edge/"+file+".txt", what, p.text.request("POST", path, ""), a, nil)
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
	p.open("signed out", "oidc-authorize", asks())
	p.open("sign-up is asked for", "oidc-authorize", asks("prompt", "create"))
	p.open("nobody may be asked", "oidc-authorize", asks("prompt", "none"))
	p.open("no such app", "oidc-authorize", asks("client_id", "nobody"))
	p.open("no such address", "oidc-authorize", asks("redirect_uri", "https://evil.example/"))
	p.open("no such scope", "oidc-authorize", asks("scope", "openid phone"))
	p.joined()
	request := key(p.open("signed in", "oidc-authorize", asks()))
	page := p.see("asked by an app", "/oidc/consent?request="+request)
	p.see("nothing to choose", "/oidc/select-account?request="+request)
	p.see("no such request", "/oidc/consent?request="+strings.Repeat("x", 43))
	p.see("no such request", "/oidc/select-account?request="+strings.Repeat("x", 43))
	account := page.Text("accountId")
	p.form("from another site", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid"}})
	p.own("a scope that was not asked for", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid", "phone"}})
	p.own("another member's", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {nobody}, "addScope": {"openid"}})
	p.own("one refused", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid", "email"}, "rejectScope": {"profile"}})
	p.own("again", "oidc-consent-form", "/oidc/consent/form", url.Values{"request": {request}, "accountId": {account}, "addScope": {"openid"}})
	p.open("allowed already", "oidc-authorize", asks("scope", "openid email"))
	again := key(p.open("one more", "oidc-authorize", asks()))
	p.see("asked for one more", "/oidc/consent?request="+again)
	p.open("given up", "oidc-consent-abort", "/oidc/consent/form/abort?request="+again)
	p.open("given up twice", "oidc-consent-abort", "/oidc/consent/form/abort?request="+again)

	choose := key(p.open("the account is to be chosen", "oidc-authorize", asks("prompt", "select_account", "scope", "openid")))
	p.see("asked by an app", "/oidc/select-account?request="+choose)
	p.own("another's account", "oidc-select-account-form", "/oidc/selectAccount/form", url.Values{"request": {choose}, "accountId": {nobody}})
	p.own("goes on", "oidc-select-account-form", "/oidc/selectAccount/form", url.Values{"request": {choose}, "accountId": {account}})
	p.open("goes on", "oidc", "/oidc?request="+choose)
	p.open("no such request", "oidc", "/oidc")

	p.see("with a status", "/oidc/error?status=400&error=invalid_request&error_description=%3Cb%3Ex%3C%2Fb%3E")
	p.see("with none that is one", "/oidc/error?status=200&error=x")
	grants, _ := p.see("allowed", "/mypage/connections").Body["accountGrants"].([]any)
	if len(grants) != 1 {
		p.t.Fatalf("allowed: %v", grants)
	}
	grant, _ := grants[0].(object)["grantId"].(string)
	p.see("allowed", "/mypage/connections/client/reader")
	p.see("no such app", "/mypage/connections/client/nobody")
	stranger := p.another("stranger").joined()
	stranger.fails("another's", "/zapi/oidc/revoke/grant/"+grant, object{})
	p.call("allowed", "/zapi/oidc/revoke/grant/"+grant, object{}) // C-099
	p.fails("taken back already", "/zapi/oidc/revoke/grant/"+grant, object{})
	p.see("none left", "/mypage/connections")

	last := key(p.open("and switches", "oidc-authorize", asks()))
	p.open("another account", "oidc-select-account-switch", "/oidc/selectAccount/form/switch?request="+last)
}
