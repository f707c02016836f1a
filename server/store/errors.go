package store

import (
	"errors"

	"github.com/lib/pq"
)

// Violates reports whether err is a violation of the named constraint or unique index. The transaction it happened in
// is lost; use it on what Tx returns.
func Violates(err error, constraint string) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Constraint == constraint
}

// retryable holds for serialization failures (40001) and deadlocks (40P01), after which a transaction may simply run again.
func retryable(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}
