package edge

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/money/evidence"
	"kaiin/server/transport/graph/model"
)

func TestRoutingByMethod(t *testing.T) { // C-001 C-005
	t.Parallel()
	w := newWorld(t, nil)
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
		{"GET", headerData, 200, "", "authId"},
		{"HEAD", headerData, 200, "", ""},
		{"GET", "/account-header/screen-data/", 200, "", "authId"},
		{"GET", "/zapi/internal//account-header//screen-data", 200, "", "authId"},
		{"POST", headerData, 405, "GET, HEAD", `"code":"METHOD_NOT_ALLOWED"`},
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
		got := w.call(c.method, c.path, "", "Content-Type", "application/json")
		if got.StatusCode != c.status || got.Header.Get("Allow") != c.allow || !strings.Contains(got.body, c.body) {
			t.Errorf("%s %s: %d, Allow %q, %s", c.method, c.path, got.StatusCode, got.Header.Get("Allow"), got.body)
		}
	}
}

// A page whose scripts did not come posts its form to its own address: what comes back is a page, though programs may post there too.
func TestAFormSentWithoutScriptsGetsAPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	const form = "application/x-www-form-urlencoded"
	browser := []string{"Content-Type", form, "Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document", "Origin", "https://member.example.jp"}
	for _, path := range []string{"/login", "/logout", "/login/code", "/password/forgot"} {
		got := w.call("POST", path, "emailUserId=a%40example.jp&password=open9sesame", browser...)
		if got.StatusCode != http.StatusMethodNotAllowed || !strings.HasPrefix(got.body, "page /errors/405") {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
	if got := w.call("POST", "/zapi/signup", "a=b", browser...); got.StatusCode != http.StatusUnsupportedMediaType || !strings.Contains(got.body, `"code"`) {
		t.Errorf("a call of the API: %d %s", got.StatusCode, got.body)
	}
}

func TestAddressesThatWouldLeadElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for path, want := range map[string]string{"//evil.example/": "/evil.example/", "/a//b?c=d": "/a/b?c=d", "///x": "/x"} {
		if got := w.call("GET", path, ""); got.StatusCode != http.StatusPermanentRedirect || got.Header.Get("Location") != want {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Header.Get("Location"))
		}
	}
	for _, path := range []string{"/%5Cevil.example", "/%00", "/a%0d%0ab"} {
		if got := w.call("GET", path, ""); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}

func TestCrossOriginCallsChangeNothing(t *testing.T) { // security 42, 43
	t.Parallel()
	w := newWorld(t, nil)
	w.header = func(context.Context) (*model.AccountHeader, error) { return nil, nil }
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
			got := w.call("POST", path, "1", append([]string{"Content-Type", "application/json"}, c.headers...)...)
			if got.StatusCode != c.want || (c.want == 403) != strings.Contains(got.body, `"code":"CROSS_ORIGIN"`) {
				t.Errorf("%s %s: %d %s", c.name, path, got.StatusCode, got.body)
			}
			if got.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: CORS is open", c.name)
			}
		}
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
		if got := w.call("POST", "/logout", `{}`, "Content-Type", kind); got.StatusCode != 415 {
			t.Errorf("a form of type %s: %d", kind, got.StatusCode)
		}
	}
	// A picture or a link of another site: GET changes nothing by construction.
	for _, path := range []string{"/logout", "/login"} {
		if got := w.call("GET", path, "", "Sec-Fetch-Site", "cross-site"); got.StatusCode != 200 || !strings.HasPrefix(got.body, "page ") {
			t.Errorf("GET %s: %d %s", path, got.StatusCode, got.body)
		}
	}
}

