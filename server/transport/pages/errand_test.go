package pages_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"kaiin/server/transport/edge/edgetest"
)

// the page to which an app leads the browser tells what the login is for, and a cookie keeps
// it for the calls, which do not. A login or a sign-up of the member's own ends it, and no address
// but that of a request begins one.
func TestTheErrandOfABrowser(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	back := "?returnTo=" + url.QueryEscape("/oidc?request="+edgetest.Token)
	cookie := func(path, carried string) string {
		t.Helper()
		r := httptest.NewRequest("GET", path, nil)
		if carried != "" {
			r.Header.Set("Cookie", "errand="+carried)
		}
		answer := httptest.NewRecorder()
		w.Edge.ServeHTTP(answer, r)
		for _, c := range answer.Result().Cookies() {
			if c.Name == "errand" {
				if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode {
					t.Errorf("%s: %v", path, c)
				}
				return fmt.Sprintf("%s for %d", c.Value, c.MaxAge)
			}
		}
		return ""
	}
	for _, path := range []string{"/oidc/login", "/oidc/signup"} {
		if got := cookie(path+back, ""); got != edgetest.Token+" for 7200" {
			t.Errorf("%s: %q", path, got)
		}
	}
	for _, path := range []string{
		"/login", "/login" + back, "/signup" + back, "/oidc/login", "/oidc/login?returnTo=%2Fmypage", "/oidc/login?returnTo=https%3A%2F%2Fevil.example%2Foidc%3Frequest%3D" + edgetest.Token,
		"/oidc/login?returnTo=" + url.QueryEscape("/oidc?request="+edgetest.Token+"&x=y"),
	} {
		if got := cookie(path, ""); got != "" {
			t.Errorf("%s: %q", path, got)
		}
		if got := cookie(path, edgetest.Token); got != " for -1" {
			t.Errorf("%s ends none: %q", path, got)
		}
	}
	for _, path := range []string{"/oidc/login/code", "/signup/email", "/mypage"} {
		if got := cookie(path, edgetest.Token); got != "" {
			t.Errorf("%s: %q", path, got)
		}
	}
}
