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
	_, err := s.Store.Client(ctx).Throttle.Delete().Where(throttle.WindowStartLT(s.Clock.Now().Add(-longest))).Exec(ctx)
	return err
}
