package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"

	"kaiin/server/store"
)

// A registrar has kinds of jobs.
type registrar interface{ Register(*river.Workers) }

// A scanner has work that becomes due as time passes: it enqueues a job for each piece and says how many.
type scanner interface {
	Scan(ctx context.Context) (enqueued int, err error)
}

// A purger deletes what nothing asks for any more.
type purger interface {
	Purge(ctx context.Context) error
}

const (
	scanEvery  = 30 * time.Second
	purgeEvery = time.Hour
	pollEvery  = 200 * time.Millisecond // River over database/sql has no notifications
)

type scanArgs struct{}

func (scanArgs) Kind() string { return "app.scan" }

type purgeArgs struct{}

func (purgeArgs) Kind() string { return "app.purge" }

// A worker runs the jobs of all parts. Any number of workers may share one database.
type worker struct {
	client   *river.Client[*sql.Tx]
	scanners []scanner
}

func newWorker(s *store.Store, log *slog.Logger, registrars []registrar, scanners []scanner, purgers []purger) (*worker, error) {
	w := &worker{scanners: scanners}
	workers := river.NewWorkers()
	for _, r := range registrars {
		r.Register(workers)
	}
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, _ *river.Job[scanArgs]) error {
		_, err := w.scan(ctx)
		return err
	}))
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, _ *river.Job[purgeArgs]) error {
		var problems []error
		for _, p := range purgers {
			problems = append(problems, p.Purge(ctx))
		}
		return errors.Join(problems...)
	}))
	client, err := river.NewClient(riverdatabasesql.New(s.DB), &river.Config{
		Logger:            log,
		Queues:            map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 8}},
		Workers:           workers,
		FetchPollInterval: pollEvery,
		FetchCooldown:     pollEvery / 2,
		PeriodicJobs: []*river.PeriodicJob{
			periodic(scanArgs{}, scanEvery),
			periodic(purgeArgs{}, purgeEvery),
		},
	})
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	w.client = client
	return w, nil
}

func periodic(args river.JobArgs, every time.Duration) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(every), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{MaxAttempts: 1} // the next one comes soon enough
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

// run works until ctx ends, then lets the jobs at hand finish for up to 20 seconds.
func (w *worker) run(ctx context.Context) error {
	if err := w.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	<-ctx.Done()
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	if err := w.client.Stop(stopping); err != nil {
		return w.client.StopAndCancel(context.WithoutCancel(ctx))
	}
	return nil
}

func (w *worker) scan(ctx context.Context) (int, error) {
	total, problems := 0, []error(nil)
	for _, s := range w.scanners {
		n, err := s.Scan(ctx)
		total += n
		problems = append(problems, err)
	}
	return total, errors.Join(problems...)
}
