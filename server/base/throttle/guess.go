package throttle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lib/pq"

	"kaiin/ent/throttle"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

// Guesses slows down guessing of a secret: the first Free tries within the Window pass at once, and
// from then on each try is followed by a wait, 30 seconds at first, twice as long every time, 15
// minutes at most. Key is as in Count.
type Guesses struct {
	Key    string
	Free   int
	Window time.Duration

	OnlyAsked bool // CountGuess only asks whether tries are blocked under this key, and counts none
}

// countGuesses counts one try under each of the keys $1, and answers how many keys were counted:
// all of them, or 0 while one of the keys $5 is blocked. $2 is now. Each key has a $3, so that a
// window that began then or before is over, and a $4, the number of free tries.
//
// Rows are locked in the order of their keys, by bytes as the column has it, so that no two callers
// wait for each other. Another caller may block a key while the statement runs. Then that key is
// not counted, and the statement divides by zero, so that no key is.
const countGuesses = `
	WITH counted AS (
		INSERT INTO throttles AS t (key, count, window_start, blocked_until)
		SELECT g.key, 1, $2::timestamptz, CASE WHEN g.free <= 1 THEN $2::timestamptz + interval '30 seconds' END
		FROM unnest($1::varchar[], $3::timestamptz[], $4::int[]) AS g (key, since, free)
		WHERE NOT EXISTS (SELECT FROM throttles AS l WHERE l.key = ANY ($5::varchar[]) AND l.blocked_until > $2)
		ORDER BY g.key COLLATE "C"
		ON CONFLICT (key) DO UPDATE SET (count, window_start, blocked_until) = (
			SELECT n, start, CASE WHEN n >= g.free THEN $2 + least(30 * 2 ^ least(n - g.free, 10), 900) * interval '1 second' END
			FROM unnest($1::varchar[], $3::timestamptz[], $4::int[]) AS g (key, since, free),
				LATERAL (SELECT CASE WHEN t.window_start <= g.since THEN 1 ELSE t.count + 1 END AS n,
					CASE WHEN t.window_start <= g.since THEN $2 ELSE t.window_start END AS start) AS next
			WHERE g.key = t.key
		)
		WHERE t.blocked_until IS NULL OR t.blocked_until <= $2
		RETURNING 1
	)
	SELECT n / (n IN (0, cardinality($1::varchar[])))::int FROM (SELECT count(*) AS n FROM counted) AS all_counted`

// CountGuess counts one try under each of the guesses, before the secret is looked at: many tries
// at once count as many. Those that are OnlyAsked are not counted. When one of them all is blocked
// nothing is counted and the secret must not be looked at. It costs one statement and commits on
// its own, so it must not be called inside a transaction. Fault: throttled.
func (s *Service) CountGuess(ctx context.Context, all ...Guesses) error {
	if store.InTx(ctx) {
		return errors.New("guess counted inside a transaction")
	}
	if !slices.ContainsFunc(all, func(g Guesses) bool { return !g.OnlyAsked }) {
		return s.MayGuess(ctx, all...)
	}
	for {
		counted, err := s.countGuesses(ctx, all)
		if counted || err != nil {
			return err
		}
		if err := s.MayGuess(ctx, all...); err != nil {
			return err
		} // else the count was forgotten in between
	}
}

// countGuesses counts under all of the guesses, or under none.
func (s *Service) countGuesses(ctx context.Context, all []Guesses) (counted bool, err error) {
	now := s.Clock.Now()
	var keys []string
	var since []time.Time
	var free []int64
	for _, g := range all {
		if !g.OnlyAsked {
			keys, since, free = append(keys, s.stored(g.Key)), append(since, now.Add(-g.Window)), append(free, int64(g.Free))
		}
	}
	var n int
	err = s.Store.QueryRow(ctx, countGuesses, pq.Array(keys), now, pq.Array(since), pq.Array(free), pq.Array(s.storedAll(all))).Scan(&n)
	if store.DividedByZero(err) {
		return false, nil
	}
	return n > 0, err
}

// MayGuess reports whether a try would be taken under all of the guesses, without counting one.
// Fault: throttled, with the longest wait.
func (s *Service) MayGuess(ctx context.Context, all ...Guesses) error {
	now := s.Clock.Now()
	rows, err := s.Store.Client(ctx).Throttle.Query().Where(throttle.IDIn(s.storedAll(all)...), throttle.BlockedUntilGT(now)).All(ctx)
	if err != nil {
		return err
	}
	var wait time.Duration
	for _, row := range rows {
		wait = max(wait, row.BlockedUntil.Sub(now))
	}
	if wait > 0 {
		refused(ctx, rows[0].ID)
		return fault.Throttled(fault.TooManyRequests, wait)
	}
	return nil
}

// Forget starts counting anew, after the right secret. Rows are locked in the order in which they
// are counted. Each key is a value of its own: PostgreSQL plans a statement with an array anew
// every time.
func (s *Service) Forget(ctx context.Context, all ...Guesses) error {
	statement, values := s.forget(nil, all)
	return s.Store.Exec(ctx, statement, values...)
}

// ForgetWith is Forget in one statement with another one that writes, which has the values.
func (s *Service) ForgetWith(ctx context.Context, all []Guesses, statement string, values ...any) error {
	if len(all) > 0 {
		var forget string
		forget, values = s.forget(values, all)
		statement = `WITH written AS (` + statement + `) ` + forget
	}
	return s.Store.Exec(ctx, statement, values...)
}

// forget is the statement of Forget, whose values follow the others.
func (s *Service) forget(values []any, all []Guesses) (string, []any) {
	marks := make([]string, len(all))
	for i, g := range all {
		values = append(values, s.stored(g.Key))
		marks[i] = fmt.Sprintf("$%d", len(values))
	}
	those := `key IN (` + strings.Join(marks, ", ") + `)`
	if len(all) > 1 {
		those = `key IN (SELECT key FROM throttles WHERE ` + those + ` ORDER BY key FOR UPDATE)`
	}
	return `DELETE FROM throttles WHERE ` + those, values
}

// storedAll are the keys of the guesses as the table holds them.
func (s *Service) storedAll(all []Guesses) []string {
	keys := make([]string, len(all))
	for i, g := range all {
		keys[i] = s.stored(g.Key)
	}
	return keys
}

// ForgetAll starts counting anew under every key of what is counted, for everyone it was
// counted for.
func (s *Service) ForgetAll(ctx context.Context, what string) error {
	begins, ends := what+":", what+";" // ; is the byte after the colon, and keys are compared by bytes: a range of the index
	_, err := s.Store.Client(ctx).Throttle.Delete().Where(throttle.IDGTE(begins), throttle.IDLT(ends)).Exec(ctx)
	return err
}
