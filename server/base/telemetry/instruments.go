package telemetry

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel/attribute"
	exporter "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/exemplar"

	"kaiin/server/base/logs"
)

// mostSeries is how many combinations of labels a metric has before what comes new is folded. Half
// as many are kept for what is folded.
const mostSeries = 2000

var (
	measuring atomic.Bool // a listener answers /metrics
	registry  = prometheus.NewRegistry()
	meter     = newMeter()
)

// newMeter makes the meter of the process, whose metrics the registry gives to Prometheus.
func newMeter() metric.Meter {
	reader, err := exporter.New(exporter.WithRegisterer(registry), exporter.WithoutScopeInfo(), exporter.WithoutTargetInfo())
	if err != nil {
		panic(err) // the registry is new
	}
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	provider := sdk.NewMeterProvider(sdk.WithReader(reader), sdk.WithExemplarFilter(exemplar.AlwaysOffFilter), sdk.WithCardinalityLimit(2*mostSeries))
	return provider.Meter("kaiin")
}

// Measuring is whether anyone can read what is measured.
func Measuring() bool { return measuring.Load() }

// labels are the names of the labels of a metric, and the combinations of values seen so far.
type labels struct {
	names []string

	mu    sync.RWMutex
	known map[[maxLabels]string]metric.MeasurementOption
}

const maxLabels = 3

func newLabels(names []string) labels {
	if len(names) > maxLabels {
		panic("too many labels")
	}
	return labels{names: names, known: map[[maxLabels]string]metric.MeasurementOption{}}
}

// of is the combination of the values, which are in the order of the names.
func (l *labels) of(values []string) metric.MeasurementOption {
	var key [maxLabels]string
	copy(key[:], values)
	l.mu.RLock()
	known, ok := l.known[key]
	l.mu.RUnlock()
	if ok {
		return known
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, ok = l.known[key]; !ok {
		key = l.folded(key)
		known, ok = l.known[key]
	}
	if !ok {
		var all []attribute.KeyValue
		for i, name := range l.names {
			all = append(all, attribute.String(name, key[i]))
		}
		known = metric.WithAttributeSet(attribute.NewSet(all...))
		l.known[key] = known
	}
	return known
}

// folded is the combination that a new one is counted as. When the metric is full, the last of its
// labels stays: it is how something ended, which has few values and which alerts go by.
func (l *labels) folded(key [maxLabels]string) [maxLabels]string {
	if len(l.known) < mostSeries {
		return key
	}
	kept := len(l.names) - 1
	if kept == 0 || len(l.known) >= mostSeries+mostSeries/2 {
		kept = len(l.names)
	}
	for i := range kept {
		key[i] = "other"
	}
	return key
}

// must is an instrument, whose name is written in this package.
func must[T any](instrument T, err error) T {
	if err != nil {
		panic(err)
	}
	return instrument
}

// Counter counts what happens in this process.
type Counter struct {
	labels
	instrument metric.Float64Counter
}

func counter(name, unit, meaning string, names ...string) *Counter {
	return &Counter{newLabels(names), must(meter.Float64Counter(name, metric.WithUnit(unit), metric.WithDescription(meaning)))}
}

// Add counts n more with the values of the labels.
func (c *Counter) Add(ctx context.Context, n int, values ...string) {
	if measuring.Load() && n > 0 {
		c.instrument.Add(ctx, float64(n), c.of(values))
	}
}

// begin has the counter answer zero for the values before anything has happened: what comes first
// is an increase only to a figure that was there.
func (c *Counter) begin(values ...string) { c.instrument.Add(context.Background(), 0, c.of(values)) }

// Histogram measures how long what happens in this process takes.
type Histogram struct {
	labels
	instrument metric.Float64Histogram
}

// seconds are the bounds of the conventions for what takes a moment.
var seconds = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30}

func histogram(name, meaning string, names ...string) *Histogram {
	return &Histogram{newLabels(names), must(meter.Float64Histogram(name, metric.WithUnit("s"), metric.WithDescription(meaning), metric.WithExplicitBucketBoundaries(seconds...)))}
}

// Record adds something that took so many seconds, with the values of the labels.
func (h *Histogram) Record(ctx context.Context, seconds float64, values ...string) {
	if measuring.Load() {
		h.instrument.Record(ctx, seconds, h.of(values))
	}
}

// Gauge is a figure that is read at every scrape.
type Gauge struct {
	labels
	instrument metric.Float64Observable
}

func gauge(name, unit, meaning string, names ...string) *Gauge {
	return keep(&Gauge{newLabels(names), must(meter.Float64ObservableGauge(name, metric.WithUnit(unit), metric.WithDescription(meaning)))})
}

// total is a Gauge that only grows.
func total(name, unit, meaning string, names ...string) *Gauge {
	return keep(&Gauge{newLabels(names), must(meter.Float64ObservableCounter(name, metric.WithUnit(unit), metric.WithDescription(meaning)))})
}

// gauges are all of them, because a callback names those that it may report.
var gauges []metric.Observable

func keep(g *Gauge) *Gauge {
	gauges = append(gauges, g.instrument)
	return g
}

// Reading is what one scrape gets.
type Reading struct{ observer metric.Observer }

// Set gives the value that a gauge has for the values of its labels.
func (r Reading) Set(g *Gauge, value float64, values ...string) {
	option, _ := g.of(values).(metric.ObserveOption)
	r.observer.ObserveFloat64(g.instrument, value, option)
}

// Observe has read called at every scrape, until the function that it returns is called.
func Observe(read func(context.Context, Reading)) (end func()) {
	registered := must(meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		read(ctx, Reading{o})
		return nil
	}, gauges...))
	return func() { _ = registered.Unregister() }
}

// beginAll begins the counters, each with what is usual.
func beginAll() {
	for _, outcome := range []string{"sent", "not_taken", "given_up"} {
		Messages.begin("mail", outcome)
		Messages.begin("sms", outcome)
	}
	for _, outcome := range []string{"hit", "miss"} {
		SharedPages.begin(outcome)
	}
	ScanFound.begin()
	RenewalsDue.begin()
	Purged.begin("sessions")
	FailedLogins.begin("Password")
	ThrottleRefusals.begin("login")
	for _, outcome := range []string{"settled", "declined", "unknown"} {
		Charges.begin("merchant", outcome)
	}
}

// aboutBuild reports which build of the program this is.
func aboutBuild(_ context.Context, r Reading) { r.Set(Build, 1, logs.Version(), runtime.Version()) }
