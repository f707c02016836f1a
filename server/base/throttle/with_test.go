package throttle_test

import (
	"testing"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
)

// What is counted, or forgotten, together with another statement costs one statement, and what may
// not occur is not written.
func TestThrottleWithAnotherStatement(t *testing.T) {
	e := setup(t)
	ctx, n := store.CountStatements(t.Context())
	if err := e.Store.Exec(ctx, `CREATE TABLE written (what text NOT NULL)`); err != nil {
		t.Fatal(err)
	}
	for occurs := range 3 {
		n.Store(0)
		err := e.CountWith(ctx, "probe:192.0.2.1", 2, time.Minute, `INSERT INTO written SELECT $5 FROM allowed`, "counted")
		if fault.Is(err, fault.TooManyRequests) != (occurs == 2) || n.Load() != 1 {
			t.Errorf("time %d: %d statements, %v", occurs+1, n.Load(), err)
		}
	}
	tried := []throttle.Guesses{{Key: "probe:taro", Free: 1, Window: time.Hour}, {Key: "probe:hanako", Free: 1, Window: time.Hour}}
	if err := e.CountGuess(ctx, tried...); err != nil {
		t.Fatal(err)
	}
	for range 2 { // with something to forget, and with nothing
		n.Store(0)
		if err := e.ForgetWith(ctx, tried, `INSERT INTO written VALUES ($1)`, "forgotten"); err != nil || n.Load() != 1 {
			t.Errorf("%d statements: %v", n.Load(), err)
		}
		if err := e.MayGuess(ctx, tried...); err != nil {
			t.Errorf("after it was forgotten: %v", err)
		}
		tried = tried[:0]
	}
	var counted, forgotten int
	err := e.Store.QueryRow(ctx, `SELECT count(*) FILTER (WHERE what = 'counted'), count(*) FILTER (WHERE what = 'forgotten') FROM written`).Scan(&counted, &forgotten)
	if err != nil || counted != 2 || forgotten != 2 {
		t.Errorf("written %d times with a count, %d with what was forgotten: %v", counted, forgotten, err)
	}
}
