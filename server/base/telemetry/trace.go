package telemetry

import (
	"context"
	"fmt"
	"net/url"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"kaiin/server/base/logs"
)

// tracer is that of the process while traces are sent, else nil.
var tracer atomic.Pointer[trace.Tracer]

// lastSend is how long the end of the process waits for traces that were not sent yet.
const lastSend = 5 * time.Second

// Send sends traces to the collector at the endpoint, by OTLP over HTTP, until the function that it
// returns is called: so many of those that begin here, 1 being all, and of each all or nothing.
func Send(ctx context.Context, endpoint *url.URL, ratio float64) (end func(), err error) {
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(endpoint.JoinPath("v1/traces").String()))
	if err != nil {
		return nil, err
	}
	return send(ctx, sdk.NewBatchSpanProcessor(exporter), ratio), nil
}

func send(ctx context.Context, to sdk.SpanProcessor, ratio float64) (end func()) {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { notSent(ctx, err) }))
	provider := sdk.NewTracerProvider(
		sdk.WithSpanProcessor(to), sdk.WithSampler(sdk.ParentBased(sdk.TraceIDRatioBased(ratio))),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "kaiin"), attribute.String("service.version", logs.Version()), attribute.String("service.instance.id", logs.Instance()))),
	)
	of := provider.Tracer("kaiin")
	tracer.Store(&of)
	return func() {
		tracer.Store(nil)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastSend)
		defer cancel()
		_ = provider.Shutdown(ctx)
	}
}

// Kind is which side of a call a span is.
type Kind = trace.SpanKind

const (
	Server   = trace.SpanKindServer
	Client   = trace.SpanKindClient
	Consumer = trace.SpanKindConsumer // of a job
)

// Span is a part of a trace that has begun. The zero value records nothing.
type Span struct{ span trace.Span }

// Begin begins a span below that of ctx, or a trace where ctx has none.
func Begin(ctx context.Context, kind Kind, name string) (context.Context, Span) {
	t := tracer.Load()
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := (*t).Start(ctx, name, trace.WithSpanKind(kind))
	if !span.IsRecording() {
		return ctx, Span{}
	}
	return ctx, Span{span}
}

// Within is Begin for what is told as a part of a trace only: it begins none.
func Within(ctx context.Context, kind Kind, name string) (context.Context, Span) {
	if !Recording(ctx) {
		return ctx, Span{}
	}
	return Begin(ctx, kind, name)
}

// Recording is whether ctx is in a trace that is sent.
func Recording(ctx context.Context) bool {
	return tracer.Load() != nil && trace.SpanContextFromContext(ctx).IsSampled()
}

// Note adds an attribute to the span of ctx, as Set does.
func Note(ctx context.Context, name, value string) {
	if Recording(ctx) {
		trace.SpanFromContext(ctx).SetAttributes(attribute.String(name, value))
	}
}

// Name gives the span another name.
func (s Span) Name(name string) {
	if s.span != nil {
		s.span.SetName(name)
	}
}

// Set adds an attribute, whose value names no member and no address of one.
func (s Span) Set(name, value string) {
	if s.span != nil {
		s.span.SetAttributes(attribute.String(name, value))
	}
}

// SetInt is Set for a number.
func (s Span) SetInt(name string, value int) {
	if s.span != nil {
		s.span.SetAttributes(attribute.Int(name, value))
	}
}

// End ends the span. Of an error it tells the type.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.Fail(fmt.Sprintf("%T", err))
	}
	s.span.End()
}

// Fail marks the span as that of a failure of the type.
func (s Span) Fail(kind string) {
	if s.span != nil {
		s.span.SetStatus(codes.Error, "")
		s.span.SetAttributes(attribute.String("error.type", kind))
	}
}

// HeaderTraceparent names the trace of a request (W3C Trace Context).
const HeaderTraceparent = "Traceparent"

const carried = "traceparent"

// Traceparent names the span of ctx, below which its trace goes on; "" where none is sent.
func Traceparent(ctx context.Context) string {
	if !Recording(ctx) {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[carried]
}

// Continue returns a context whose spans are below the one that the text names. A caller has to
// know that the text comes from this program.
func Continue(ctx context.Context, traceparent string) context.Context {
	if traceparent == "" || tracer.Load() == nil {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{carried: traceparent})
}