// The policy names the bot check's script where one is configured, and never elsewhere.
func TestPolicyAllowsTheConfiguredBotCheck(t *testing.T) {
	t.Parallel()
	policy := func(change func(*config.Config)) string {
		w := newWorld(t, change)
		w.next = func(out http.ResponseWriter, _ *http.Request) { out.Header().Set("Content-Type", "text/html") }
		return w.call("GET", "/login", "").Header.Get("Content-Security-Policy")
	}
	without := policy(nil)
	with := policy(func(c *config.Config) {
		c.BotCheck = config.BotCheck{Provider: config.BotCheckTurnstile, ScriptURL: &url.URL{Scheme: "https", Host: "bots.example", Path: "/v0/api.js"}}
	})
	if strings.Contains(without, "bots.example") || strings.Count(with, " https://bots.example") != 3 {
		t.Errorf("without %s\nwith %s", without, with)
	}
	for _, directive := range strings.Split(with, "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		allowed := name == "script-src" || name == "connect-src" || name == "frame-src"
		if allowed != strings.Contains(sources, "https://bots.example") || strings.Contains(sources, "api.js") {
			t.Errorf("%s", directive)
		}
	}
}

// Streams play from where the configuration says, and from nowhere else.
func TestPolicyAllowsTheConfiguredStreams(t *testing.T) {
	t.Parallel()
	sources := func(streaks config.Streaks) map[string]string {
		w := newWorld(t, func(c *config.Config) { c.Streaks = streaks })
		all := map[string]string{}
		for directive := range strings.SplitSeq(policy(w.Config, "n", false), "; ") {
			name, values, _ := strings.Cut(directive, " ")
			all[name] = values
		}
		return all
	}
	if got := sources(config.Streaks{StreamOrigins: []config.StreamOrigin{{Scheme: "https", Host: "*.video.example"}}}); got["media-src"] != "'self' blob:" {
		t.Errorf("without a video service: %q", got["media-src"])
	}
	streams := config.Streaks{
		Project: "p", StreamOrigins: []config.StreamOrigin{{Scheme: "https", Host: "*.video.example"}}, TestStreams: &url.URL{Scheme: "https", Host: "test.example", Path: "/all"},
	}
	for name, values := range sources(streams) {
		allowed := name == "media-src" || name == "connect-src" || name == "img-src"
		if allowed != strings.Contains(values, " https://*.video.example https://test.example") || strings.Contains(values, "/all") {
			t.Errorf("%s %s", name, values)
		}
	}
}

// What was shown with an order is shown in a frame of a page, which has the page's policy: its
// style is allowed, by its hash alone.
func TestPolicyAllowsTheStyleOfEvidence(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.next = func(out http.ResponseWriter, _ *http.Request) { out.Header().Set("Content-Type", "text/html") }
	for _, directive := range strings.Split(w.call("GET", "/mypage/evidence/x", "").Header.Get("Content-Security-Policy"), "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		allowed := strings.Contains(sources, evidence.StyleSources()[0])
		if allowed != (name == "style-src") || strings.Contains(sources, "'unsafe-inline'") {
			t.Errorf("%s", directive)
		}
	}
}

func TestHeadersOfEveryAnswer(t *testing.T) { // security 65
	t.Parallel()
	w := newWorld(t, nil)
	w.next = func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		out.Header().Set("X-Powered-By", "Next.js")
		out.Header().Set("Content-Security-Policy", "default-src *")
		_, _ = io.WriteString(out, r.Header.Get("X-Kaiin-Nonce"))
	}
	for _, path := range []string{"/", "/mypage", "/zapi/none", headerData, "/healthz", "/errors/404", "/payment/tds/x/ok"} {
		got := w.call("GET", path, "")
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
	page := w.call("GET", "/", "")
	csp := page.Header.Get("Content-Security-Policy")
	for _, want := range []string{"'nonce-" + page.body + "'", "object-src 'none'", "base-uri 'none'", "https://token.example.jp", "form-action 'self'"} {
		if !strings.Contains(csp, want) {
			t.Errorf("the policy %s lacks %s", csp, want)
		}
	}
	if strings.Contains(csp, "unsafe") || len(page.body) < 22 {
		t.Errorf("policy %s, nonce %q", csp, page.body)
	}
	if again := w.call("GET", "/", ""); again.body == page.body {
		t.Error("the same nonce twice")
	}
}

func TestStaticFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	script := strings.Repeat("console.log(1);", 200)
	for name, text := range map[string]string{"chunks/a.js": script, "chunks/b.js": script, "chunks/b.js.br": "packed", "chunks/b.js.gz": "zipped", "secret": "x"} {
		path := filepath.Join(folder, "static", name)
		if name == "secret" {
			path = filepath.Join(folder, name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := newWorld(t, func(c *config.Config) { c.NextStatic = filepath.Join(folder, "static") })
	plain := w.call("GET", "/_next/static/chunks/a.js", "")
	if plain.body != script || plain.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || !strings.HasPrefix(plain.Header.Get("Content-Type"), "text/javascript") {
		t.Errorf("%d %v", plain.StatusCode, plain.Header)
	}
	if got := w.call("GET", "/_next/static/chunks/a.js", "", "Accept-Encoding", "gzip"); got.Header.Get("Content-Encoding") != "gzip" || len(got.body) >= len(script)/2 {
		t.Errorf("%v, %d bytes", got.Header, len(got.body))
	}
	if got := w.call("GET", "/_next/static/chunks/a.js", "", "If-None-Match", plain.Header.Get("Etag")); got.StatusCode != http.StatusNotModified {
		t.Errorf("%d", got.StatusCode)
	}
	for encoding, want := range map[string]string{"gzip, br": "packed", "gzip": "zipped", "br;q=0, gzip": "zipped"} {
		if got := w.call("GET", "/_next/static/chunks/b.js", "", "Accept-Encoding", encoding); got.body != want || got.Header.Get("Vary") == "" {
			t.Errorf("%s: %q %v", encoding, got.body, got.Header)
		}
	}
	for _, path := range []string{"/_next/static/chunks/none.js", "/_next/static/chunks", "/_next/static/%2e%2e/secret", "/_next/static/chunks/..%2f..%2fsecret"} {
		if got := w.call("GET", path, ""); strings.Contains(got.Header.Get("Cache-Control"), "immutable") || got.body == "x" {
			t.Errorf("%s: %d %q", path, got.StatusCode, got.body)
		}
	}
}

// A program gets the error of an app as data, with its status; a browser gets the page.
func TestFaultOfAnAppAsData(t *testing.T) { // E-034, E-035, E-036, A-087
	t.Parallel()
	w := newWorld(t, nil)
	for _, c := range []struct {
		query  string
		status int
		want   string
	}{
		{"", 500, `{"message":"OIDC Error"}`},
		{"?status=403&error=access_denied", 403, `{"error":"access_denied","message":"OIDC Error","status":"403"}`},
		{"?status=200", 500, `{"message":"OIDC Error","status":"200"}`},
		{"?status=-1", 500, `{"message":"OIDC Error","status":"-1"}`},
		{"?message=mine&error=<b>", 500, `{"error":"\u003cb\u003e","message":"OIDC Error"}`},
		{"?error=" + strings.Repeat("x", 300), 500, `{"error":"` + strings.Repeat("x", 200) + `","message":"OIDC Error"}`},
	} {
		got := w.call("GET", "/oidc/error"+c.query, "", "Accept", "application/json")
		if got.StatusCode != c.status || strings.TrimSpace(got.body) != c.want || got.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s", c.query, got.StatusCode, got.body)
		}
	}
	for _, accept := range []string{"", "*/*", "text/html,application/json;q=0.5"} {
		if got := w.call("GET", "/oidc/error?status=403", "", "Accept", accept); got.body != "page /oidc/error?status=403" {
			t.Errorf("%q: %s", accept, got.body)
		}
	}
}

// The form of a consent leads to the app in the end: the policy of its page names the app's origin, and no other directive does.
func TestPolicyLetsAFormLeadToItsApp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for _, app := range []string{"https://app.example", "com.example.todaiza:"} {
		for directive := range strings.SplitSeq(policy(w.Config, "n", false, app), "; ") {
			if strings.HasPrefix(directive, "form-action ") != strings.Contains(directive, app) {
				t.Errorf("%s", directive)
			}
		}
	}
	if got := policy(w.Config, "n", false); strings.Contains(got, "app.example") {
		t.Error(got)
	}
}
