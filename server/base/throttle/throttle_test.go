package throttle_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	entthrottle "kaiin/ent/throttle"
	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/login/logintest"
)

const parallel = 50

func setup(t *testing.T) *throttle.Service {
	t.Helper()
	t.Parallel()
	return logintest.New(t, nil).Throttle
}

func TestThrottle(t *testing.T) {
	e := setup(t)
	ctx := t.Context()
	hit := func(key string) error { return e.Count(ctx, key, 3, time.Minute) }
	got := faulttest.Races(parallel, func(int) error { return hit("probe:192.0.2.1") })
	if got[""] != 3 || got["TOO_MANY_REQUESTS"] != parallel-3 {
		t.Errorf("outcomes %v", got)
	}
	if err := hit("probe:192.0.2.2"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if err := hit("other:192.0.2.1"); err != nil {
		t.Errorf("something else: %v", err)
	}
	f, ok := fault.As(hit("probe:192.0.2.1"))
	if !ok || f.RetryAfter <= 0 || f.RetryAfter > time.Minute {
		t.Errorf("fault %+v", f)
	}
	for _, key := range e.Store.Client(ctx).Throttle.Query().IDsX(ctx) {
		if strings.Contains(key, "192.0.2") || !strings.Contains(key, ":") {
			t.Errorf("key %q", key)
		}
	}
	e.Clock.Advance(time.Minute)
	if err := hit("probe:192.0.2.1"); err != nil {
		t.Errorf("in the next window: %v", err)
	}
	err := e.Store.Tx(ctx, func(ctx context.Context) error { return e.Count(ctx, "probe:1", 3, time.Minute) })
	if err == nil {
		t.Error("counted inside a transaction, where it could be taken back")
	}
}

func TestManyGuessesAtOnceAreCountedAsMany(t *testing.T) {
	e := setup(t)
	ctx, g := t.Context(), throttle.Guesses{Key: "probe:taro", Free: 5, Window: time.Hour}
	got := faulttest.Races(parallel, func(int) error { return e.CountGuess(ctx, g) })
	if got[""] != 5 || got["TOO_MANY_REQUESTS"] != parallel-5 {
		t.Errorf("outcomes %v", got)
	}
	other := throttle.Guesses{Key: "probe:jiro", Free: 5, Window: time.Hour}
	if err := e.CountGuess(ctx, other, g); faulttest.Said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("one of two blocked: %v", err)
	}
	if n := e.Store.Client(ctx).Throttle.Query().Where(entthrottle.Count(5)).CountX(ctx); n != 1 {
		t.Errorf("%d counts of five", n)
	}
	if n := e.Store.Client(ctx).Throttle.Query().CountX(ctx); n != 1 {
		t.Errorf("%d counts: what was refused as a whole must not count", n)
	}
	if err := e.MayGuess(ctx, g); faulttest.Said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("asking: %v", err)
	}
	asked := g
	asked.OnlyAsked = true
	if err := e.CountGuess(ctx, asked); faulttest.Said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("with nothing to count: %v", err)
	}
	if err := e.Forget(ctx, g); err != nil {
		t.Fatal(err)
	}
	if err := e.CountGuess(ctx, asked); err != nil || e.Store.Client(ctx).Throttle.Query().CountX(ctx) != 0 {
		t.Errorf("with nothing to count and nothing blocked: %v", err)
	}
	if err := e.MayGuess(ctx, g); err != nil {
		t.Errorf("after the right secret: %v", err)
	}
}

// A network whose own count is blocked does not use up a count that many networks share by trying
// at once: what is refused counts nowhere.
func TestWhatIsRefusedAtOnceCountsNowhere(t *testing.T) {
	e := setup(t)
	ctx := t.Context()
	network := throttle.Guesses{Key: "probe:network", Free: 10, Window: time.Hour}
	anywhere := throttle.Guesses{Key: "probe:anywhere", Free: 1000, Window: time.Hour}
	got := faulttest.Races(parallel, func(int) error { return e.CountGuess(ctx, anywhere, network) })
	if got[""] != 10 || got["TOO_MANY_REQUESTS"] != parallel-10 {
		t.Errorf("outcomes %v", got)
	}
	rows := e.Store.Client(ctx).Throttle.Query().AllX(ctx)
	for _, row := range rows {
		if row.Count != 10 {
			t.Errorf("%s counted %d times", row.ID, row.Count)
		}
	}
	if len(rows) != 2 {
		t.Errorf("%d counts", len(rows))
	}
}

func TestGuessesGrowSlower(t *testing.T) {
	e := setup(t)
	ctx := t.Context()
	for _, free := range []int{1, 3} {
		g := throttle.Guesses{Key: fmt.Sprintf("probe:%d", free), Free: free, Window: time.Hour}
		wait := func(err error) time.Duration {
			t.Helper()
			f, ok := fault.As(err)
			if err != nil && !ok {
				t.Fatal(err)
			}
			if err == nil {
				return 0
			}
			return f.RetryAfter
		}
		// The clock goes on while the test waits for its database: what is left may be a
		// little less.
		about := func(got, want time.Duration) bool {
			return got <= want && got > want-20*time.Second && (got > 0 || want == 0)
		}
		waits := []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute, 15 * time.Minute}
		for n, want := range append(make([]time.Duration, free-1), waits...) {
			if err := e.CountGuess(ctx, g); err != nil {
				t.Fatalf("%d free: try %d was not taken: %v", free, n+1, err)
			}
			if got := wait(e.MayGuess(ctx, g)); !about(got, want) {
				t.Errorf("%d free: after try %d: wait %v, want %v", free, n+1, got, want)
			}
			if want > 0 {
				e.Clock.Advance(time.Second)
				if got := wait(e.CountGuess(ctx, g)); !about(got, want-time.Second) {
					t.Errorf("%d free: a try during the wait: wait %v", free, got)
				}
				e.Clock.Advance(want - time.Second)
			}
		}
		e.Clock.Advance(time.Hour)
		if err := e.CountGuess(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	if n := e.Store.Client(ctx).Throttle.Query().Where(entthrottle.Count(1)).CountX(ctx); n != 2 {
		t.Errorf("after the window %d counts begin anew, want 2", n)
	}
}

// How long to wait is told to the end of the window, and never as nothing.
func TestHowLongToWait(t *testing.T) {
	e := setup(t)
	hit := func(limit int, window time.Duration) time.Duration {
		f, _ := fault.As(e.Count(t.Context(), "probe:"+window.String(), limit, window))
		if f == nil {
			return 0
		}
		return f.RetryAfter
	}
	if wait := hit(1, 30*time.Minute); wait != 0 {
		t.Errorf("at the limit it is %v", wait)
	}
	e.Clock.Advance(20 * time.Minute)
	if wait := hit(1, 30*time.Minute); wait > 10*time.Minute || wait < 9*time.Minute {
		t.Errorf("one more, in the middle, waits %v", wait)
	}
	if wait := hit(0, time.Millisecond); wait != time.Second {
		t.Errorf("at the end of a window it is %v", wait)
	}
}
