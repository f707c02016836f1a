package oidc

import (
	"context"
	"errors"
	"sync"

	"kaiin/server/base/failpoint"
)

// errAway says that an app has not taken what it was told last, and is being asked by another job
// whether it does again.
var errAway = errors.New("the app does not answer; it is being asked by another job")

// calls knows which apps do not answer. Each call of one of them may wait for seconds: one at a
// time keeps the workers free for other apps. All jobs are tried again when River says so, as after
// any failure.
type calls struct {
	mu     sync.Mutex
	asking map[string]int  // calls under way, by client
	away   map[string]bool // whose last call has failed
}

// begin reports whether an app may be called now; end follows then.
func (c *calls) begin(clientID string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.away[clientID] && c.asking[clientID] > 0 {
		return false
	}
	if c.asking == nil {
		c.asking, c.away = map[string]int{}, map[string]bool{}
	}
	c.asking[clientID]++
	return true
}

func (c *calls) end(clientID string, answered bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asking[clientID]--; c.asking[clientID] == 0 {
		delete(c.asking, clientID)
	}
	if c.away[clientID] = !answered; answered {
		delete(c.away, clientID)
	}
}

// call tells an app something. An error means that it has to be told again.
func (s *Service) call(ctx context.Context, c *Client, address, kind, body string) error {
	if !s.calls.begin(c.ID) {
		return errAway
	}
	err := s.Apps.Call(ctx, address, kind, body)
	s.calls.end(c.ID, err == nil)
	failpoint.Reached(pointTold)
	return err
}
