package edge_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/config"
	"kaiin/server/base/fault"
	"kaiin/server/identity/login"
	"kaiin/server/transport/edge/edgetest"
)

// varying is what differs between two answers to the same request.
var varying = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// Which handler answers which method and path, with which headers, and what the log says of it.
func TestRoutes(t *testing.T) { // C-001 C-005 A-034
	t.Parallel()
	w := edgetest.New(t, func(c *config.Config) { c.Production, c.SandboxToken = false, "sesame" })
	w.Clock.Move = func(context.Context, time.Duration) error { return nil }
	w.Social.Leave = func(context.Context, actor.Actor, login.ExternalStart) (login.Left, error) {
		return login.Left{URL: "https://idp.example/", State: "s", Browser: "b"}, nil
	}
	w.Social.Return = func(context.Context, actor.Actor, login.ExternalAnswer) (login.Entered, error) {
		return login.Entered{}, fault.Conflict("ACCOUNT_ALREADY_EXISTS")
	}
	const file = "testdata/routes.golden"
	paths := []string{
		"/", "/login", "/login/", "/login/code", "/logout", "/oidc/login", "/mypage", "/mypage/", "/plans/standard", "/nothing?a=b",
		"/forgetpassword", "/password/reset?token=x", "/x?ui_locales=en", "//evil.example/x", "/a//b", "/%5Cx", "/a%0d%0ab", "/caf%C3%A9", "/a%2Fb", "/a/../b", "/a/./b",
		edgetest.HeaderData, edgetest.HeaderData + "/", "/account-header/screen-data", "/account-header//screen-data", "/account-header%2Fscreen-data", "/zapi/internal/../internal/account-header/screen-data",
		"/nothing/screen-data", "/screen-data", "/screen-data/", "/zapi", "/zapi/", "/zapi/nothing", "/zapi//nothing", "/zapi/signup", "/zapi/signup/", "/zapi/postal-code/100%2F1",
		"/zapi/postal-code/1000001", "/zapi/purchase/verify/standard", "/api/streaks/playback/fetch", "/api/nothing", "/zapi/account/session/0199f1c2-7a3b-7c11-8f11-000000000001", "/mypage/subscription/0199f1c2-7a3b-7c11-8f11-000000000001",
		"/zapi/account/trusted-device/all", "/graphql", "/graphql/", "/healthz", "/healthz/", "/readyz", "/internal/sandbox/clock", "/internal/sandbox/clock/",
		"/auth", "/auth/", "/auth/authorize", "/auth/callback", "/auth/callback/form", "/auth/other",
		"/payment/tds", "/payment/tds/", "/payment/tds/short/ok", "/payment/tds/" + edgetest.Token, "/payment/tds/" + edgetest.Token + "/ok", "/payment/tds/" + edgetest.Token + "/ok/", "/payment/tds/" + edgetest.Token + "/maybe",
		"/payment/notice", "/payment/notice/", "/payment/notice/paypal", "/payment/notice/paypal/", "/payment/notice/a%2Fb",
		"/newsletter/stop", "/newsletter/stop/",
		"/_next/static", "/_next/static/", "/_next/static/a.js", "/_next/static/%2e%2e/secret", "/_next/data/x/login.json", "/errors/404",
	}
	var b strings.Builder
	for _, path := range paths {
		fmt.Fprintln(&b, path)
		var same []string // methods
		last := ""
		for _, c := range []struct{ method, origin string }{
			{"GET", ""}, {"HEAD", ""}, {"POST", ""}, {"PUT", ""}, {"DELETE", ""}, {"OPTIONS", ""}, {"POST", "https://evil.example"}, {"OPTIONS", "https://evil.example"},
		} {
			got := told(w, c.method, path, c.origin)
			if head, _, _ := strings.Cut(last, "\n"); c.method == http.MethodHead && got == head {
				got = last // the same without its body
			}
			if got != last && last != "" {
				fmt.Fprintf(&b, "  %s: %s\n", strings.Join(same, " "), last)
				same = nil
			}
			name := c.method
			if c.origin != "" {
				name += " from elsewhere"
			}
			same, last = append(same, name), got
		}
		fmt.Fprintf(&b, "  %s: %s\n", strings.Join(same, " "), last)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the routes have changed; look at the difference, then run with UPDATE_GOLDEN=1:\n%s", difference(string(want), got))
	}
}

// told is an answer and its line in the log, without what differs from answer to answer.
func told(w *edgetest.World, method, path, origin string) string {
	headers := []string{"Content-Type", "application/json", "Accept-Language", "en"}
	if origin != "" {
		headers = append(headers, "Origin", origin)
	}
	before := len(w.Logged.String())
	got := w.Call(method, path, "", headers...)
	var b strings.Builder
	fmt.Fprint(&b, got.StatusCode)
	for _, name := range []string{"Allow", "Content-Type", "Cache-Control", "Cross-Origin-Resource-Policy", "Location", "Referrer-Policy", "Set-Cookie", "Retry-After"} {
		if value := strings.Join(got.Header[name], "|"); value != "" && value != "strict-origin-when-cross-origin" {
			fmt.Fprintf(&b, ", %s %q", name, value)
		}
	}
	policy, _, _ := strings.Cut(got.Header.Get("Content-Security-Policy"), ";")
	b.WriteString(", " + policy)
	line := ""
	for line == "" { // it is written after the answer
		if _, line, _ = strings.Cut(w.Logged.String()[before:], "msg=request"); line == "" {
			time.Sleep(time.Millisecond)
		}
	}
	asked, _, _ := strings.Cut(path, "?")
	if logged := regexp.MustCompile(`path=(\S+)`).FindStringSubmatch(line)[1]; logged != asked {
		fmt.Fprintf(&b, ", logged as %s", logged)
	}
	if body := strings.TrimSpace(varying.ReplaceAllString(got.Text, "{uuid}")); body != "" {
		b.WriteString("\n    " + body)
	}
	return b.String()
}

// difference are the lines of either text that the other has not at the same place.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) {
			fmt.Fprintf(&out, "%d lines, %d lines\n", len(a), len(b))
			break
		}
		if a[i] != b[i] {
			fmt.Fprintf(&out, "line %d\n- %s\n+ %s\n", i+1, a[i], b[i])
		}
	}
	return out.String()
}

// What it costs to find out who answers: of a page, which no pattern claims, of a file and of a
// call.
func BenchmarkRoute(b *testing.B) {
	w := edgetest.New(b, nil)
	for _, path := range []string{"/mypage/login-history", "/_next/static/chunks/a.js", "/zapi/internal/mypage/sessions/screen-data"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		b.Run(path, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.Ask(r)
			}
		})
	}
}
