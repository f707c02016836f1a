package app_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"kaiin/server/app"
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

// A process that only works goes by the clock of the sandbox, too, and leaves the jobs that wait to
// the one that serves.
func TestAProcessThatOnlyWorksFollowsTheClock(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	unused, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = unused.Close()
	own := *s.Config
	own.Listen = unused.Addr().String()
	works, err := app.New(t.Context(), &own, s.Log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = works.Close() })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- works.WorkAlone(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	tell := func(offset time.Duration, token string) (status int) {
		t.Helper()
		body := fmt.Sprintf(`{"offsetSeconds":%d}`, int(offset.Seconds()))
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+own.Listen+"/internal/sandbox/clock", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+token)
			r.Header.Set("Content-Type", "application/json")
			answer, err := http.DefaultClient.Do(r)
			if err == nil {
				_ = answer.Body.Close()
				return answer.StatusCode
			}
			if time.Now().After(deadline) {
				t.Fatal(err)
			}
		}
	}
	if status := tell(48*time.Hour, own.SandboxToken); status != 200 || works.Clock.Offset() != 48*time.Hour {
		t.Errorf("%d, and its clock is %v ahead", status, works.Clock.Offset())
	}
	for want, status := range map[int]int{409: tell(time.Hour, own.SandboxToken), 401: tell(72*time.Hour, "another")} {
		if status != want || works.Clock.Offset() != 48*time.Hour {
			t.Errorf("%d, not %d, and its clock is %v ahead", status, want, works.Clock.Offset())
		}
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
