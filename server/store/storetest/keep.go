package storetest

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"
)

// keep is the connections to a database of the pool that outlive the stores of tests, with the statements that are prepared on them:
// preparing them anew for each test costs PostgreSQL more than running them.
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

// end is called when the test has ended and its store is closed. It returns the connections for the next test.
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

// close closes the connections that nobody uses.
func (k *keep) close() {
	for _, c := range k.end().free {
		_ = c.conn.Close()
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

// put takes a connection back; false says that it has to be closed.
func (k *keep) put(c *kept) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.over || !c.IsValid() {
		k.open--
		return false
	}
	k.free = append(k.free, c)
	return true
}

type keeping struct {
	driver.Connector
	keep *keep
}

// Connect returns a connection that was kept, without what a test has set on it, or a new one.
func (c keeping) Connect(ctx context.Context) (driver.Conn, error) {
	for known := c.keep.take(); known != nil; known = c.keep.take() {
		if _, err := known.ExecContext(ctx, "RESET ALL", nil); err == nil {
			return known, nil
		}
		c.keep.drop()
		_ = known.conn.Close()
	}
	made, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	full, ok := made.(conn)
	if !ok {
		_ = made.Close()
		return nil, errors.New("the driver lacks what a connection needs")
	}
	c.keep.mu.Lock()
	defer c.keep.mu.Unlock()
	c.keep.open++
	return &kept{conn: full, keep: c.keep}, nil
}

func (k *keep) drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.open--
}

// conn is what a connection of a store offers to database/sql.
type conn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.NamedValueChecker
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

type kept struct {
	conn
	keep *keep
}

// Close gives the connection back for the next test.
func (c *kept) Close() error {
	if c.keep.put(c) {
		return nil
	}
	return c.conn.Close()
}
