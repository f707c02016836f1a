package catalog

import (
	"testing"
	"time"
)

func TestDaysOfAPlan(t *testing.T) {
	t.Parallel()
	start, end := firstMoment("2026-04-01"), lastMoment("2026-04-30")
	if start.Format(time.RFC3339) != "2026-03-31T15:00:00Z" || end.Format(time.RFC3339Nano) != "2026-04-30T14:59:59.999999Z" {
		t.Errorf("sales from %v to %v, want whole days in Tokyo", start, end)
	}
	plan := PlanFile{TaxRates: []Tax{{"2027-04-01", 8}, {"2031-04-01", 12}}}
	if got := plan.ratesByDay(); got["2031-04-01"] != 12 {
		t.Errorf("rates by day %v", got)
	}
}
