package gate

import (
	"fmt"
	"testing"
	"time"
)

// A caller who has spent everything waits, others do not, and five operations of a caller run at
// once.
func TestMeter(t *testing.T) {
	t.Parallel()
	var m Meter
	for range 2 {
		if _, wait, end := m.begin("x", Dearest); wait != 0 {
			t.Fatal(wait)
		} else {
			end()
		}
	}
	if _, wait, end := m.begin("x", 200); end != nil || wait < 900*time.Millisecond || wait > time.Second {
		t.Errorf("wait %v", wait)
	}
	if _, _, end := m.begin("y", 200); end == nil {
		t.Error("another caller waits too")
	}
	for i := range atOnce + 1 {
		if _, _, end := m.begin("z", 1); (end == nil) != (i == atOnce) {
			t.Errorf("%d at once: %v", i+1, end != nil)
		}
	}
	var busy Meter
	for i := range 2 * allowance / Dearest {
		if _, wait, _ := busy.begin(fmt.Sprint(i), Dearest); wait != 0 {
			t.Fatal(wait)
		}
	}
	if _, wait, end := busy.begin("one more", 1000); end != nil || wait < time.Duration(900/togetherRate*float64(time.Second)) {
		t.Errorf("all callers together spend more than members can spare: wait %v", wait)
	}
}
