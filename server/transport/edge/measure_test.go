package edge_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/telemetry"
	"kaiin/server/transport/edge/edgetest"
)

var routeLabel = regexp.MustCompile(`http_route="([^"]*)"`)

// A metric names the pattern of a route, so that no caller makes labels up, and no id is in one.
func TestMetricsNamePatterns(t *testing.T) { // G-03
	end, err := telemetry.Listen(t.Context(), "127.0.0.1:0", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	w := edgetest.New(t, nil)
	for path, route := range map[string]string{
		"/": "/", "/plans/standard": "/plans/{planId}", "/plans/taro%40example.jp/": "/plans/{planId}", "/mypage/subscription/0199f1c2-7a3b-7c11-8f11-000000000001": "/mypage/subscription/{subscriptionId}",
		"/zapi/postal-code/1000001": "/zapi/postal-code/{postalCode}", "/account-header/screen-data": "/account-header/screen-data", "/login": "/login", "/login/": "/login", "/healthz": "/healthz",
		"/payment/notice/paypal": "other", "/payment/tds/" + edgetest.Token + "/ok": "other", "/_next/data/x/login.json": "/_next/data/",
		"/made-up": "other", "/made/up/taro": "other", "/metrics": "other", "/debug/pprof/": "other", "//evil.example/x": "other", "/a/../b": "other", "/zapi/made-up": "other",
	} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		w.ServeHTTP(httptest.NewRecorder(), r)
		if got := routes(t); !slices.Contains(got, route) {
			t.Errorf("%s: no route %s among %q", path, route, got)
		}
	}
	w.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("TARO", "/healthz", nil))
	w.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPut, "/zapi/postal-code/1000001", nil))
	text := scrape(t)
	for _, part := range []string{"taro", "0199f1c2", "standard", "made", edgetest.Token, "TARO"} {
		if strings.Contains(text, part) {
			t.Errorf("%s is in a label", part)
		}
	}
	if !strings.Contains(text, `http_request_method="_OTHER"`) {
		t.Error("a method that somebody made up is not told as one")
	}
	if strings.Contains(text, `"PUT"`) || !strings.Contains(text, `http_request_method="other",http_response_status_code="405",http_route="other"`) {
		t.Error("a method that a route has not is told of")
	}
	if strings.Contains(w.Logged.String(), "TARO") {
		t.Error("a method that somebody made up is logged")
	}
}

func scrape(t *testing.T) string {
	t.Helper()
	w := httptest.NewRecorder()
	telemetry.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatal(fmt.Sprint(w.Code, w.Body.String()))
	}
	return w.Body.String()
}

func routes(t *testing.T) (all []string) {
	for _, found := range routeLabel.FindAllStringSubmatch(scrape(t), -1) {
		all = append(all, found[1])
	}
	return all
}

// What a caller says of traces counts for nothing: no request is told for it, and Next hears of no
// trace.
func TestTraceOfAStrangerIsNotContinued(t *testing.T) { // G-03
	nowhere := &url.URL{Scheme: "http", Host: "127.0.0.1:9"}
	end, err := telemetry.Send(t.Context(), nowhere, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	w := edgetest.New(t, nil)
	heard := ""
	w.Next = func(_ http.ResponseWriter, r *http.Request) { heard += r.Header.Get("Traceparent") }
	r := httptest.NewRequest(http.MethodGet, "/login", nil)
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	w.ServeHTTP(httptest.NewRecorder(), r)
	if heard != "" {
		t.Errorf("Next hears of the trace %s", heard)
	}
}
