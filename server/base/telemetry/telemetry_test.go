package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// The metrics and the tracer are those of the process, so these tests run one after the other.

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = answer.Body.Close() }()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(all)
}

func TestListen(t *testing.T) { // G-03
	address := freeAddress(t)
	Messages.Add(t.Context(), 1, "mail", "before")
	if status, _ := get(t, "http://"+address+"/metrics"); status != 0 {
		t.Fatalf("before Listen the port answers %d", status)
	}
	end, err := Listen(t.Context(), address, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	Messages.Add(t.Context(), 2, "mail", "sent")
	Messages.Add(t.Context(), 1, "mail", "sent")
	unregister := Observe(func(_ context.Context, r Reading) { r.Set(CircuitOpen, 1, "somebody") })
	_, figures := get(t, "http://"+address+"/metrics")
	for _, want := range []string{
		`kaiin_messages_total{channel="mail",outcome="sent"} 3`, `kaiin_provider_circuit_open{provider="somebody"} 1`, "kaiin_build_info{", "go_goroutines ", "process_cpu_seconds_total ",
	} {
		if !strings.Contains(figures, want) {
			t.Errorf("no %s in:\n%s", want, figures)
		}
	}
	if strings.Contains(figures, "before") {
		t.Error("what happened before Listen was counted")
	}
	unregister()
	if _, figures = get(t, "http://"+address+"/metrics"); strings.Contains(figures, "somebody") {
		t.Error("a figure is read after its end")
	}
	for path, want := range map[string]int{"/debug/pprof/": 200, "/debug/pprof/heap": 200, "/debug/pprof/goroutine?debug=1": 200, "/": 404, "/healthz": 404} {
		if status, _ := get(t, "http://"+address+path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	end()
	if status, _ := get(t, "http://"+address+"/metrics"); status != 0 {
		t.Errorf("after its end the port answers %d", status)
	}
}

// Whatever comes, a metric has so many series and no more.
func TestLabelsAreBounded(t *testing.T) { // G-03
	for _, names := range [][]string{{"route"}, {"route", "status"}} {
		l := newLabels(names)
		known := map[any]bool{}
		for i := range 2 * mostSeries {
			known[fmt.Sprint(l.of([]string{fmt.Sprintf("/%d", i), fmt.Sprint(i)}[:len(names)]))] = true
		}
		most := mostSeries + 1 + (len(names)-1)*mostSeries/2
		if len(l.known) > most || len(known) > most {
			t.Errorf("%v: %d series, want %d", names, len(l.known), most)
		}
	}
}

// A metric that is full still tells which requests fail.
func TestAFullMetricKeepsTheStatus(t *testing.T) { // G-03
	l := newLabels([]string{"method", "route", "status"})
	for i := range mostSeries {
		l.of([]string{"GET", fmt.Sprintf("/%d", i), "404"})
	}
	l.of([]string{"POST", "/login", "502"})
	l.of([]string{"POST", "/signup", "502"})
	for _, want := range [][maxLabels]string{{"GET", "/0", "404"}, {"other", "other", "502"}} {
		if _, ok := l.known[want]; !ok {
			t.Errorf("there is no %v", want)
		}
	}
	if len(l.known) != mostSeries+1 {
		t.Errorf("%d series, want %d", len(l.known), mostSeries+1)
	}
}

// record keeps the spans of a test.
func record(t *testing.T, ratio float64) *tracetest.SpanRecorder {
	t.Helper()
	r := tracetest.NewSpanRecorder()
	t.Cleanup(send(t.Context(), r, ratio))
	return r
}

func TestTraces(t *testing.T) { // G-03
	spans := record(t, 1)
	ctx, request := Begin(t.Context(), Server, "request")
	_, call := Within(ctx, Client, "SELECT accounts")
	call.End(errors.New("taro@example.jp is unknown"))
	parent := Traceparent(ctx)
	request.Name("GET /plans/{planId}")
	request.End(nil)
	_, job := Begin(Continue(context.Background(), parent), Consumer, "notify.deliver")
	job.End(nil)
	_, none := Within(context.Background(), Client, "SELECT accounts")
	none.End(nil)
	var told []string
	trace := ""
	for _, s := range spans.Ended() {
		if trace == "" {
			trace = s.SpanContext().TraceID().String()
		}
		if s.SpanContext().TraceID().String() != trace {
			t.Errorf("%s is in another trace", s.Name())
		}
		told = append(told, fmt.Sprint(s.Name(), s.Attributes(), s.Status(), s.Events()))
	}
	if len(told) != 3 || strings.Contains(strings.Join(told, "\n"), "taro") {
		t.Errorf("the spans are\n%s", strings.Join(told, "\n"))
	}
}

func TestNothingIsTracedWithoutACollector(t *testing.T) { // G-03
	ctx, span := Begin(Continue(t.Context(), "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"), Server, "request")
	span.End(nil)
	if ctx != t.Context() || Recording(ctx) || Traceparent(ctx) != "" {
		t.Error("without a collector there is a trace")
	}
	spans := record(t, 0)
	ctx, span = Begin(t.Context(), Server, "request")
	span.End(nil)
	if len(spans.Ended()) != 0 || Traceparent(ctx) != "" {
		t.Error("a trace that is not to be sent is recorded")
	}
}

func BenchmarkOff(b *testing.B) {
	for range b.N {
		ctx, span := Begin(b.Context(), Server, "request")
		Requests.Record(ctx, 1, "GET", "/", "200")
		span.End(nil)
	}
}

func BenchmarkOn(b *testing.B) {
	measuring.Store(true)
	b.Cleanup(func() { measuring.Store(false) })
	b.Cleanup(send(b.Context(), sdk.NewBatchSpanProcessor(tracetest.NewNoopExporter()), 0.1))
	for range b.N {
		ctx, span := Begin(b.Context(), Server, "request")
		Requests.Record(ctx, 1, "GET", "/", "200")
		span.End(nil)
	}
}
