package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"
	"strings"

	"github.com/lib/pq"
)

// Violates reports whether err is a violation of the named constraint or unique index. The
// transaction it happened in is lost; use it on what Tx returns.
func Violates(err error, constraint string) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Constraint == constraint
}

// DividedByZero reports whether a statement stopped because it divided by zero (22012), which is
// how one without a transaction around it takes back what it has done.
func DividedByZero(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Code == "22012"
}

// retryable holds for serialization failures (40001) and deadlocks (40P01), after which a
// transaction may simply run again.
func retryable(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

// Unreachable reports whether err says that the database cannot be asked at present: no connection
// (class 08), a server that starts or stops (57P), or none left (53300).
func Unreachable(err error) bool {
	var e *pq.Error
	if errors.As(err, &e) {
		return e.Code.Class() == "08" || e.Code == "53300" || strings.HasPrefix(string(e.Code), "57P")
	}
	var network *net.OpError
	return errors.Is(err, driver.ErrBadConn) || errors.As(err, &network)
}

// LockTimedOut reports whether a statement waited for a lock for as long as it may (55P03), which
// ended its transaction.
func LockTimedOut(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Code == "55P03"
}

// Unwritable reports whether err says that the database keeps nothing at present: it cannot be
// asked, is only to be read (25006, and beginsOnStandby), has no room left (class 53), or has kept
// something on one machine only (errOnOneMachine).
func Unwritable(err error) bool {
	var e *pq.Error
	return Unreachable(err) || errors.Is(err, errOnOneMachine) || errors.As(err, &e) && (e.Code == "25006" || e.Code.Class() == "53" || beginsOnStandby(e))
}

// beginsOnStandby holds for the start of a transaction on a standby, a copy that follows another
// database: lib/pq begins with BEGIN READ WRITE, which a standby turns down as not supported
// (0A000), as other defects are. It is told by the part of PostgreSQL that checks settings;
// read-write mode is the only one that we set so.
func beginsOnStandby(e *pq.Error) bool {
	return e.Code == "0A000" && e.Routine == "call_bool_check_hook"
}

// Failure is what an error that is no fault means for the request it ended.
type Failure int

const (
	Broken    Failure = iota // a defect: 500, and an error in the log
	Busy                     // the database cannot be asked, keeps nothing, or the time of the request was up: 503, and an error in the log
	Abandoned                // the caller has gone: no caller receives an answer, and there is nothing to log
)

// FailureOf says what the error that ended a request means; ctx is the context the request is
// answered with. A statement that was waited for when the context ended fails in several ways: with
// the context's error, cancelled by PostgreSQL (57014), or because its transaction or its
// connection is gone. So such errors mean what ended the context. Any other error is a defect, even
// when the caller has gone meanwhile.
func FailureOf(ctx context.Context, err error) Failure {
	late := errors.Is(err, context.DeadlineExceeded) || cancelled(err) || LockTimedOut(err) || Unwritable(err)
	if !late && !errors.Is(err, context.Canceled) && !errors.Is(err, sql.ErrTxDone) {
		return Broken
	}
	switch ended := context.Cause(ctx); {
	case errors.Is(ended, context.Canceled):
		return Abandoned
	case late || ended != nil:
		return Busy
	}
	return Broken
}

// TookTooLong reports whether a statement was ended because it took longer than it may (57014), and
// not because the caller gave up.
func TookTooLong(ctx context.Context, err error) bool { return ctx.Err() == nil && cancelled(err) }

// cancelled holds for a statement that PostgreSQL has given up: the caller asked for it, or it took
// longer than it may (57014).
func cancelled(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Code == "57014"
}
