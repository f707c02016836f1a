package app

import (
	"context"
	"fmt"
	"time"
)

// busy counts the jobs that are running or could run now. River keeps wall time, hence the database's clock here.
const busy = `SELECT count(*) FROM river_job WHERE kind NOT IN ('app.scan', 'app.purge') AND (state IN ('available', 'running')
	OR state IN ('retryable', 'scheduled') AND scheduled_at <= CURRENT_TIMESTAMP)`

// Quiet runs what is due by the clock, and the jobs that follow from it, until nothing is left. A job that failed and waits
// for its next try is left alone. Something has to run the jobs: this process or another.
func (a *App) Quiet(ctx context.Context) error {
	for {
		enqueued, err := a.worker.scan(ctx)
		if err != nil {
			return fmt.Errorf("scan: %w", err)
		}
		if err := a.settle(ctx); err != nil {
			return err
		}
		if enqueued == 0 {
			return nil
		}
	}
}

func (a *App) settle(ctx context.Context) error {
	for {
		var n int
		if err := a.Store.DB.QueryRowContext(ctx, busy).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollEvery / 4):
		}
	}
}
