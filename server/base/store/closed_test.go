package store_test

import (
	"context"
	"net"
	"testing"

	"kaiin/server/base/store"
)

// A balancer that knows no primary takes a connection and closes it. That is no defect: members are
// told to come back.
func TestAConnectionThatABalancerClosesIsNoDefect(t *testing.T) { // D-17
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 1024)) // else the system tells of a reset
			_ = c.Close()
		}
	}()
	for name, open := range map[string]func(context.Context, string) (*store.Store, error){"direct": store.Open, "pooled": store.OpenPooled} {
		_, err := open(t.Context(), "postgres://kaiin:secret@"+listener.Addr().String()+"/kaiin?sslmode=disable")
		if err == nil || !store.Unreachable(err) || store.FailureOf(t.Context(), err) != store.Busy {
			t.Errorf("%s: %v", name, err)
		}
	}
}
