package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/base/telemetry"
)

const (
	scanInterval  = 30 * time.Second
	lapseInterval = time.Second
	purgeInterval = time.Hour
	// rescueAfter is longer than any job may run. A job whose process died is taken up again
	// after it.
	rescueAfter = 5 * time.Minute
	stopWait    = 30 * time.Second
	// migrationPoll is how often a process that came before its migrations looks for them.
	migrationPoll = time.Second
)

// scanArgs is the job that looks for what has become due; purgeArgs the one that deletes what is no
// longer needed. Neither is tried again: the next one comes by itself.
type (
	scanArgs  struct{}
	purgeArgs struct{}
)

var (
	scanJob  = store.Job[scanArgs]{Queue: store.QueueScan, Tries: 1}
	purgeJob = store.Job[purgeArgs]{Queue: store.QueueScan, Tries: 1, Priority: 4}
)

func (scanArgs) Kind() string                 { return "app.scan" }
func (scanArgs) InsertOpts() river.InsertOpts { return scanJob.InsertOpts() }

func (purgeArgs) Kind() string                 { return "app.purge" }
func (purgeArgs) InsertOpts() river.InsertOpts { return purgeJob.InsertOpts() }

func (a *App) buildWorker() error {
	workers := river.NewWorkers()
	for _, service := range collect[worker](a) {
		service.Jobs(workers)
	}
	scanJob.Add(workers, func(ctx context.Context, _ *river.Job[scanArgs]) error {
		defer a.ran("scan")(ctx)
		found, err := a.scan(ctx)
		telemetry.ScanFound.Add(ctx, found)
		return err
	})
	purgeJob.Add(workers, func(ctx context.Context, _ *river.Job[purgeArgs]) error {
		defer a.ran("purge")(ctx)
		return a.purge(ctx)
	})
	var err error
	a.worker, err = river.NewClient(riverdatabasesql.New(a.Store.DB), &river.Config{
		Queues:               a.queues(),
		Workers:              workers,
		FetchCooldown:        cooldown,
		FetchPollInterval:    pollLater,
		RescueStuckJobsAfter: rescueAfter,
		SoftStopTimeout:      stopWait,
		Logger:               logs.OfLibrary(a.Log, slog.LevelWarn, logs.JobsHampered),
		ErrorHandler:         jobLog{a.Log},
		PeriodicJobs: []*river.PeriodicJob{
			river.NewPeriodicJob(river.PeriodicInterval(scanInterval), func() (river.JobArgs, *river.InsertOpts) { return scanArgs{}, nil }, nil),
			river.NewPeriodicJob(river.PeriodicInterval(purgeInterval), func() (river.JobArgs, *river.InsertOpts) { return purgeArgs{}, nil }, nil),
		},
	})
	if err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	return nil
}

// Work runs jobs until the context ends and those begun have come to an end. It begins with a scan,
// since what became due while no worker ran should not wait.
func (a *App) Work(ctx context.Context) error {
	if err := a.startWork(ctx); err != nil {
		if ctx.Err() != nil { // stopped before it began
			return nil
		}
		return fmt.Errorf("jobs: %w", err)
	}
	<-a.worker.Stopped()
	return nil
}

func (a *App) startWork(ctx context.Context) error {
	if err := a.awaitMigrations(ctx); err != nil {
		return err
	}
	if a.Config.SandboxURL != nil {
		if err := a.releaseJobs(ctx); err != nil {
			return err
		}
	}
	if _, err := a.worker.Insert(ctx, scanArgs{}, nil); err != nil {
		return err
	}
	if err := a.worker.Start(ctx); err != nil {
		return err
	}
	go a.watchLapses(ctx)
	return nil
}

// awaitMigrations waits for the tables of this version: on those of the former one its jobs would
// fail, while the former version still runs them well.
func (a *App) awaitMigrations(ctx context.Context) error {
	for waits := 0; ; waits++ {
		err := a.Store.Migrated(ctx)
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		if waits == 0 {
			a.Log.WarnContext(ctx, "jobs wait for kaiin migrate", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(migrationPoll):
		}
	}
}

// watchLapses tells apps what members may no longer watch, as soon as its time is over. The scan
// does so, too, but no app should hear of it half a minute late, so one that fails here is no error
// yet. That costs a look at an index a second.
func (a *App) watchLapses(ctx context.Context) {
	defer logs.Crash(ctx)
	ticks := time.NewTicker(lapseInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if _, err := a.Entitlement.Due(ctx); err != nil && ctx.Err() == nil {
				a.Log.WarnContext(ctx, "the ends of entitlements were not told", "error", err)
			}
		}
	}
}

// releaseJobs makes the jobs of a process that was killed available at once. Only a development
// stack, where one process does all the work, may do so; elsewhere they are rescued in time. It
// first waits for whatever that process had sent to PostgreSQL and PostgreSQL has not done yet,
// such as to take one more job: holding nothing else meanwhile, it can be in no deadlock.
func (a *App) releaseJobs(ctx context.Context) error {
	return a.Store.Tx(ctx, func(ctx context.Context) error {
		if err := a.Store.Exec(ctx, `LOCK TABLE river_job IN EXCLUSIVE MODE`); err != nil {
			return err
		}
		return a.Store.Exec(ctx, `UPDATE river_job SET state = 'available', scheduled_at = now(), attempt = greatest(attempt - 1, 0)
			WHERE state = 'running'`)
	})
}

// maxBatches bounds a scan, so that it ends while more and more becomes due. What is left waits for
// the next.
const maxBatches = 100

// scan gives a job to everything that has become due, and says to how many. Any number of scans at
// once share the work.
func (a *App) scan(ctx context.Context) (int, error) {
	total, failed := 0, error(nil)
	for _, service := range collect[scanner](a) {
		for range maxBatches {
			enqueued, err := service.Due(ctx)
			total, failed = total+enqueued, errors.Join(failed, err)
			if err != nil || enqueued == 0 {
				break
			}
		}
	}
	return total, failed
}

func (a *App) purge(ctx context.Context) error {
	var failed error
	for _, service := range collect[purger](a) {
		failed = errors.Join(failed, service.Purge(ctx))
	}
	return failed
}
