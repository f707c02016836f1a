package pages

import (
	"net/http"

	"kaiin/server/base/telemetry"
)

// traced tells Next of the trace that a page belongs to, whose calls then name it, and of no other.
type traced struct{ next http.RoundTripper }

func (t traced) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, span := telemetry.Within(r.Context(), telemetry.Client, "render")
	parent := telemetry.Traceparent(ctx)
	if parent == "" && r.Header.Get(telemetry.HeaderTraceparent) == "" {
		return t.next.RoundTrip(r)
	}
	r = r.Clone(ctx)
	r.Header.Del(telemetry.HeaderTraceparent)
	if parent != "" {
		r.Header.Set(telemetry.HeaderTraceparent, parent)
	}
	answer, err := t.next.RoundTrip(r)
	span.End(err)
	return answer, err
}
