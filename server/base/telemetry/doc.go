// Package telemetry tells an operator in figures and traces what the process does: it counts and
// measures, answers Prometheus and pprof on a listener of its own, and sends traces by OTLP.
//
//	something happens ─▶ Counter.Add, Histogram.Record ─┐
//	a scrape ─▶ what Observe registered ─▶ Gauge        ├─▶ /metrics of Listen
//	request, statement, job, call ─▶ Begin, Span.End ────▶ Send, to a collector
//
// All metrics are declared in metrics.go. Those of a process are shared by whatever runs in it.
//
// What this package promises to the rest:
//
//   - Until Listen or Send is called no port is open, nothing is sent, and every call returns at
//     once.
//   - A label has one of few values. From mostSeries of a metric on, further ones are "other".
//   - No address, name, token or id of a member is in a label or in a span: callers give names of
//     routes, tables, queues and kinds, never a value that a caller or a member has sent. The text
//     of an error is in no span, since it may quote one.
//   - A trace of the outside world is never continued: who may continue one is for the caller of
//     Continue to say.
package telemetry
