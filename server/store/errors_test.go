package store_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"kaiin/server/store"
)

func TestUnreachable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {errors.New("x"), false}, {&pgconn.PgError{Code: "23505"}, false}, {&pgconn.PgError{Code: "40001"}, false},
		{&pgconn.PgError{Code: "57P01"}, true}, {&pgconn.PgError{Code: "57014"}, false}, {&pgconn.PgError{Code: "08006"}, true}, {&pgconn.PgError{Code: "53300"}, true},
		{fmt.Errorf("query: %w", io.ErrUnexpectedEOF), true}, {fmt.Errorf("query: %w", &pgconn.ConnectError{}), true},
		{fmt.Errorf("query: %w", &net.OpError{Op: "dial", Err: errors.New("refused")}), true},
	} {
		if got := store.Unreachable(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
