package account

import (
	"testing"
	"time"
)

func TestOverLimit(t *testing.T) {
	start := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		count int
		after time.Duration
		want  time.Duration
	}{
		{"at the limit", 25, time.Minute, 0},
		{"one more", 26, time.Minute, 29 * time.Minute},
		{"one more at the very end", 26, 30*time.Minute - time.Millisecond, time.Second},
	} {
		if got := overLimit(c.count, 25, start, 30*time.Minute, start.Add(c.after)); got != c.want {
			t.Errorf("%s: wait %v, want %v", c.name, got, c.want)
		}
	}
}

func TestGuessesGrowSlower(t *testing.T) {
	g := Guesses{Free: 3, Window: time.Hour}
	now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	tally := tally{start: now}
	for n, want := range []time.Duration{0, 0, 30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute, 15 * time.Minute} {
		var wait time.Duration
		if tally, wait = g.next(tally, now); wait != 0 {
			t.Fatalf("try %d was not taken", n+1)
		}
		if got := tally.wait(now); got != want {
			t.Errorf("after try %d: wait %v, want %v", n+1, got, want)
		}
		if want > 0 {
			same, wait := g.next(tally, now.Add(time.Second))
			if wait != want-time.Second || same != tally {
				t.Errorf("a try during the wait: %v, wait %v", same, wait)
			}
		}
		now = now.Add(want)
	}
	if tally, _ = g.next(tally, now.Add(time.Hour)); tally.count != 1 {
		t.Errorf("after the window: %d tries", tally.count)
	}
}
