package edge

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// what a browser carries that is not ours keeps no visitor from a page: Next, which refuses a
// head of 16 KB without a word, gets our cookies and the headers that pages are made from. An
// address that is none, or too long for Next, is answered by the page for it.
func TestWhatNextGetsOfARequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	var got *http.Request
	w.next = func(out http.ResponseWriter, r *http.Request) {
		got = r
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	ask := func(method, target string, headers map[string][]string) (status, head int) {
		t.Helper()
		got = nil
		r := httptest.NewRequest(method, target, nil)
		for name, values := range headers {
			r.Header[name] = values
		}
		answer := httptest.NewRecorder()
		w.Edge.ServeHTTP(answer, r)
		if got == nil {
			return answer.Code, 0
		}
		head = len(got.RequestURI)
		for name, values := range got.Header {
			head += len(name) + len(strings.Join(values, "")) + 4
		}
		return answer.Code, head
	}
	large := strings.Repeat("x", 16_900)
	for what, headers := range map[string]map[string][]string{
		"a cookie of another application": {"Cookie": {"other=" + large + "; sid=" + token + "; locale=en"}},
		"many of them":                    {"Cookie": {strings.Repeat("a=b; ", 4000), "sid=" + token + ";locale=en"}},
		"other headers":                   {"Cookie": {"sid=" + token + "; locale=en"}, "X-Other": {large}, "Accept-Language": {large}, "Referer": {large}},
		"values of ours that cannot be":   {"Cookie": {"sid=" + large + "; sid=" + token + "; locale=en"}},
	} {
		status, head := ask("GET", "/login", headers)
		if status != http.StatusOK || head > 15<<10 || got.Header.Get("Cookie") != "sid="+token+"; locale=en" {
			t.Errorf("%s: %d, a head of %d bytes, cookies %.200q", what, status, head, got.Header["Cookie"])
		}
	}
	if _, head := ask("GET", "/login", map[string][]string{"Cookie": {strings.Repeat("sid="+token+"; ", 600)}}); head > 15<<10 {
		t.Errorf("a cookie of ours 600 times: a head of %d bytes", head)
	}
	if _, _ = ask("GET", "/login?a=b", map[string][]string{"Accept-Language": {"en"}, "User-Agent": {"Firefox"}, "Accept": {"text/html"}, "X-Nextjs-Data": {"1"}, "Cookie": {"tdt=a; latid=b; auid=c"}}); got.RequestURI != "/login?a=b" ||
		got.Header.Get("Accept-Language") != "en" || got.UserAgent() != "Firefox" || got.Header.Get("X-Nextjs-Data") != "1" || got.Header.Get("Cookie") != "tdt=a; latid=b; auid=c" || got.Header.Get("X-Forwarded-Host") == "" {
		t.Errorf("an ordinary request: %s %v", got.RequestURI, got.Header)
	}
	for what, c := range map[string][2]string{
		"an asterisk": {"GET", "*"}, "an asterisk, to look": {"HEAD", "*"}, "posted to an asterisk": {"POST", "*"},
		"a long query": {"GET", "/login?returnTo=" + large}, "a long path": {"GET", "/" + large},
	} {
		if status, head := ask(c[0], c[1], nil); status != http.StatusBadRequest || head > 15<<10 || got == nil || got.RequestURI != "/errors/400" {
			t.Errorf("%s: %d", what, status)
		}
	}
}

// the page to which an app leads the browser tells what the login is for, and a cookie keeps it for the calls, which do not. A login or a
// sign-up of the member's own ends it, and no address but that of a request begins one.
func TestTheErrandOfABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	back := "?returnTo=" + url.QueryEscape("/oidc?request="+token)
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
		if got := cookie(path+back, ""); got != token+" for 7200" {
			t.Errorf("%s: %q", path, got)
		}
	}
	for _, path := range []string{
		"/login", "/login" + back, "/signup" + back, "/oidc/login", "/oidc/login?returnTo=%2Fmypage", "/oidc/login?returnTo=https%3A%2F%2Fevil.example%2Foidc%3Frequest%3D" + token,
		"/oidc/login?returnTo=" + url.QueryEscape("/oidc?request="+token+"&x=y"),
	} {
		if got := cookie(path, ""); got != "" {
			t.Errorf("%s: %q", path, got)
		}
		if got := cookie(path, token); got != " for -1" {
			t.Errorf("%s ends none: %q", path, got)
		}
	}
	for _, path := range []string{"/oidc/login/code", "/signup/email", "/mypage"} {
		if got := cookie(path, token); got != "" {
			t.Errorf("%s: %q", path, got)
		}
	}
}
