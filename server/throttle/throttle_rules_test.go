package throttle

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
