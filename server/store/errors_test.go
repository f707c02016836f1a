package store_test

import (
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/lib/pq"

	"kaiin/server/store"
)

func TestUnreachable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {errors.New("x"), false}, {&pq.Error{Code: "23505"}, false}, {&pq.Error{Code: "40001"}, false},
		{&pq.Error{Code: "57P01"}, true}, {&pq.Error{Code: "57014"}, false}, {&pq.Error{Code: "08006"}, true}, {&pq.Error{Code: "53300"}, true},
		{fmt.Errorf("query: %w", &net.OpError{Op: "dial", Err: errors.New("refused")}), true},
	} {
		if got := store.Unreachable(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
