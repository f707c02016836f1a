package throttle_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"kaiin/ent/throttle"
	"kaiin/server/account"
	"kaiin/server/actor"
	"kaiin/server/fault"
)

func TestThrottle(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	hit := func(key string) error { return e.Throttle(ctx, key, 3, time.Minute) }
	got := races(parallel, func(int) error { return hit("probe:192.0.2.1") })
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
	err := e.Store.Tx(ctx, func(ctx context.Context) error { return e.Throttle(ctx, "probe:1", 3, time.Minute) })
	if err == nil {
		t.Error("counted inside a transaction, where it could be taken back")
	}
}

func TestManyGuessesAtOnceAreCountedAsMany(t *testing.T) {
	e := setup(t, nil)
	ctx, g := t.Context(), account.Guesses{Key: "probe:taro", Free: 5, Window: time.Hour}
	got := races(parallel, func(int) error { return e.CountGuess(ctx, g) })
	if got[""] != 5 || got["TOO_MANY_REQUESTS"] != parallel-5 {
		t.Errorf("outcomes %v", got)
	}
	other := account.Guesses{Key: "probe:jiro", Free: 5, Window: time.Hour}
	if err := e.CountGuess(ctx, other, g); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("one of two blocked: %v", err)
	}
	if n := e.Store.Client(ctx).Throttle.Query().Where(throttle.Count(5)).CountX(ctx); n != 1 {
		t.Errorf("%d counts of five", n)
	}
	if n := e.Store.Client(ctx).Throttle.Query().CountX(ctx); n != 1 {
		t.Errorf("%d counts: what was refused as a whole must not count", n)
	}
	if err := e.MayGuess(ctx, g); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("asking: %v", err)
	}
	if err := e.ForgetGuesses(ctx, g); err != nil {
		t.Fatal(err)
	}
	if err := e.MayGuess(ctx, g); err != nil {
		t.Errorf("after the right secret: %v", err)
	}
}

func TestGuessesGrowSlower(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	for _, free := range []int{1, 3} {
		g := account.Guesses{Key: fmt.Sprintf("probe:%d", free), Free: free, Window: time.Hour}
		wait := func(err error) time.Duration {
			t.Helper()
			f, ok := fault.As(err)
			if err != nil && !ok {
				t.Fatal(err)
			}
			if err == nil {
				return 0
			}
			return f.RetryAfter.Round(time.Second)
		}
		waits := []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute, 15 * time.Minute}
		for n, want := range append(make([]time.Duration, free-1), waits...) {
			if err := e.CountGuess(ctx, g); err != nil {
				t.Fatalf("%d free: try %d was not taken: %v", free, n+1, err)
			}
			if got := wait(e.MayGuess(ctx, g)); got != want {
				t.Errorf("%d free: after try %d: wait %v, want %v", free, n+1, got, want)
			}
			if want > 0 {
				e.Clock.Advance(time.Second)
				if got := wait(e.CountGuess(ctx, g)); got != want-time.Second {
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
	if n := e.Store.Client(ctx).Throttle.Query().Where(throttle.Count(1)).CountX(ctx); n != 2 {
		t.Errorf("after the window %d counts begin anew, want 2", n)
	}
}

func TestNetwork(t *testing.T) {
	for ip, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2::9": "2001:db8:1:2::/64", "": "",
	} {
		if got := (actor.Actor{IP: ip}).Network(); got != want {
			t.Errorf("%s counts as %s", ip, got)
		}
	}
}

func TestPurge(t *testing.T) {
	e := setup(t, nil)
	ctx := t.Context()
	old, fresh := visitor(), visitor()
	e.prove(old, "old@example.com")
	e.Clock.Advance(49 * time.Hour)
	e.prove(fresh, "fresh@example.com")
	if err := e.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	client := e.Store.Client(ctx)
	if flows, codes := client.Flow.Query().CountX(ctx), client.AuthCode.Query().CountX(ctx); flows != 1 || codes != 1 {
		t.Errorf("%d flows, %d codes", flows, codes)
	}
	if n := client.Throttle.Query().Where(throttle.WindowStartLT(e.Clock.Now().Add(-time.Hour))).CountX(ctx); n != 0 {
		t.Errorf("%d old counts", n)
	}
	if err := e.ConfirmSignup(ctx, fresh, form()); err != nil {
		t.Errorf("the living flow: %v", err)
	}
}
