package proposal

import (
	"context"
	"time"
)

// kept is how long a proposal is kept. Its acts stay for longer, and say what it said.
const kept = 366 * 24 * time.Hour

// Purge deletes proposals that were over long ago.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, "proposals", "created_at", s.Clock.Now().Add(-kept))
}
