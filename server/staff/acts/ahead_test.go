package acts

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
)

// A clock that ran ahead leaves acts and seals of days to come, after which nothing is sealed for
// long: it is told until those days are there.
func TestWhatAClockAheadLeftIsFound(t *testing.T) {
	t.Parallel()
	r := setup(t)
	const year = 365 * 24 * time.Hour
	r.Clock.Advance(year)
	r.act(t, "hanako", uuid.Nil)
	r.Clock.Advance(24 * time.Hour)
	r.must(t, r.Seal(t.Context()))
	r.Clock.Advance(-year)
	r.act(t, "hanako", uuid.Nil)
	if found := r.verified(t.Context(), t, ""); !slices.Equal(found, []string{"ahead 2027-05-15 0", "ahead cli 1", "ahead cli 2"}) {
		t.Errorf("found %v", found)
	}
	r.Clock.Advance(year)
	if found := r.verified(t.Context(), t, ""); len(found) > 0 {
		t.Errorf("found %v", found)
	}
}
