package store

import (
	"database/sql/driver"
	"errors"
	"net"
	"strings"

	"github.com/lib/pq"
)

// Violates reports whether err is a violation of the named constraint or unique index. The transaction it happened in
// is lost; use it on what Tx returns.
func Violates(err error, constraint string) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Constraint == constraint
}

// DividedByZero reports whether a statement stopped because it divided by zero (22012), which is how one without a transaction around
// it takes back what it has done.
func DividedByZero(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Code == "22012"
}

// retryable holds for serialization failures (40001) and deadlocks (40P01), after which a transaction may simply run again.
func retryable(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

// Unreachable reports whether err says that the database cannot be asked at present: no connection (class 08), a server that
// starts or stops (57P), or none left (53300).
func Unreachable(err error) bool {
	var e *pq.Error
	if errors.As(err, &e) {
		return e.Code.Class() == "08" || e.Code == "53300" || strings.HasPrefix(string(e.Code), "57P")
	}
	var network *net.OpError
	return errors.Is(err, driver.ErrBadConn) || errors.As(err, &network)
}
