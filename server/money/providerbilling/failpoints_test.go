package providerbilling_test

import (
	"slices"
	"testing"

	"kaiin/server/money/providerbilling"
)

func TestFailpointsAreNamed(t *testing.T) {
	want := []string{"months.keeping", "months.kept", "month.applying", "month.booked", "month.applied"}
	if !slices.Equal(providerbilling.Failpoints, want) {
		t.Errorf("failpoints %v", providerbilling.Failpoints)
	}
}
