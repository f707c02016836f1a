package account

import (
	"context"
	"errors"
	"time"

	"entgo.io/ent/dialect/sql"

	"kaiin/ent"
	"kaiin/ent/predicate"
	"kaiin/ent/throttle"
	"kaiin/server/fault"
	"kaiin/server/store"
)

// Guesses slows down guessing of a secret: the first Free tries within the Window pass at once, and from then on each try
// is followed by a wait, 30 seconds at first, twice as long every time, 15 minutes at most. Key is as in Throttle.
type Guesses struct {
	Key    string
	Free   int
	Window time.Duration
}

const (
	firstWait = 30 * time.Second
	lastWait  = 15 * time.Minute
)

// tally is how many tries were made since start, and until when no other is taken.
type tally struct {
	count   int
	start   time.Time
	blocked *time.Time
}

// next is the tally after one more try at now, or, while tries are blocked, the same tally and how long to wait.
func (g Guesses) next(t tally, now time.Time) (tally, time.Duration) {
	if wait := t.wait(now); wait > 0 {
		return t, wait
	}
	if !t.start.Add(g.Window).After(now) {
		t = tally{start: now}
	}
	t.count++
	t.blocked = nil
	if over := t.count - g.Free; over >= 0 {
		until := now.Add(min(firstWait<<min(over, 10), lastWait))
		t.blocked = &until
	}
	return t, 0
}

func (t tally) wait(now time.Time) time.Duration {
	if t.blocked == nil || !t.blocked.After(now) {
		return 0
	}
	return t.blocked.Sub(now)
}

// CountGuess counts one try under each of the guesses, before the secret is looked at: many tries at once count as many.
// When one of them is blocked nothing is counted and the secret must not be looked at. It commits on its own, hence it
// must not be called inside a transaction. Fault: throttled.
func (s *Service) CountGuess(ctx context.Context, all ...Guesses) error {
	if store.InTx(ctx) {
		return errors.New("guess counted inside a transaction")
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		now, client := s.Clock.Now(), s.Store.Client(ctx)
		for _, g := range all {
			key := s.throttleKey(g.Key)
			err := client.Throttle.Create().SetID(key).SetCount(0).SetWindowStart(now).
				OnConflictColumns(throttle.FieldID).Ignore().Exec(ctx)
			if err != nil {
				return err
			}
			row, err := client.Throttle.Query().Where(throttle.ID(key)).ForUpdate().Only(ctx)
			if err != nil {
				return err
			}
			t, wait := g.next(tally{row.Count, row.WindowStart, row.BlockedUntil}, now)
			if wait > 0 {
				return fault.Throttled(fault.CodeThrottled, wait)
			}
			update := row.Update().SetCount(t.count).SetWindowStart(t.start)
			if t.blocked == nil {
				update.ClearBlockedUntil()
			} else {
				update.SetBlockedUntil(*t.blocked)
			}
			if err := update.Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// MayGuess reports whether a try would be taken, without counting one. Fault: throttled.
func (s *Service) MayGuess(ctx context.Context, g Guesses) error {
	row, err := s.Store.Client(ctx).Throttle.Query().Where(throttle.ID(s.throttleKey(g.Key))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if wait := (tally{blocked: row.BlockedUntil}).wait(s.Clock.Now()); wait > 0 {
		return fault.Throttled(fault.CodeThrottled, wait)
	}
	return nil
}

// ForgetGuesses starts counting anew, after the right secret.
func (s *Service) ForgetGuesses(ctx context.Context, all ...Guesses) error {
	var keys []string
	for _, g := range all {
		keys = append(keys, s.throttleKey(g.Key))
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error { // which tries again after a deadlock with somebody who counts
		_, err := s.Store.Client(ctx).Throttle.Delete().Where(throttle.IDIn(keys...)).Exec(ctx)
		return err
	})
}

// ForgetGuessesOf starts counting anew under every key of what is counted, whoever it was counted for.
func (s *Service) ForgetGuessesOf(ctx context.Context, what string) error {
	under := predicate.Throttle(sql.FieldHasPrefix(throttle.FieldID, what+":"))
	_, err := s.Store.Client(ctx).Throttle.Delete().Where(under).Exec(ctx)
	return err
}
