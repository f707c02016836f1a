package telemetry

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"kaiin/e2e/blackbox"
)

// collected are the spans that a collector was sent.
type collected struct {
	mu     sync.Mutex
	traces map[string][]string // by the id of the trace: kind and name of each span
	text   strings.Builder     // all that was sent, to be searched
}

func startCollector(t *testing.T) (c *collected, url string) {
	t.Helper()
	c = &collected{traces: map[string][]string{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent collector.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &sent) != nil {
			t.Errorf("%s %s is no request of OTLP", r.Method, r.URL)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.text.WriteString(protojson.Format(&sent))
		for _, resource := range sent.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				for _, span := range scope.Spans {
					id := fmt.Sprintf("%x", span.TraceId)
					c.traces[id] = append(c.traces[id], strings.TrimPrefix(span.Kind.String(), "SPAN_KIND_")+" "+span.Name)
				}
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	t.Cleanup(server.Close)
	return c, server.URL
}

// await waits for a trace that has spans whose names begin so, and answers its id.
func (c *collected) await(t *testing.T, names ...string) (id string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		c.mu.Lock()
		for trace, spans := range c.traces {
			missing := func(name string) bool {
				return !slices.ContainsFunc(spans, func(span string) bool { return strings.HasPrefix(span, name) })
			}
			if !slices.ContainsFunc(names, missing) {
				id = trace
			}
		}
		c.mu.Unlock()
		if id != "" {
			return id
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var all strings.Builder
	for trace, spans := range c.traces {
		fmt.Fprintf(&all, "%s\n\t%s\n", trace, strings.Join(spans, "\n\t"))
	}
	t.Fatalf("no trace has all of %q:\n%s", names, all.String())
	return ""
}

// all is what was sent.
func (c *collected) all() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// pageServer plays Next: it asks the API for the data of a page with the headers that it was given,
// as web/lib/server/upstream.ts does.
func pageServer(t *testing.T, s *blackbox.Stack) (url string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call, err := http.NewRequestWithContext(r.Context(), http.MethodGet, s.Origin+r.URL.Path+"/screen-data", nil)
		if err != nil {
			t.Error(err)
			return
		}
		for _, name := range []string{"Cookie", "X-Kaiin-Context", "X-Kaiin-Locale", "Traceparent"} {
			if value := r.Header.Get(name); value != "" {
				call.Header.Set(name, value)
			}
		}
		answer, err := http.DefaultClient.Do(call)
		if err != nil {
			t.Error(err)
			return
		}
		_ = answer.Body.Close()
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<html></html>")
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// A page, the API's call for it, its statements, the jobs that come of a call, and the calls of the
// provider are in one trace.
func TestOneTrace(t *testing.T) { // G-03
	t.Parallel()
	s := newStack(t)
	c, url := startCollector(t)
	s.Start(blackbox.Program(), "OTEL_EXPORTER_OTLP_ENDPOINT="+url, "OTEL_TRACES_SAMPLER_ARG=1", "OTEL_BSP_SCHEDULE_DELAY=300", "KAIIN_NEXT_URL="+pageServer(t, s))
	m := member(t, s)
	if _, err := blackbox.Want(m.Buy("monthly")); err != nil {
		t.Fatal(err)
	}
	const planted = "0af7651916cd43dd8448eb211c80319c"
	_, err := m.Send("GET", "/mypage", nil, func(r *http.Request) {
		r.Header.Set("Traceparent", "00-"+planted+"-b7ad6b7169203331-01")
	})
	must(t, err)
	_, err = m.Post("/login", map[string]any{"emailUserId": m.Email, "password": "not-" + blackbox.Password, "loginMethod": "Password"})
	must(t, err)
	id := c.await(t, "SERVER GET /mypage", "CLIENT render", "SERVER GET /mypage/screen-data", "CLIENT SELECT ")
	c.await(t, "SERVER GET /payment/tds/{key}/{result}", "CLIENT sbps charge", "CLIENT sbps commit", "CLIENT POST 127.0.0.1", "CLIENT UPDATE charges", "CONSUMER notify.deliver")
	s.Logs(`"traceId":"` + id + `"`)
	c.await(t, "SERVER POST /login")
	if !strings.Contains(c.all(), "MypageScreen") {
		t.Error("no span names its document")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.traces[planted]) > 0 {
		t.Errorf("a caller has planted the trace of %q", c.traces[planted])
	}
	secrets(t, s, m, c.text.String())
}
