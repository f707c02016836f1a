package throttle_test

import (
	"testing"
	"time"

	"kaiin/server/base/fault/faulttest"
)

// A limit holds in every window, not in the first one alone.
func TestEveryWindowHasItsLimit(t *testing.T) {
	e := setup(t)
	for window := range 3 {
		for n := range 4 {
			want := map[bool]string{true: "TOO_MANY_REQUESTS"}[n == 3]
			if got := faulttest.Said(e.Count(t.Context(), "probe:192.0.2.1", 3, time.Hour)); got != want {
				t.Errorf("window %d, occurrence %d: %q, want %q", window+1, n+1, got, want)
			}
		}
		e.Clock.Advance(time.Hour)
	}
}
