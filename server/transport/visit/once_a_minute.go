package visit

import (
	"sync"
	"time"
)

// OnceAMinute lets one line through a minute, of those that callers can bring about as often as
// they like. The zero value is ready.
type OnceAMinute struct {
	mu    sync.Mutex
	told  time.Time
	times int // since the last line
}

// note counts one more occasion at a time. It tells whether to write the line now, and how many
// occasions it stands for.
func (s *OnceAMinute) Note(now time.Time) (times int, tell bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times++
	if now.Sub(s.told) < time.Minute {
		return 0, false
	}
	times, s.times, s.told = s.times, 0, now
	return times, true
}
