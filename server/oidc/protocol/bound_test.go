package protocol_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/oidc/oidctest"
)

// the key of a request opens it in the browser that brought it and in no other one, no matter
// who is logged in there.
func TestX06ARequestIsOfOneBrowser(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	w.member.AppBrowsers = nil
	w.browser = "" // it has no cookie yet
	_, to, _ := w.browse("/oidc/authorize?" + asks("prompt", "consent").Encode())
	key, own := to.Query().Get("request"), w.browser
	if key == "" || len(own) != 43 {
		t.Fatalf("%s, %q", to, own)
	}
	_, again, _ := w.browse("/oidc/authorize?" + asks("prompt", "consent").Encode())
	if w.browser != own {
		t.Error("a second request takes the first its browser")
	}
	form := url.Values{"request": {key}, "accountId": {w.member.AccountID.String()}, "addScope": {"openid", "email"}}
	for _, other := range []string{"", oidctest.Browser} {
		w.browser = other
		for _, path := range []string{"/oidc", "/oidc/consent/form/abort", "/oidc/selectAccount/form/switch"} {
			w.fault = nil
			if status, _, _ := w.browse(path + "?request=" + key); status != http.StatusBadRequest || w.fault.Kind != "request_expired" {
				t.Errorf("%s in a browser with the cookie %q: %d %+v", path, other, status, w.fault)
			}
		}
		for _, path := range []string{"/oidc/consent/form", "/oidc/selectAccount/form", "/oidc/selectAccount/form/switch"} {
			w.call(http.MethodPost, path, form, http.StatusBadRequest, nil)
		}
		a := w.member
		a.AppBrowsers = []string{other}
		if _, _, err := w.Allow(t.Context(), a, key, []string{"openid", "email"}, nil); err == nil {
			t.Errorf("it is allowed in a browser with the cookie %q", other)
		}
	}
	if w.ended {
		t.Error("somebody was logged out")
	}
	w.browser = own
	w.member.AppBrowsers = []string{own}
	if rec := w.call(http.MethodPost, "/oidc/consent/form", form, http.StatusSeeOther, nil); !strings.Contains(rec.Header().Get("Location"), "code=") {
		t.Errorf("in its own browser: %s", rec.Header().Get("Location"))
	}
	w.member.CrossSite = true
	if _, to, _ := w.browse("/oidc/consent/form/abort?request=" + again.Query().Get("request")); to.Path != "/page/consent" {
		t.Errorf("another site gives it up: %s", to)
	}
	w.member.CrossSite = false
	if _, to, _ := w.browse("/oidc/consent/form/abort?request=" + again.Query().Get("request")); to.Query().Get("error") != "access_denied" {
		t.Errorf("the member gives it up: %s", to)
	}
}

