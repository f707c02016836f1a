package store

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/logs"
)

// Job declares one kind of job: where it waits, how often it is tried, and how long it may take.
// It is declared beside the arguments of the job, whose InsertOpts answers that of the Job. The
// method Jobs of the service adds the function.
type Job[Args Arguments] struct {
	Queue    string
	Priority int                  // in its queue, from 1, which is first, to 4; 0 is 1
	Tries    int                  // at the most; 0 is 25
	Timeout  time.Duration        // of one try; 0 is a minute
	Unique   []rivertype.JobState // one job of the same arguments in these states; nil is any number
}

// Arguments are what is kept of a job until it is worked on, as JSON. They name its kind and say
// how it is added.
type Arguments interface {
	river.JobArgs
	river.JobArgsWithInsertOpts
}

// The jobs among which no other job may have the same arguments.
var (
	// AmongUnfinished keeps two jobs from waiting side by side. A finished job does not count.
	AmongUnfinished = []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
		rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}
	// AmongAll keeps a second job away also when the first is finished, while its row is kept.
	AmongAll = rivertype.JobStates()
)

// InsertOpts is how a job of the kind is added.
func (j Job[Args]) InsertOpts() river.InsertOpts {
	return river.InsertOpts{
		Queue: j.Queue, Priority: j.Priority, MaxAttempts: j.Tries,
		UniqueOpts: river.UniqueOpts{ByArgs: j.Unique != nil, ByState: j.Unique},
	}
}

// Add has the workers call the function for jobs of the kind. After an error the job is tried
// again, as often as the Job says.
func (j Job[Args]) Add(workers *river.Workers, work func(context.Context, *river.Job[Args]) error) {
	river.AddWorker(workers, limited[Args]{river.WorkFunc(func(ctx context.Context, job *river.Job[Args]) error {
		return measured(ForLog(ctx, job.JobRow), job.JobRow, func(ctx context.Context) error { return work(ctx, job) })
	}), j.Timeout})
}

// ForLog returns a context whose lines of the log name the job and its try.
func ForLog(ctx context.Context, job *rivertype.JobRow) context.Context {
	return logs.With(ctx, slog.Int64(logs.Job, job.ID), slog.String(logs.JobKind, job.Kind), slog.Int(logs.Attempt, job.Attempt))
}

// limited is a worker with a limit of its own.
type limited[Args river.JobArgs] struct {
	river.Worker[Args]
	limit time.Duration
}

// Timeout is the limit of one try.
func (l limited[Args]) Timeout(*river.Job[Args]) time.Duration { return l.limit }
