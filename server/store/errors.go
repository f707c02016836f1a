package store

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Violates reports whether err is a violation of the named constraint or unique index. The transaction it happened in
// is lost; use it on what Tx returns.
func Violates(err error, constraint string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.ConstraintName == constraint
}

// retryable holds for serialization failures (40001) and deadlocks (40P01), after which a transaction may simply run again.
func retryable(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}

// Unreachable reports whether err says that the database cannot be asked at present: no connection (class 08), a server that
// starts or stops (57P), or none left (53300).
func Unreachable(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return strings.HasPrefix(e.Code, "08") || e.Code == "53300" || strings.HasPrefix(e.Code, "57P")
	}
	var connecting *pgconn.ConnectError
	var network *net.OpError
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &connecting) || errors.As(err, &network)
}
