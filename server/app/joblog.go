package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// jobLog puts failed jobs into the log, which River does only among what is usual. What an error
// says may hold a member's address: it is kept in river_job, under the id told here.
type jobLog struct{ log *slog.Logger }

// HandleError notes a failed try. River decides as usual whether there will be another.
func (l jobLog) HandleError(ctx context.Context, job *rivertype.JobRow, _ error) *river.ErrorHandlerResult {
	l.log.WarnContext(ctx, "job failed", "job", job.ID, "kind", job.Kind, "attempt", job.Attempt, "last", job.Attempt >= job.MaxAttempts)
	return nil
}

// HandlePanic notes a defect of ours.
func (l jobLog) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	l.log.ErrorContext(ctx, "job panicked", "job", job.ID, "kind", job.Kind, "attempt", job.Attempt, "panic", fmt.Sprint(value), "stack", trace)
	return nil
}
