package graph

import (
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/money/subscription"
)

// The day on which the store stops a contract is that of the plan that comes, if another one was
// chosen.
func TestAContractStopsWithThePlanThatComes(t *testing.T) {
	t.Parallel()
	present, coming := clock.Date(2026, 12, 31).Start(), clock.Date(2027, 6, 30).Start()
	for _, c := range []struct {
		chosen     *ent.Plan
		stop, want *time.Time
	}{
		{nil, nil, &present}, {&ent.Plan{}, nil, nil}, {&ent.Plan{}, &coming, &coming},
	} {
		row := &ent.Subscription{ForceStopRenewAt: &present, NextForceStopRenewAt: c.stop}
		if shown := subscriptionView(subscription.View{Row: row, Plan: &ent.Plan{}, Coming: c.chosen}, "ja"); shown.ForceStopRenewDate != c.want {
			t.Errorf("it stops at %v, not at %v", shown.ForceStopRenewDate, c.want)
		}
	}
}
