package store

import (
	"context"
	"encoding/json"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/clock"
	"kaiin/server/base/telemetry"
)

// origin is what the metadata of a job keep of its cause.
type origin struct {
	Traceparent string `json:"traceparent,omitempty"`
}

// traceable has a job go on with the trace of its cause, where that is sent. Jobs that a scan adds
// by the hundred have traces of their own.
func traceable(ctx context.Context, opts *river.InsertOpts) *river.InsertOpts {
	parent := telemetry.Traceparent(ctx)
	if parent == "" || opts != nil && opts.Metadata != nil {
		return opts
	}
	if opts == nil {
		opts = &river.InsertOpts{}
	}
	with := *opts
	with.Metadata, _ = json.Marshal(origin{parent}) // a text
	return &with
}

// measured works on a job, and tells how long that took and how it ended.
func measured(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) (err error) {
	var from origin
	if json.Unmarshal(job.Metadata, &from) == nil {
		ctx = telemetry.Continue(ctx, from.Traceparent)
	}
	ctx, span := telemetry.Begin(ctx, telemetry.Consumer, job.Kind)
	span.Set("kaiin.queue", job.Queue)
	began, outcome := clock.Machine.Now(), "panicked"
	defer func() {
		telemetry.Jobs.Record(ctx, clock.Machine.Now().Sub(began).Seconds(), job.Kind, outcome)
		if outcome == "panicked" {
			span.Fail(outcome)
		}
		span.End(err)
	}()
	err = work(ctx)
	if outcome = "done"; err != nil {
		outcome = "failed"
	}
	return err
}
