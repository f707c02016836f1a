package throttle

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

// Count counts one more occurrence of the key. The count is committed when it returns, whatever
// becomes of the caller's work; so it must not be called inside a transaction.
//
// Fault: throttled, with the time until the window ends, when the key occurred more than limit
// times in it.
func (s *Service) Count(ctx context.Context, key string, limit int, window time.Duration) error {
	return s.CountWith(ctx, key, limit, window, "")
}

// CountWith is Count in one statement with another one that writes, where the key may occur: one of
// the form INSERT … SELECT … FROM allowed, whose values are $5 and on.
func (s *Service) CountWith(ctx context.Context, key string, limit int, window time.Duration, statement string, values ...any) error {
	if store.InTx(ctx) {
		return fmt.Errorf("throttle %s counted inside a transaction", key)
	}
	if statement != "" {
		statement = `, written AS (` + statement + `)`
	}
	now := s.Clock.Now()
	var count int
	var start time.Time
	err := s.Store.QueryRow(ctx, `
		WITH counted AS (INSERT INTO throttles AS t (key, count, window_start) VALUES ($1, 1, $2)
			ON CONFLICT (key) DO UPDATE SET
				count = CASE WHEN t.window_start <= $3 THEN 1 ELSE t.count + 1 END,
				window_start = CASE WHEN t.window_start <= $3 THEN $2 ELSE t.window_start END
			RETURNING count, window_start),
		allowed AS (SELECT FROM counted WHERE count <= $4)`+statement+`
		SELECT count, window_start FROM counted`, append([]any{s.stored(key), now, now.Add(-window), limit}, values...)...).Scan(&count, &start)
	if err != nil {
		return err
	}
	if wait := overLimit(count, limit, start, window, now); wait > 0 {
		refused(ctx, key)
		return fault.Throttled(fault.TooManyRequests, wait)
	}
	return nil
}

// overLimit is how long to wait after count occurrences in the window that began at start; 0 is
// no wait.
func overLimit(count, limit int, start time.Time, window time.Duration, now time.Time) time.Duration {
	if count <= limit {
		return 0
	}
	return max(start.Add(window).Sub(now), time.Second)
}

// stored is the key as the table holds it: what is counted is readable, the subject is a MAC.
func (s *Service) stored(key string) string {
	what, whom, _ := strings.Cut(key, ":")
	mac := s.Secrets.MAC("throttle", []byte(whom))
	return what + ":" + base64.RawURLEncoding.EncodeToString(mac[:16])
}
