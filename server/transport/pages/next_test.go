package pages_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/transport/edge/edgetest"
)

func TestNextIsAway(t *testing.T) {
	t.Parallel()
	unused, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = unused.Close()
	w := edgetest.New(t, func(c *config.Config) { c.NextURL = &url.URL{Scheme: "http", Host: unused.Addr().String()} })
	for language, want := range map[string]string{"ja": "ページを表示できません", "en": "The page cannot be shown"} {
		got := w.Call("GET", "/mypage", "", "Accept-Language", language)
		for _, part := range []string{want, `href="/"`, "502", `lang="` + language + `"`, got.Header.Get("X-Request-Id")} {
			if !strings.Contains(got.Text, part) {
				t.Errorf("%s: the page lacks %s", language, part)
			}
		}
		if got.StatusCode != http.StatusBadGateway || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") || strings.Contains(got.Text, "refused") {
			t.Errorf("%d %s", got.StatusCode, got.Text)
		}
	}
	if got := w.Call("POST", "/mypage", ""); got.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("an error whose page cannot be had: %d", got.StatusCode)
	}
	if got := w.Call("GET", "/readyz", ""); got.StatusCode != http.StatusServiceUnavailable || strings.Contains(got.Text, "dial") {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	if got := w.Call("GET", "/healthz", ""); got.StatusCode != http.StatusOK {
		t.Errorf("%d", got.StatusCode)
	}
	if got := w.Call("GET", edgetest.HeaderData, ""); got.StatusCode != http.StatusOK {
		t.Errorf("the API does not need Next: %d", got.StatusCode)
	}
}

func TestNextIsTooSlow(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Pages.Transport().(*http.Transport).ResponseHeaderTimeout = 50 * time.Millisecond
	w.Next = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	if got := w.Call("GET", "/", ""); got.StatusCode != http.StatusGatewayTimeout {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
}

// What the API says of a while that it cannot answer is lost in Next: a page says it all the same,
// once.
func TestAPageSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	status := 0
	w.Next = func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(status) }
	for says, want := range map[int][]string{503: {"5"}, 500: nil, 404: nil, 200: nil} {
		status = says
		if got := w.Call("GET", "/mypage", ""); got.StatusCode != says || !slices.Equal(got.Header["Retry-After"], want) {
			t.Errorf("%d: %d, %q", says, got.StatusCode, got.Header["Retry-After"])
		}
	}
}

// what a browser carries that is not ours keeps no visitor from a page: Next, which refuses a
// head of 16 KB without a word, gets our cookies and the headers that pages are made from. An
// address that is none, or too long for Next, is answered by the page for it.
func TestWhatNextGetsOfARequest(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	var got *http.Request
	w.Next = func(out http.ResponseWriter, r *http.Request) {
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
		"a cookie of another application": {"Cookie": {"other=" + large + "; sid=" + edgetest.Token + "; locale=en"}},
		"many of them":                    {"Cookie": {strings.Repeat("a=b; ", 4000), "sid=" + edgetest.Token + ";locale=en"}},
		"other headers":                   {"Cookie": {"sid=" + edgetest.Token + "; locale=en"}, "X-Other": {large}, "Accept-Language": {large}, "Referer": {large}},
		"values of ours that cannot be":   {"Cookie": {"sid=" + large + "; sid=" + edgetest.Token + "; locale=en"}},
	} {
		status, head := ask("GET", "/login", headers)
		if status != http.StatusOK || head > 15<<10 || got.Header.Get("Cookie") != "sid="+edgetest.Token+"; locale=en" {
			t.Errorf("%s: %d, a head of %d bytes, cookies %.200q", what, status, head, got.Header["Cookie"])
		}
	}
	if _, head := ask("GET", "/login", map[string][]string{"Cookie": {strings.Repeat("sid="+edgetest.Token+"; ", 600)}}); head > 15<<10 {
		t.Errorf("a cookie of ours 600 times: a head of %d bytes", head)
	}
	if _, _ = ask("GET", "/login?a=b", map[string][]string{"Accept-Language": {"en"}, "User-Agent": {"Firefox"}, "Accept": {"text/html"}, "X-Nextjs-Data": {"1"}, "Cookie": {"tdt=a; latid=b; auid=c"}}); got.RequestURI != "/login?a=b" ||
		got.Header.Get("Accept-Language") != "en" || got.UserAgent() != "Firefox" || got.Header.Get("X-Nextjs-Data") != "1" || got.Header.Get("Cookie") != "tdt=a; latid=b; auid=c" || got.Header.Get("X-Forwarded-Host") == "" {
		t.Errorf("an ordinary request: %s %v", got.RequestURI, got.Header)
	}
	for path, wanted := range map[string]string{ // that a member completes the profile later is for My Page
		"/mypage": "; later=profile", "/mypage?from=mail": "; later=profile", "/_next/data/b1/mypage.json?from=mail": "; later=profile",
		"/mypage/plans": "", "/": "", "/_next/data/b1/mypage/plans.json": "",
	} {
		if ask("GET", path, map[string][]string{"Cookie": {"sid=" + edgetest.Token + "; later=profile; a=b"}}); got.Header.Get("Cookie") != "sid="+edgetest.Token+wanted {
			t.Errorf("%s is asked for with the cookies %q", path, got.Header.Get("Cookie"))
		}
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