// a request that another site posts is answered as soon as the browser brings it with
// its cookies.
func TestX06APostWithoutCookiesIsBroughtAgain(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	w.authorize(asks())
	member := w.member
	w.member, w.browser = actor.Actor{Locale: "ja"}, ""
	r := httptest.NewRequest(http.MethodPost, "/oidc/authorize", strings.NewReader(asks().Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	to := rec.Header().Get("Location")
	if !strings.HasPrefix(to, "/oidc/authorize?client_id=cinema&request_uri=") || w.browser != "" {
		t.Fatalf("%d %s", rec.Code, to)
	}
	w.member = member
	if _, back, _ := w.browse(to); back.Query().Get("code") == "" || back.Query().Get("state") != "st" {
		t.Errorf("%s", back)
	}
	if _, back, _ := w.browse(to); back.Query().Get("code") != "" {
		t.Errorf("twice: %s", back)
	}
}

// a session that ends while a request of it is answered is no error: the request waits for a
// login, and the app is told of it where no visitor may be asked.
func TestX10ASessionThatHasJustEnded(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	w.authorize(asks())
	_, kept, _ := w.browse("/oidc/authorize?" + asks("prompt", "consent").Encode())
	if err := w.Session.Logout(t.Context(), w.member); err != nil { // this call does not know of it yet
		t.Fatal(err)
	}
	if _, to, _ := w.browse("/oidc/authorize?" + asks().Encode()); to.Path != "/page/login" || to.Query().Get("request") == "" {
		t.Errorf("%s", to)
	}
	if _, to, _ := w.browse("/oidc/authorize?" + asks("prompt", "none").Encode()); to.Query().Get("error") != "login_required" || to.Query().Get("state") != "st" {
		t.Errorf("silently: %s", to)
	}
	form := url.Values{"request": {kept.Query().Get("request")}, "accountId": {w.member.AccountID.String()}, "addScope": {"openid", "email"}}
	if rec := w.call(http.MethodPost, "/oidc/consent/form", form, http.StatusSeeOther, nil); !strings.HasPrefix(rec.Header().Get("Location"), "/oidc?request=") {
		t.Errorf("the form: %s", rec.Header().Get("Location"))
	}
}

// while a policy that has changed waits for the member, apps are allowed nothing new; what
// they were given before goes on.
func TestX15PoliciesComeFirst(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	_, tokens, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code")))
	_, kept, _ := w.browse("/oidc/authorize?" + asks("prompt", "consent", "scope", "openid phone").Encode())
	device, err := w.StartDevice(t.Context(), w.App, "", "openid")
	if err != nil {
		t.Fatal(err)
	}
	w.member.MustReConsent = true
	for _, change := range [][]string{nil, {"prompt", "consent"}, {"scope", "openid phone"}} {
		if _, to, _ := w.browse("/oidc/authorize?" + asks(change...).Encode()); to.Path != "/page/policies" || to.Query().Get("request") == "" {
			t.Errorf("%v: %s", change, to)
		}
	}
	if _, to, _ := w.browse("/oidc/authorize?" + asks("prompt", "none").Encode()); to.Query().Get("error") != "interaction_required" {
		t.Errorf("silently: %s", to)
	}
	form := url.Values{"request": {kept.Query().Get("request")}, "accountId": {w.member.AccountID.String()}, "addScope": {"openid", "phone"}}
	if rec := w.call(http.MethodPost, "/oidc/consent/form", form, http.StatusSeeOther, nil); !strings.HasPrefix(rec.Header().Get("Location"), "/oidc?request=") {
		t.Errorf("the form: %s", rec.Header().Get("Location"))
	}
	if err := w.AnswerDevice(t.Context(), w.member, oidctest.Typed(t, device.UserCode), true, []string{"openid"}, nil); err == nil {
		t.Error("a device is allowed something")
	}
	if status, says, _ := w.post("/oidc/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {tokens["refresh_token"].(string)}}); status != http.StatusOK {
		t.Errorf("what was allowed before: %d %v", status, says)
	}
	w.member.MustReConsent = false
	if _, to, _ := w.browse("/oidc?" + url.Values{"request": {kept.Query().Get("request")}}.Encode()); to.Path != "/page/consent" {
		t.Errorf("after agreeing: %s", to)
	}
}

// a logout that another site posts comes without cookies, too. The browser brings it again
// with them, and it is decided then.
func TestX06APostedLogoutIsBroughtAgain(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	member, hint := w.member, w.hint()
	form := url.Values{"id_token_hint": {hint}, "client_id": {"cinema"}, "post_logout_redirect_uri": {logoutBack}, "state": {"s&t"}}
	w.member, w.browser = actor.Actor{Locale: "ja"}, ""
	status, to := w.submit("/oidc/end_session", form)
	if status != http.StatusSeeOther || to != "/oidc/end_session?"+form.Encode() || w.ended {
		t.Fatalf("%d %s", status, to)
	}
	if _, back, _ := w.browse(to); back.String() != logoutBack+"?state=s%26t" || w.ended {
		t.Errorf("a visitor: %s", back)
	}
	w.member = member
	if _, back, _ := w.browse(to); back.String() != logoutBack+"?state=s%26t" || !w.ended {
		t.Errorf("the member: %s", back)
	}
	w.member = actor.Actor{Locale: "ja"}
	form.Set("id_token_hint", hint+strings.Repeat("x", 8000))
	if _, to := w.submit("/oidc/end_session", form); to != "/oidc/end_session?client_id=cinema&post_logout_redirect_uri=https%3A%2F%2Fcinema.example%2F&state=s%26t" {
		t.Errorf("with a hint too long for an address: %s", to)
	}
	form.Set("state", strings.Repeat("s", 8000))
	if status, to := w.submit("/oidc/end_session", form); status != http.StatusBadRequest || w.fault.Kind != "invalid_request" {
		t.Errorf("with a state too long for an address: %d %s", status, to)
	}
	if status, to := w.submit("/oidc/end_session", url.Values{}); status != http.StatusSeeOther || to != "/oidc/end_session" {
		t.Errorf("with nothing: %d %s", status, to)
	}
}

// of two tabs that a browser without a cookie leads here at the same time each keeps
// its request.
func TestX06TwoTabsThatBeginAtOnce(t *testing.T) {
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	w.member.AppBrowsers = nil
	var keys, cookies []string
	for range 2 { // the second one left before the first answer came
		w.browser = ""
		_, to, _ := w.browse("/oidc/authorize?" + asks("prompt", "consent").Encode())
		keys, cookies = append(keys, to.Query().Get("request")), append(cookies, w.browser)
	}
	w.browser = strings.Join(cookies, ".")
	for i, key := range keys {
		if status, to, _ := w.browse("/oidc?request=" + key); w.fault != nil {
			t.Errorf("tab %d: %d %s %+v", i+1, status, to, w.fault)
		}
	}
	_, third, _ := w.browse("/oidc/authorize?" + asks("prompt", "consent").Encode())
	if w.browser != cookies[0] {
		t.Errorf("a third one gets %q", w.browser)
	}
	if w.browse("/oidc?request=" + third.Query().Get("request")); w.fault != nil {
		t.Errorf("a third one: %+v", w.fault)
	}
}
