package app_test

import (
	"context"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/fault"
)

func TestClockNeverGoesBack(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	s.Advance(t, 48*time.Hour)
	if ahead := s.Clock.Offset(); ahead < 48*time.Hour {
		t.Errorf("the clock is %v ahead", ahead)
	}
	before := s.Clock.Offset()
	if err := s.MoveClock(t.Context(), time.Hour); !fault.Is(err, fault.CodeConflict) || s.Clock.Offset() != before {
		t.Errorf("moved back: %v, %v ahead", err, s.Clock.Offset())
	}
	if err := s.MoveClock(t.Context(), before); err != nil { // told again
		t.Error(err)
	}
}

// A job that failed waits by the machine's time; when the clock is moved, it waits that much less.
func TestMovingTheClockMovesWaitingJobs(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	_, err := s.Store.DB.ExecContext(t.Context(), `INSERT INTO river_job (state, attempt, max_attempts, kind, queue, args, scheduled_at)
		VALUES ('retryable', 1, 5, 'app.purge', 'scan', '{}', now() + interval '1 hour'), ('retryable', 1, 5, 'app.purge', 'scan', '{}', now() + interval '3 days')`)
	if err != nil {
		t.Fatal(err)
	}
	s.Advance(t, 48*time.Hour)
	var n, waiting int
	for deadline := time.Now().Add(time.Minute); n < 1 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if err := s.Store.DB.QueryRowContext(t.Context(), `SELECT count(*) FILTER (WHERE state = 'completed'), count(*) FILTER (WHERE state = 'retryable'
			AND scheduled_at < now() + interval '25 hours') FROM river_job WHERE kind = 'app.purge'`).Scan(&n, &waiting); err != nil {
			t.Fatal(err)
		}
	}
	if n != 1 || waiting != 1 {
		t.Errorf("%d done, %d waiting", n, waiting)
	}
}

// A scan under way holds what it has found until it commits; what it has found is not done
// before that.
func TestQuietWaitsForAScanUnderWay(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	for begun := false; !begun; time.Sleep(20 * time.Millisecond) { // its own first scan is over, and jobs are released no more
		if err := s.Store.DB.QueryRowContext(t.Context(), `SELECT count(*) > 0 FROM river_job WHERE kind = 'app.scan' AND state = 'completed'`).Scan(&begun); err != nil {
			t.Fatal(err)
		}
	}
	var id int64
	if err := s.Store.DB.QueryRowContext(t.Context(), `INSERT INTO river_job (state, attempt, max_attempts, kind, args)
		VALUES ('running', 1, 1, 'app.scan', '{}') RETURNING id`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := s.Quiet(ctx); err == nil || ctx.Err() == nil {
		t.Errorf("while it scans: %v", err)
	}
	if _, err := s.Store.DB.ExecContext(t.Context(), `UPDATE river_job SET state = 'completed', finalized_at = now() WHERE id = $1`, id); err != nil {
		t.Fatal(err)
	}
	if err := s.Quiet(t.Context()); err != nil {
		t.Errorf("after the move: %v", err)
	}
}
