package throttle

import (
	"context"
	"time"

	"kaiin/ent/throttle"
)

// longest is longer than any window and any wait that is counted: no window is longer than a day.
const longest = 2 * 24 * time.Hour

// Purge deletes the counts whose window is over.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, throttle.Table, throttle.FieldWindowStart, s.Clock.Now().Add(-longest))
}
