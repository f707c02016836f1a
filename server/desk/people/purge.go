package people

import (
	"context"
	"errors"
)

// Purge deletes sessions and invitations whose time is up.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Store.DeleteBefore(ctx, "staff_sessions", "expires_at", now),
		s.Store.DeleteBefore(ctx, "staff_invites", "expires_at", now),
	)
}
