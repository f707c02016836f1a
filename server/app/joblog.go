package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
)

// jobLog puts failed jobs into the log, which River does only among what is usual. What the error
// of a try says to the letter is kept in river_job, under the id told here.
type jobLog struct{ log *slog.Logger }

// HandleError notes a failed try. River decides as usual whether there will be another.
func (l jobLog) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	ctx = store.ForLog(ctx, job)
	if job.Attempt >= job.MaxAttempts {
		l.forGood(ctx, err.Error())
		return nil
	}
	l.log.WarnContext(ctx, "job failed")
	return nil
}

// HandlePanic notes a defect of ours.
func (l jobLog) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	ctx = store.ForLog(ctx, job)
	l.log.ErrorContext(ctx, "job panicked", "alarm", logs.Panic, "panic", fmt.Sprint(value), "stack", trace)
	if job.Attempt >= job.MaxAttempts {
		l.forGood(ctx, fmt.Sprint(value))
	}
	return nil
}

func (l jobLog) forGood(ctx context.Context, what string) {
	l.log.ErrorContext(ctx, "a job failed for good", "alarm", logs.JobFailedForGood, "error", store.Impersonal(what))
}
