package security

import (
	"slices"
	"testing"
	"time"
)

// dearPasswords makes a hash cost half of what it costs in production, which is still most of what
// a login costs: a login that is spared it shows by its time.
const dearPasswords = "KAIIN_PASSWORD_COST=m=19456,t=1"

// sameTime fails when one of the calls takes visibly longer or shorter than the first of them. They
// are made by turns, so that whatever else the machine does falls on all of them alike, and
// compared as distributions: how often is a call of the one slower than one of the other? Half of
// the time when they cost the same; always or never when one of them does the work that the other
// spares itself. Answers are not looked at.
func sameTime(t *testing.T, rounds int, calls ...func(round int)) {
	t.Helper()
	took := timesOf(rounds, calls...)
	for i, other := range took[1:] {
		t.Logf("call %d against the first: slower in %.0f%%, median %v to %v", i+1, slower(other, took[0])*100, median(other), median(took[0]))
		if apart(other, took[0]) {
			t.Errorf("call %d can be told from the first by its time", i+1)
		}
	}
}

// timesOf is how long each of the calls took, made by turns.
func timesOf(rounds int, calls ...func(round int)) [][]time.Duration {
	took := make([][]time.Duration, len(calls))
	for round := range rounds {
		for i := range calls {
			turn := (i + round) % len(calls) // no call is always the first
			began := time.Now()
			calls[turn](round)
			took[turn] = append(took[turn], time.Since(began))
		}
	}
	return took
}

// apart reports whether the two can be told from each other: nine in ten of the one are slower than
// those of the other, and by a quarter. Either alone may be the machine's doing.
func apart(a, b []time.Duration) bool {
	often, ratio := slower(a, b), float64(median(a))/float64(median(b))
	return (often < 0.1 || often > 0.9) && (ratio < 0.8 || ratio > 1.25)
}

// A password that is not looked at shows, even beside a machine that is busy half of the time; the
// same work does not.
func TestTimesAreToldApart(t *testing.T) {
	var hashed, alike, spared []time.Duration
	for i := range 60 {
		noise := time.Duration(i%7) * time.Duration(i%2) * 3 * time.Millisecond
		hashed = append(hashed, 30*time.Millisecond+noise)
		alike = append(alike, 31*time.Millisecond+noise)
		spared = append(spared, 2*time.Millisecond+noise)
	}
	if apart(alike, hashed) || !apart(spared, hashed) || !apart(hashed, spared) {
		t.Error("what differs looks alike, or what is alike differs")
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
