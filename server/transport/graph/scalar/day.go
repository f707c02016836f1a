package scalar

import (
	"io"
	"strconv"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
)

// MarshalDay writes a day as "YYYY-MM-DD".
func MarshalDay(d clock.Day) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(d.String())) })
}

// UnmarshalDay reads "YYYY-MM-DD". Fault: INVALID_REQUEST.
func UnmarshalDay(v any) (clock.Day, error) {
	s, ok := v.(string)
	if !ok {
		return clock.Day{}, fault.BadRequest(fault.InvalidRequest)
	}
	d, err := clock.ParseDay(s)
	if err != nil {
		return clock.Day{}, fault.BadRequest(fault.InvalidRequest)
	}
	return d, nil
}
