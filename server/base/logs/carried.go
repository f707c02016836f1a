package logs

import (
	"context"
	"log/slog"
	"slices"

	"go.opentelemetry.io/otel/trace"
)

// Names of attributes that contexts carry.
const (
	RequestID = "requestId"
	Job       = "job" // its id in river_job
	JobKind   = "jobKind"
	Attempt   = "attempt"

	traceID = "traceId" // where the trace is sent to a collector
)

type carriedKey struct{}

// With returns a context whose lines carry more attributes. One of a name that ctx carries already
// takes its place.
func With(ctx context.Context, attributes ...slog.Attr) context.Context {
	before, _ := ctx.Value(carriedKey{}).([]slog.Attr)
	all := slices.Clone(before)
	all = slices.DeleteFunc(all, func(old slog.Attr) bool {
		return slices.ContainsFunc(attributes, func(a slog.Attr) bool { return a.Key == old.Key })
	})
	return context.WithValue(ctx, carriedKey{}, append(all, attributes...))
}

// Carried is a handler that adds to every line what its context carries, and whose times are UTC.
// An attribute that the line has itself counts before the context's of that name.
func Carried(to slog.Handler) slog.Handler { return carried{to} }

type carried struct{ slog.Handler }

func (h carried) Handle(ctx context.Context, line slog.Record) error {
	line.Time = line.Time.UTC()
	if span := trace.SpanContextFromContext(ctx); span.IsSampled() {
		line = line.Clone()
		line.AddAttrs(slog.String(traceID, span.TraceID().String()))
	}
	if attributes, _ := ctx.Value(carriedKey{}).([]slog.Attr); len(attributes) > 0 {
		line = line.Clone()
		for _, a := range attributes {
			if !has(line, a.Key) {
				line.AddAttrs(a)
			}
		}
	}
	return h.Handler.Handle(ctx, line)
}

func has(line slog.Record, key string) (found bool) {
	line.Attrs(func(a slog.Attr) bool { found = a.Key == key; return !found })
	return found
}

func (h carried) WithAttrs(attributes []slog.Attr) slog.Handler {
	return carried{h.Handler.WithAttrs(attributes)}
}
func (h carried) WithGroup(name string) slog.Handler { return carried{h.Handler.WithGroup(name)} }
