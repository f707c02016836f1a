package gateway

import (
	"testing"
	"time"

	"kaiin/server/base/clock"
)

// A circuit that was not tried for long is not reported as open for ever.
func TestAnOpenCircuitIsForgotten(t *testing.T) { // G-03
	t.Parallel()
	c := clock.New()
	p := WithBreaker(Provider{Name: "sbps", Gateway: &scripted{answer: trouble}}, c)
	for range failuresInARow {
		_, _ = p.Gateway.Charge(t.Context(), ChargeRequest{})
	}
	for _, step := range []struct {
		wait time.Duration
		open bool
	}{{0, true}, {shortestPause, true}, {longestPause - time.Minute, true}, {time.Minute, false}} {
		c.Advance(step.wait)
		if got := p.CircuitOpen(); got != step.open {
			t.Errorf("after %s more: open %v", step.wait, got)
		}
	}
}
