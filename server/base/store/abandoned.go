package store

import (
	"context"
	"net"
	"time"
)

// abandonAfter is how long a call may go on after its context has ended. lib/pq asks PostgreSQL
// only once to cancel the statement. A request that arrives before the statement has begun, as
// happens on a busy machine, cancels nothing; and a server that has vanished from the network
// answers nothing.
const abandonAfter = 5 * time.Second

// dialer is how lib/pq dials by itself, and tells who asks for it (wireKey) which network
// connection was made.
type dialer struct{ *net.Dialer }

// wireKey is the key of a *net.Conn in a context of DialContext.
type wireKey struct{}

func (d dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	wire, err := d.Dialer.DialContext(ctx, network, address)
	if made, ok := ctx.Value(wireKey{}).(*net.Conn); ok && err == nil {
		*made = wire
	}
	return wire, err
}

// DialTimeout is part of pq.Dialer; lib/pq prefers DialContext.
func (d dialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	return net.DialTimeout(network, address, timeout)
}

// abandonable closes the network connection when a call on it has not returned abandonAfter the end
// of its context. The call then fails, and the pool drops the connection. returned has to be called
// when the call has returned.
func (c *conn) abandonable(ctx context.Context) (returned func()) {
	over := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-over:
		case <-time.After(abandonAfter):
			_ = c.wire.Close()
		}
	})
	return func() { stop(); close(over) }
}
