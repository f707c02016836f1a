package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kaiin/server/base/fault"
)

// maxRounds bounds Quiet: a contract that is years behind needs a round for each of its terms.
const maxRounds = 1000

// Quiet looks for what is due and waits until the jobs for it are done, again and again until
// nothing is. Somebody has to be working. Jobs that failed and wait for their next try do not
// count.
func (a *App) Quiet(ctx context.Context) error {
	for range maxRounds {
		due, err := a.scan(ctx)
		if err != nil {
			return err
		}
		worked, err := a.awaitJobs(ctx)
		if err != nil {
			return err
		}
		if due == 0 && !worked {
			return nil
		}
	}
	return errors.New("there is always something due")
}

// awaitJobs waits until no job is waiting or running, and says whether there was one. A scan that
// the worker has begun counts: it holds what it has found until it commits, and another scan passes
// that over. Purges make nothing due.
func (a *App) awaitJobs(ctx context.Context) (worked bool, err error) {
	for {
		var n int
		err := a.Store.DB.QueryRowContext(ctx, `SELECT count(*) FROM river_job
			WHERE state IN ('available', 'running') AND kind <> 'app.purge'`).Scan(&n)
		if err != nil || n == 0 {
			return worked, err
		}
		worked = true
		select {
		case <-ctx.Done():
			return worked, fmt.Errorf("%d jobs are still at work: %w", n, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// MoveClock sets how far the clock is ahead of the machine's and returns when everything that has
// become due is done. Jobs that wait for their next try, by the machine's time, wait that much
// less. Fault: conflict, for a move backwards.
func (a *App) MoveClock(ctx context.Context, offset time.Duration) error {
	by := offset - a.Clock.Offset()
	if err := a.takeClock(ctx, offset); err != nil {
		return err
	}
	_, err := a.Store.DB.ExecContext(ctx, `UPDATE river_job SET scheduled_at = scheduled_at - $1 * interval '1 microsecond',
			state = CASE WHEN scheduled_at - $1 * interval '1 microsecond' <= now() THEN 'available' ELSE state END
		WHERE state IN ('retryable', 'scheduled')`, by.Microseconds())
	if err != nil {
		return err
	}
	return a.Quiet(ctx)
}

// takeClock is MoveClock for a process that only works: the one that serves moves the jobs that
// wait.
func (a *App) takeClock(_ context.Context, offset time.Duration) error {
	if offset < a.Clock.Offset() {
		return fault.Conflict(fault.CodeConflict)
	}
	a.Clock.SetOffset(offset)
	return nil
}
