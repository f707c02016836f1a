package step

import "time"

// ProvedSince is the step ConfirmLogin for something that no proof from before a time is good
// enough for, however fresh it is.
func ProvedSince(at time.Time) Step {
	s := ConfirmLogin
	s.Since = at.UTC().Format(time.RFC3339Nano)
	return s
}
