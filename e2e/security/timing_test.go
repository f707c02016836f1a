package security

import (
	"slices"
	"testing"
	"time"
)

// sameTime fails when one of the calls takes visibly longer or shorter than the first of them. They are made by turns, so
// that whatever else the machine does falls on all of them alike, and compared as distributions: how often is a call of the
// one slower than one of the other? Half of the time when they cost the same; always or never when one of them does the work
// that the other spares itself. Answers are not looked at.
func sameTime(t *testing.T, rounds int, calls ...func(round int)) {
	t.Helper()
	took := make([][]time.Duration, len(calls))
	for round := range rounds {
		for i := range calls {
			turn := (i + round) % len(calls) // nobody is always the first
			began := time.Now()
			calls[turn](round)
			took[turn] = append(took[turn], time.Since(began))
		}
	}
	for i, other := range took[1:] {
		often, ratio := slower(other, took[0]), float64(median(other))/float64(median(took[0]))
		t.Logf("call %d against the first: slower in %.0f%%, median %v to %v", i+1, often*100, median(other), median(took[0]))
		if (often < 0.1 || often > 0.9) && (ratio < 0.8 || ratio > 1.25) {
			t.Errorf("call %d can be told from the first by its time: slower in %.0f%%, median %v to %v", i+1, often*100, median(other), median(took[0]))
		}
	}
}

// slower is how often one of a took longer than one of b.
func slower(a, b []time.Duration) float64 {
	won := 0.0
	for _, x := range a {
		for _, y := range b {
			if x > y {
				won++
			} else if x == y {
				won += 0.5
			}
		}
	}
	return won / float64(len(a)*len(b))
}

func median(all []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(all))[len(all)/2]
}
