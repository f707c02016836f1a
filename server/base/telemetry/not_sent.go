package telemetry

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"kaiin/server/base/clock"
)

// told is when the last line about traces that could not be sent was written.
var told atomic.Int64

// notSent tells of traces that the collector did not take, once a minute at the most: they are
// lost, and nothing else is.
func notSent(ctx context.Context, err error) {
	now := clock.Machine.Now().Unix()
	if last := told.Load(); now-last < int64(time.Minute/time.Second) || !told.CompareAndSwap(last, now) {
		return
	}
	slog.WarnContext(ctx, "telemetry is lost", "error", err.Error())
}
