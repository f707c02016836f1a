package notify

import (
	"testing"
	"time"
)

func TestPurgeForgetsTheReceiversOfMessages(t *testing.T) {
	t.Parallel()
	s, _ := setup(t)
	id := queue(t, s)
	if err := work(t, s, id, 1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		left  int
	}{{messageLife - time.Minute, 1}, {2 * time.Minute, 0}} {
		s.Clock.Advance(c.after)
		if err := s.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := s.Store.Client(t.Context()).Message.Query().CountX(t.Context()); n != c.left {
			t.Errorf("%d messages are left, want %d", n, c.left)
		}
	}
	if err := s.Deliver(t.Context(), id); err != nil {
		t.Errorf("delivering a message that is gone: %v", err)
	}
}
