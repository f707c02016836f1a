package throttle

import (
	"context"
	"database/sql"
	"errors"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"kaiin/ent"
	"kaiin/ent/predicate"
	"kaiin/ent/throttle"
	"kaiin/server/fault"
	"kaiin/server/store"
)

// Guesses slows down guessing of a secret: the first Free tries within the Window pass at once, and from then on each try
// is followed by a wait, 30 seconds at first, twice as long every time, 15 minutes at most. Key is as in Count.
type Guesses struct {
	Key    string
	Free   int
	Window time.Duration
}

// countGuess counts a try for the key $1 at $2, and answers 1, unless tries are blocked: then it answers nothing. The window
// is over for what began at $3 or before; $4 tries are free. One statement, so that nobody waits for a lock on the way.
const countGuess = `
	INSERT INTO throttles AS t (key, count, window_start, blocked_until)
	SELECT $1::varchar, 1, $2::timestamptz, CASE WHEN $4::int <= 1 THEN $2::timestamptz + interval '30 seconds' END
	ON CONFLICT (key) DO UPDATE SET (count, window_start, blocked_until) = (
		SELECT n, start, CASE WHEN n >= $4 THEN $2 + least(30 * 2 ^ least(n - $4, 10), 900) * interval '1 second' END
		FROM (SELECT CASE WHEN t.window_start <= $3::timestamptz THEN 1 ELSE t.count + 1 END AS n, CASE WHEN t.window_start <= $3 THEN $2 ELSE t.window_start END AS start)
	)
	WHERE t.blocked_until IS NULL OR t.blocked_until <= $2
	RETURNING 1`

// CountGuess counts one try under each of the guesses, before the secret is looked at: many tries at once count as many.
// When one of them is blocked nothing is counted and the secret must not be looked at. It commits on its own, hence it
// must not be called inside a transaction. Fault: throttled.
func (s *Service) CountGuess(ctx context.Context, all ...Guesses) error {
	if store.InTx(ctx) {
		return errors.New("guess counted inside a transaction")
	}
	if len(all) == 1 {
		return s.countGuess(ctx, all[0])
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		for _, g := range all {
			if err := s.countGuess(ctx, g); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) countGuess(ctx context.Context, g Guesses) error {
	for {
		now := s.Clock.Now()
		err := s.Store.QueryRow(ctx, countGuess, s.stored(g.Key), now, now.Add(-g.Window), g.Free).Scan(new(int))
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := s.MayGuess(ctx, g); err != nil {
			return err
		} // else the count was forgotten in between
	}
}

// MayGuess reports whether a try would be taken, without counting one. Fault: throttled.
func (s *Service) MayGuess(ctx context.Context, g Guesses) error {
	row, err := s.Store.Client(ctx).Throttle.Query().Where(throttle.ID(s.stored(g.Key))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if now := s.Clock.Now(); row.BlockedUntil != nil && row.BlockedUntil.After(now) {
		return fault.Throttled(fault.TooManyRequests, row.BlockedUntil.Sub(now))
	}
	return nil
}

// Forget starts counting anew, after the right secret. One row at a time, because counting locks several.
func (s *Service) Forget(ctx context.Context, all ...Guesses) error {
	for _, g := range all {
		if err := s.Store.Client(ctx).Throttle.DeleteOneID(s.stored(g.Key)).Exec(ctx); err != nil && !ent.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// ForgetAll starts counting anew under every key of what is counted, whoever it was counted for.
func (s *Service) ForgetAll(ctx context.Context, what string) error {
	under := predicate.Throttle(entsql.FieldHasPrefix(throttle.FieldID, what+":"))
	_, err := s.Store.Client(ctx).Throttle.Delete().Where(under).Exec(ctx)
	return err
}
