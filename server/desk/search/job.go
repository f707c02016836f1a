package search

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/server/base/store"
	"kaiin/server/staff/acts"
)

// KeepArgs is the job that makes words: of the members who have changed, and of all where a filling
// is under way.
type KeepArgs struct{}

// keepFor is how long a try goes on. What is left waits for the next job, so that others of its
// queue get their turn.
const keepFor = 40 * time.Second

var keepJob = store.Job[KeepArgs]{Queue: store.QueueFiles, Unique: store.AmongUnfinished, Priority: 4}

func (KeepArgs) Kind() string                 { return "search.keep" }
func (KeepArgs) InsertOpts() river.InsertOpts { return keepJob.InsertOpts() }

// Jobs adds the function of the job.
func (s *Service) Jobs(workers *river.Workers) {
	keepJob.Add(workers, func(ctx context.Context, _ *river.Job[KeepArgs]) error { return s.Keep(ctx) })
}

// Due gives a job to what there is to do, unless one waits or runs.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	var due bool
	err = s.Store.QueryRow(ctx, `SELECT (EXISTS (SELECT FROM account_search_marks) OR EXISTS (SELECT FROM account_search_fills))
		AND NOT EXISTS (SELECT FROM river_job WHERE kind = 'search.keep' AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled'))`).Scan(&due)
	if err != nil || !due {
		return 0, err
	}
	return 1, s.Store.Tx(ctx, func(ctx context.Context) error { return s.Store.Enqueue(ctx, KeepArgs{}, nil) })
}

// Keep makes the words of all who have changed, and goes on with a filling.
func (s *Service) Keep(ctx context.Context) error {
	turn, end := context.WithTimeout(ctx, keepFor)
	defer end()
	for _, next := range []func(context.Context) (bool, error){s.CatchUp, s.fillOn} {
		for more := true; more && turn.Err() == nil; {
			var err error
			if more, err = next(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// Reindex has the words of all members be made anew, by the job. Members are found meanwhile by the
// words that they have, unless the first filling is still under way.
func (s *Service) Reindex(ctx context.Context, by acts.Decision) error {
	return by.Do(ctx, acts.Act{Kind: acts.Reindexed, Target: acts.Target{Type: "index", ID: "members"}}, func(ctx context.Context, _ *acts.Act) error {
		if err := s.alone(ctx); err != nil {
			return err
		}
		if err := s.Store.Exec(ctx, `WITH former AS (DELETE FROM account_search_fills RETURNING searchable)
			INSERT INTO account_search_fills (after, searchable) SELECT $1, coalesce(bool_and(searchable), true) FROM former`, uuid.Nil); err != nil {
			return err
		}
		return s.Store.Enqueue(ctx, KeepArgs{}, nil)
	})
}
