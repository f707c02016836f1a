package store

import (
	"database/sql/driver"
	"errors"

	"github.com/lib/pq"
)

// errOnOneMachine says that PostgreSQL has committed, and has given up waiting for its standby:
// because the caller gave up, or the statement took longer than it may. It tells that by a warning,
// beside a commit that looks like any other. When the machine is lost now, so is the commit. So it
// must not be acknowledged; the caller does not know the outcome, as when a connection breaks.
var errOnOneMachine = errors.New("the commit is not on the standby")

// hear listens to what PostgreSQL says beside its answers.
func (c *conn) hear(notice *pq.Error) {
	if notice.Routine == "SyncRepWaitForLSN" {
		c.alone = true
	}
}

// onBoth is err, or errOnOneMachine for a commit that is on one machine only.
func (c *conn) onBoth(err error) error {
	if err == nil && c.alone {
		err = errOnOneMachine
	}
	c.alone = false
	return err
}

// awaited is a transaction whose commit has to be on the standby, where there is one.
type awaited struct {
	driver.Tx
	of *conn
}

func (t awaited) Commit() error { return t.of.onBoth(t.Tx.Commit()) }
