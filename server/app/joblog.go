package app

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/logs"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/money/payment"
)

// jobLog puts failed jobs into the log, which River does only among what is usual. What an error
// says may hold a member's address: it is kept in river_job, under the id told here.
type jobLog struct{ log *slog.Logger }

// HandleError notes a failed try. River decides as usual whether there will be another.
func (l jobLog) HandleError(ctx context.Context, job *rivertype.JobRow, _ error) *river.ErrorHandlerResult {
	ctx, last := store.ForLog(ctx, job), job.Attempt >= job.MaxAttempts
	if last && !comesAgain(job.Kind) {
		l.log.ErrorContext(ctx, "job failed", "alarm", logs.JobFailedForGood, "last", last)
	} else {
		l.log.WarnContext(ctx, "job failed", "last", last)
	}
	return nil
}

// HandlePanic notes a defect of ours.
func (l jobLog) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	l.log.ErrorContext(store.ForLog(ctx, job), "job panicked", "alarm", logs.Panic, "panic", fmt.Sprint(value), "stack", trace)
	return nil
}

// comesAgain holds for kinds of jobs whose last try is not the end of their cause: a scan adds
// another job as long as the cause is there. What cannot be done for long has an alarm of its own,
// as has a message that is given up.
func comesAgain(kind string) bool {
	return slices.Contains([]string{
		scanArgs{}.Kind(), purgeArgs{}.Kind(), notify.DeliverArgs{}.Kind(),
		payment.ResolveArgs{}.Kind(), payment.RefundArgs{}.Kind(), payment.NoticeArgs{}.Kind(),
	}, kind)
}
