package gateway

import (
	"context"

	"kaiin/server/base/clock"
	"kaiin/server/base/telemetry"
)

// measure begins the span of a call, and returns what tells how long it took and how it ended.
func (r *breaker) measure(ctx context.Context, operation string) (context.Context, func(error)) {
	began := clock.Machine.Now()
	ctx, span := telemetry.Within(ctx, telemetry.Client, r.provider+" "+operation)
	return ctx, func(err error) {
		outcome := outcomeOf(err)
		telemetry.ProviderCalls.Record(ctx, clock.Machine.Now().Sub(began).Seconds(), r.provider, operation, outcome)
		span.Set("kaiin.outcome", outcome)
		span.End(err)
	}
}

func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "done"
	case IsCircuitOpen(err):
		return "not_sent"
	case unanswered(err):
		return "unanswered"
	}
	return "refused"
}

// isOpen is whether the circuit is open: calls are refused, or one at a time tries. When the
// provider was not called for long after the pause, nothing is known of it.
func (r *breaker) isOpen() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.until.IsZero() && (r.trying || r.clock.Now().Before(r.until.Add(longestPause)))
}
