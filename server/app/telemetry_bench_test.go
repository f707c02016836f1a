package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"syscall"
	"testing"
	"time"

	"kaiin/ent/subscription"
	"kaiin/server/base/telemetry"
)

// BenchmarkTelemetry tells how many times the processor time of a renewal, and of the API's call
// for a page, it takes with metrics and a tenth of the traces, of the process alone; the collector
// is in it, too. It knows no bounds.
func BenchmarkTelemetry(b *testing.B) {
	each, calls, rounds := 5*renewedAlone, 400, renewRounds/2
	if testing.Short() { // only to see that it works
		each, calls, rounds = 2, 2, 1
	}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	b.Cleanup(collector.Close)
	to, err := url.Parse(collector.URL)
	if err != nil {
		b.Fatal(err)
	}
	w := manyDue(b, 2*each*(rounds+1), 0) // the first round does not count
	a := w.process(b, 1)
	on := *a.Config
	on.TelemetryListen, on.TracesTo, on.TracesRatio = "127.0.0.1:0", to, 0.1
	off := *a.Config
	compare := func(what string, count int, do func()) {
		var ratios, times []float64
		for round := range rounds + 1 {
			var took [2]time.Duration
			for i := range took {
				side := (i + round) % 2 // each is first by turns
				if a.Config = &off; side == 1 {
					a.Config = &on
				}
				took[side] = a.watched(b, do)
			}
			if round > 0 {
				ratios = append(ratios, took[1].Seconds()/took[0].Seconds())
				times = append(times, took[0].Seconds()*1e6/float64(count))
			}
		}
		b.ReportMetric(middle(times), "µs-of-a-"+what)
		b.ReportMetric(middle(ratios), "times-of-a-"+what)
	}
	compare("renewal", each, func() { a.renewSome(b, each) })
	compare("call", calls, func() { a.callSome(b, calls) })
}

// watched tells the processor time of something, with what tells of it to others.
func (a *App) watched(b *testing.B, do func()) time.Duration {
	before := processorTime(b)
	end, err := a.startTelemetry(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	do()
	end()
	return processorTime(b) - before
}

// renewSome renews contracts that are due, as a job does.
func (a *App) renewSome(b *testing.B, most int) {
	ids, err := a.Store.Client(b.Context()).Subscription.Query().Where(subscription.DueAtLTE(a.Clock.Now())).Limit(most).IDs(b.Context())
	if err != nil || len(ids) != most {
		b.Fatal(len(ids), err)
	}
	for _, id := range ids {
		ctx, span := telemetry.Begin(b.Context(), telemetry.Consumer, "subscription.renew")
		if err := a.Subscription.Renew(ctx, id); err != nil {
			b.Fatal(err)
		}
		span.End(nil)
	}
}

// callSome asks for the data of a page.
func (a *App) callSome(b *testing.B, count int) {
	for range count {
		w := httptest.NewRecorder()
		a.Edge.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/plans/screen-data", nil))
		if w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body.String())
		}
	}
}

// processorTime is what this process has taken so far.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
