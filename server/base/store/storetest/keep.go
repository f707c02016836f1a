package storetest

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"

	"kaiin/server/base/store"
)

// keep is the connections to a database of the pool that outlive the stores of tests, with the
// statements that are prepared on them: preparing them anew for each test costs PostgreSQL more
// than running them. A limit of statements (store.LimitStatements) would stay with them, so no test
// sets one on a store of Open.
type keep struct {
	mu   sync.Mutex
	free []*kept
	open int  // those that are not closed, free or in use
	over bool // the test has ended: what it still uses is closed when it lets go
}

// through makes the connector of a store hand out and take back the connections.
func (k *keep) through(inner driver.Connector) driver.Connector { return keeping{inner, k} }

// count is how many connections are open.
func (k *keep) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.open
}

// end is called when the test has ended and its store is closed. It returns the connections for the
// next test.
func (k *keep) end() *keep {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.over = true
	next := &keep{free: k.free, open: len(k.free)}
	for _, c := range next.free {
		c.keep = next
	}
	k.open -= len(k.free)
	k.free = nil
	return next
}

// close closes the idle connections.
func (k *keep) close() {
	for _, c := range k.end().free {
		_ = c.Conn.Close()
	}
}

func (k *keep) take() *kept {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.free) == 0 {
		return nil
	}
	c := k.free[len(k.free)-1]
	k.free = k.free[:len(k.free)-1]
	return c
}

// put takes a connection back; false says that its test has ended.
func (k *keep) put(c *kept) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.over {
		k.free = append(k.free, c)
	}
	return !k.over
}

// drop counts one connection less.
func (k *keep) drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.open--
}

type keeping struct {
	driver.Connector
	keep *keep
}

// Connect returns a connection that was kept, or a new one.
func (c keeping) Connect(ctx context.Context) (driver.Conn, error) {
	if known := c.keep.take(); known != nil {
		return known, nil
	}
	made, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	full, ok := made.(store.Conn)
	if !ok {
		_ = made.Close()
		return nil, errors.New("the driver lacks what a connection needs")
	}
	c.keep.mu.Lock()
	defer c.keep.mu.Unlock()
	c.keep.open++
	return &kept{Conn: full, keep: c.keep}, nil
}

type kept struct {
	store.Conn
	keep *keep
}

// forget ends all that a session of PostgreSQL holds but its prepared statements and their plans,
// which DISCARD ALL would end, too.
const forget = "CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES"

// Close gives the connection back for the next test, or closes it where it cannot be used again.
func (c *kept) Close() error {
	if c.IsValid() {
		if _, err := c.ExecContext(context.Background(), forget, nil); err == nil && c.keep.put(c) {
			return nil
		}
	}
	c.keep.drop()
	return c.Conn.Close()
}
