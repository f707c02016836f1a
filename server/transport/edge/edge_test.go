package edge_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/graph/model"
)

func TestRoutingByMethod(t *testing.T) { // C-001 C-005
	t.Parallel()
	w := edgetest.New(t, nil)
	for _, c := range []struct {
		method, path string
		status       int
		allow, body  string
	}{
		{"GET", "/", 200, "", "page /"},
		{"GET", "/login?a=b", 200, "", "page /login?a=b"},
		{"HEAD", "/login", 200, "", ""},
		{"PUT", "/login", 405, "GET, HEAD, POST", ""},
		{"POST", "/mypage", 405, "GET, HEAD", ""},
		{"GET", edgetest.HeaderData, 200, "", "authId"},
		{"HEAD", edgetest.HeaderData, 200, "", ""},
		{"GET", "/account-header/screen-data/", 200, "", "authId"},
		{"GET", "/zapi/internal//account-header//screen-data", 200, "", "authId"},
		{"POST", edgetest.HeaderData, 405, "GET, HEAD", `"code":"METHOD_NOT_ALLOWED"`},
		{"DELETE", "/zapi/signup", 405, "POST", `"code":"METHOD_NOT_ALLOWED"`},
		{"GET", "/zapi/signup", 405, "POST", `"status":405`},
		{"GET", "/zapi/nothing", 404, "", `"code":"NOT_FOUND"`},
		{"POST", "/zapi/nothing", 404, "", `"code":"NOT_FOUND"`},
		{"GET", "/nothing/screen-data", 404, "", `"requestId":`},
		{"GET", "/graphql", 405, "POST", `"errors"`},
		{"GET", "/internal/sandbox/clock", 200, "", "page /internal"},
		{"GET", "/healthz", 200, "", "ok"},
		{"GET", "/readyz", 200, "", "ready"},
	} {
		got := w.Call(c.method, c.path, "", "Content-Type", "application/json")
		if got.StatusCode != c.status || got.Header.Get("Allow") != c.allow || !strings.Contains(got.Text, c.body) {
			t.Errorf("%s %s: %d, Allow %q, %s", c.method, c.path, got.StatusCode, got.Header.Get("Allow"), got.Text)
		}
	}
}

// A page whose scripts did not come posts its form to its own address: what comes back is a page,
// though programs may post there too.
func TestAFormSentWithoutScriptsGetsAPage(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	const form = "application/x-www-form-urlencoded"
	browser := []string{"Content-Type", form, "Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document", "Origin", "https://member.example.jp"}
	for _, path := range []string{"/login", "/logout", "/login/code", "/password/forgot"} {
		got := w.Call("POST", path, "emailUserId=a%40example.jp&password=open9sesame", browser...)
		if got.StatusCode != http.StatusMethodNotAllowed || !strings.HasPrefix(got.Text, "page /errors/405") {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Text)
		}
	}
	if got := w.Call("POST", "/zapi/signup", "a=b", browser...); got.StatusCode != http.StatusUnsupportedMediaType || !strings.Contains(got.Text, `"code"`) {
		t.Errorf("a call of the API: %d %s", got.StatusCode, got.Text)
	}
}

func TestCrossOriginCallsChangeNothing(t *testing.T) { // security 42, 43
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Header = func(context.Context) (*model.AccountHeader, error) { return nil, nil }
	for _, c := range []struct {
		name    string
		headers []string
		want    int // of POST /zapi/signup with a number as body, which is refused with 400 when it gets that far
	}{
		{"own page", []string{"Origin", "https://member.example.jp", "Sec-Fetch-Site", "same-origin"}, 400},
		{"a program", nil, 400},
		{"typed in by hand", []string{"Sec-Fetch-Site", "none"}, 400},
		{"another site", []string{"Origin", "https://evil.example"}, 403},
		{"the same host, another scheme", []string{"Origin", "http://member.example.jp"}, 403},
		{"a subdomain", []string{"Origin", "https://x.member.example.jp", "Sec-Fetch-Site", "same-site"}, 403},
		{"a name that begins like ours", []string{"Origin", "https://member.example.jp.evil.example"}, 403},
		{"a sandboxed frame", []string{"Origin", "null"}, 403},
		{"no Origin, but cross-site", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"two Origins", []string{"Origin", "https://member.example.jp", "Origin", "https://evil.example"}, 403},
	} {
		for _, path := range []string{"/zapi/signup", "/login", "/logout", "/graphql"} {
			got := w.Call("POST", path, "1", append([]string{"Content-Type", "application/json"}, c.headers...)...)
			if got.StatusCode != c.want || (c.want == 403) != strings.Contains(got.Text, `"code":"CROSS_ORIGIN"`) {
				t.Errorf("%s %s: %d %s", c.name, path, got.StatusCode, got.Text)
			}
			if got.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: CORS is open", c.name)
			}
		}
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
		if got := w.Call("POST", "/logout", `{}`, "Content-Type", kind); got.StatusCode != 415 {
			t.Errorf("a form of type %s: %d", kind, got.StatusCode)
		}
	}
	// A picture or a link of another site: GET changes nothing by construction.
	for _, path := range []string{"/logout", "/login"} {
		if got := w.Call("GET", path, "", "Sec-Fetch-Site", "cross-site"); got.StatusCode != 200 || !strings.HasPrefix(got.Text, "page ") {
			t.Errorf("GET %s: %d %s", path, got.StatusCode, got.Text)
		}
	}
}

func TestHeadersOfEveryAnswer(t *testing.T) { // security 65
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		out.Header().Set("X-Powered-By", "Next.js")
		out.Header().Set("Content-Security-Policy", "default-src *")
		_, _ = io.WriteString(out, r.Header.Get("X-Kaiin-Nonce"))
	}
	for _, path := range []string{"/", "/mypage", "/zapi/none", edgetest.HeaderData, "/healthz", "/errors/404", "/payment/tds/x/ok"} {
		got := w.Call("GET", path, "")
		for name, want := range map[string]string{
			"Strict-Transport-Security": "max-age=31536000; includeSubDomains", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Opener-Policy": "same-origin", "X-Powered-By": "", "Server": "",
		} {
			if got := strings.Join(got.Header[http.CanonicalHeaderKey(name)], "|"); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if path != "/healthz" && !strings.Contains(got.Header.Get("Cache-Control"), "no-store") {
			t.Errorf("%s may be kept: %q", path, got.Header.Get("Cache-Control"))
		}
		csp := got.Header["Content-Security-Policy"]
		if len(csp) != 1 || !strings.Contains(csp[0], "frame-ancestors 'none'") || got.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: %v", path, csp)
		}
	}
	page := w.Call("GET", "/", "")
	csp := page.Header.Get("Content-Security-Policy")
	for _, want := range []string{"'nonce-" + page.Text + "'", "object-src 'none'", "base-uri 'none'", "https://token.example.jp", "form-action 'self'"} {
		if !strings.Contains(csp, want) {
			t.Errorf("the policy %s lacks %s", csp, want)
		}
	}
	if strings.Contains(csp, "unsafe") || len(page.Text) < 22 {
		t.Errorf("policy %s, nonce %q", csp, page.Text)
	}
	if again := w.Call("GET", "/", ""); again.Text == page.Text {
		t.Error("the same nonce twice")
	}
}
