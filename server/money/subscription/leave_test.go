package subscription

import "testing"

// A contract keeps its member from leaving while it runs or is held, and no more once it is
// scheduled to cancel.
func TestRemains(t *testing.T) {
	remains := map[Status]bool{
		NewContract: true, NewTrialContract: true, ReContract: true, OngoingContract: true, TrialToPaid: true, Hold: true, TrialHold: true,
		HoldReleased: true, TrialHoldReleased: true,
	}
	for _, status := range Statuses {
		if status.Remains() != remains[status] {
			t.Errorf("%s keeps its member: %v, want %v", status, status.Remains(), remains[status])
		}
	}
}
