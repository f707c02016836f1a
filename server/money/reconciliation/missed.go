package reconciliation

import (
	"context"
	"time"

	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
)

// allowed is how long after its time (listed) the comparison of a day may take.
const allowed = 2 * time.Hour

// Missed is how many days of each provider should have been compared as a whole by now and were
// not, since it was compared for the first time and while the store keeps its lists. A day whose
// list has a charge that is still open counts, too.
func (s *Service) Missed(ctx context.Context) (map[string]int, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	last := clock.DayOf(s.Clock.Now().Add(-listed - allowed)).AddDays(-1)
	missed := map[string]int{}
	for _, p := range s.Payment.Providers.Listing() {
		keys, oldest := []string{eventList}, last.AddDays(1-max(reconciled, settings.Contracts.Lists()))
		for day := oldest; !day.After(last); day = day.AddDays(1) {
			keys = append(keys, listKey(day))
		}
		known, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(p.Name), gatewayevent.EventKeyIn(keys...)).All(ctx)
		if err != nil {
			return nil, err
		}
		first, done := last.AddDays(1), map[clock.Day]bool{}
		for _, e := range known {
			if e.EventKey == eventList {
				first = e.Day
			} else {
				done[e.Day] = true
			}
		}
		missed[p.Name] = 0
		for day := oldest; !day.After(last); day = day.AddDays(1) {
			if !day.Before(first) && !done[day] {
				missed[p.Name]++
			}
		}
	}
	return missed, nil
}
