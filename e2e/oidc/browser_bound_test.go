package oidc

import (
	"net/http"
	"net/url"
	"testing"
)

// what an app asks for belongs to the browser that began it. A stranger who begins a request
// and leads a member to its pages logs no member out, and has nothing allowed.
func TestX06ARequestBelongsToItsBrowser(t *testing.T) {
	w := together(t)
	stranger, p := w.visitor(), w.member()
	tokens := p.tokens(asks())
	begun, err := url.Parse(stranger.asked(asks("prompt", "consent")).Query().Get("returnTo"))
	must(t, err)
	key := begun.Query().Get("request")
	if key == "" {
		t.Fatalf("%s", begun)
	}
	crossSite := func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }
	for _, path := range []string{"/oidc/selectAccount/form/switch", "/oidc/consent/form/abort", "/oidc"} {
		a, err := p.Send(http.MethodGet, path+"?request="+key, nil, crossSite)
		must(t, err)
		if to := a.Header.Get("Location"); to != "/oidc/error?error=request_expired&status=400" {
			t.Errorf("%s leads to %s", path, to)
		}
	}
	for _, path := range []string{"/oidc/selectAccount/form/switch", "/oidc/consent/form", "/oidc/selectAccount/form"} {
		a, err := p.form(path, url.Values{"request": {key}, "accountId": {p.Cookie("auid")}, "addScope": {"openid", "email"}})
		must(t, err)
		if to := a.Header.Get("Location"); to != "/oidc/error?error=request_expired&status=400" {
			t.Errorf("the form %s leads to %s", path, to)
		}
	}
	for _, path := range []string{"/oidc/consent", "/oidc/select-account"} {
		a, err := p.Get(path + "/screen-data?request=" + key)
		must(t, err)
		if to := a.Text("redirectTo"); to != "/oidc/error?status=400&error=request_expired" {
			t.Errorf("%s shows %s", path, a)
		}
	}
	if a, err := p.Get("/mypage/screen-data"); err != nil || a.Body["account"] == nil || !w.active(tokens.Body["access_token"]) {
		t.Errorf("a stranger's request has logged the member out: %s %v", a, err)
	}
}

// a link, even to a request of one's own browser, logs no member out; the button of our page
// does.
func TestX06ALinkLogsNoMemberOut(t *testing.T) {
	w := together(t)
	p := w.member()
	tokens := p.tokens(asks())
	key := p.asked(asks("prompt", "select_account")).Query().Get("request")
	const path = "/oidc/selectAccount/form/switch"
	a, err := p.Get(path + "?request=" + key)
	must(t, err)
	if a.Header.Get("Location") != "/oidc/select-account?request="+key || !w.active(tokens.Body["access_token"]) {
		t.Errorf("the link: %s %s", a.Header.Get("Location"), a)
	}
	a, err = p.Send(http.MethodPost, path, []byte(url.Values{"request": {key}}.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "https://evil.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	must(t, err)
	if a.Status != http.StatusForbidden || !w.active(tokens.Body["access_token"]) {
		t.Errorf("another site's form: %s", a)
	}
	a, err = p.form(path, url.Values{"request": {key}})
	must(t, err)
	to, err := url.Parse(a.Header.Get("Location"))
	must(t, err)
	if to.Path != "/oidc/login" || w.active(tokens.Body["access_token"]) {
		t.Errorf("our own form leads to %s: %s", to, a)
	}
	must(t, p.LogIn())
	if to := p.follow(to.Query().Get("returnTo")); to.Path != "/oidc/select-account" {
		t.Errorf("the request goes on at %s", to)
	}
}

// an app's own page may post a request. The cookies of this site do not come along then, so
// the browser brings it once more.
func TestX06APostFromTheAppFindsItsMember(t *testing.T) {
	w := together(t)
	p, form := w.member(), asks("scope", "openid")
	p.code(form)
	jar := p.Client.Jar
	p.Client.Jar = nil
	a, err := p.Send(http.MethodPost, "/oidc/authorize", []byte(form.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "https://web.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	})
	p.Client.Jar = jar
	must(t, err)
	if to := p.follow(a.Header.Get("Location")); to.Host != "web.example" || to.Query().Get("code") == "" || to.Query().Get("state") != "a state" {
		t.Errorf("%s leads to %s", a.Header.Get("Location"), to)
	}
}
