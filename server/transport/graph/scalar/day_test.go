package scalar

import (
	"strings"
	"testing"

	"kaiin/server/base/fault"
)

func TestDay(t *testing.T) {
	for _, c := range []struct {
		in any
		ok bool
	}{
		{"2027-02-28", true}, {"2027-02-29", false}, {"28/02/2027", false}, {"", false}, {20270228, false}, {nil, false},
	} {
		d, err := UnmarshalDay(c.in)
		if (err == nil) != c.ok || (err != nil && !fault.Is(err, fault.InvalidRequest)) {
			t.Errorf("%v: %v", c.in, err)
			continue
		}
		var b strings.Builder
		MarshalDay(d).MarshalGQL(&b)
		if c.ok && b.String() != `"2027-02-28"` {
			t.Errorf("%v came back as %s", c.in, b.String())
		}
	}
}
