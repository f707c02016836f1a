package security

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A caller who leaves while PostgreSQL works for them leaves no error behind: one line with 499,
// and the server goes on.
func TestACallerWhoLeavesIsNoError(t *testing.T) { // D-17
	s := running(t)
	p := s.member()
	locked, err := s.DB.BeginTx(t.Context(), nil)
	must(t, err)
	defer func() { _ = locked.Rollback() }()
	if _, err := locked.ExecContext(t.Context(), "LOCK TABLE sessions, accounts IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/mypage/login-history/screen-data", "/auth/authorize?userIdentifierType=LINE&socialActionType=login"} {
		ctx, leave := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Origin+path, nil)
		must(t, err)
		r.Header.Set("Cookie", "sid="+strings.Repeat("x", 43))
		left := make(chan error, 1)
		go func() {
			answer, err := http.DefaultClient.Do(r)
			if err == nil {
				_ = answer.Body.Close()
			}
			left <- err
		}()
		waitUntilBlocked(t, s)
		leave()
		if err := <-left; err == nil {
			t.Errorf("%s was answered while the tables were locked", path)
		}
		s.Logs(`"path":"` + strings.SplitN(path, "?", 2)[0] + `","status":499`)
	}
	must(t, locked.Rollback())
	if log := s.Log.String(); strings.Contains(log, `"level":"ERROR"`) || strings.Contains(log, `"status":500`) {
		t.Errorf("logged %s", log)
	}
	p.elsewhere().enter()
}

// waitUntilBlocked waits for a statement that waits for a lock.
func waitUntilBlocked(t *testing.T, s *stack) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if n := s.Rows("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"); n[0] != "0" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing waits for the lock")
		}
	}
}
