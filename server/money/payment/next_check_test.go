package payment

import (
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/server/money/gateway"
)

// A charge that stays open is looked at when it may be released, even in the middle of a pause.
func TestNextCheckMeetsTheEnd(t *testing.T) { // M-03
	t.Parallel()
	now := time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ over, want time.Duration }{
		{time.Minute, time.Minute}, {59 * time.Minute, 59 * time.Minute}, {2 * time.Hour, time.Hour}, {0, time.Hour}, {-time.Minute, time.Hour},
	} {
		row := &ent.Charge{Checks: len(pauses), GiveUpAt: now.Add(c.over - gateway.InFlight)}
		if got := nextCheck(row, now).Sub(now); got != c.want {
			t.Errorf("over in %s: the next check is in %s, want %s", c.over, got, c.want)
		}
	}
}
