package visit

import (
	"testing"
	"time"
)

// The calls of a page come within a minute of its request (C-004).
func TestAContextIsBelievedForAMinute(t *testing.T) {
	t.Parallel()
	a, _ := newArrivals(t, true)
	fresh := &Visit{IP: "203.0.113.7", Began: time.Now()}
	if got, ok := a.open(a.Seal(fresh), time.Now()); !ok || got.IP != fresh.IP {
		t.Errorf("a context of this moment was not believed: %+v", got)
	}
	old := &Visit{IP: "203.0.113.7", Began: time.Now().Add(-2 * time.Minute)}
	if _, ok := a.open(a.Seal(old), time.Now()); ok {
		t.Error("a context of two minutes ago was believed")
	}
}
