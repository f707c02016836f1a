package acts

import (
	"context"
	"fmt"
)

// shown is that a decision is about a row as it was shown to who decides.
type shown struct {
	still func(ctx context.Context) error
	asked bool
}

// AsShown is the decision about a row as it was shown: nothing is done unless still answers nil.
// What carries the decision out asks for that by Still. nil: the row may have changed.
func (d Decision) AsShown(still func(ctx context.Context) error) Decision {
	d.shown = nil
	if still != nil {
		d.shown = &shown{still: still}
	}
	return d
}

// Still is the fault of a row that is no more what was shown. It is called once the row is locked,
// in the transaction of the effect and before it.
func (d Decision) Still(ctx context.Context) error {
	if d.shown == nil {
		return nil
	}
	d.shown.asked = true
	return d.shown.still(ctx)
}

func (s *shown) begin() {
	if s != nil {
		s.asked = false
	}
}

// wasAsked is the error of an effect that did not ask for Still: it was to be about what was shown.
func (s *shown) wasAsked(did Act) error {
	if s != nil && !s.asked {
		return fmt.Errorf("%s was done without a look at whether its row is still as it was shown", did.Kind)
	}
	return nil
}
