package members

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
)

// kept is how long a reveal and a check are kept once they are over. Their acts stay.
const kept = 48 * time.Hour

// Purge deletes reveals and checks that are over.
func (s *Service) Purge(ctx context.Context) error {
	before := s.Clock.Now().Add(-kept)
	if err := s.Store.DeleteBefore(ctx, "reveals", "until", before); err != nil {
		return err
	}
	return s.Store.DeleteBefore(ctx, "identity_checks", "created_at", before)
}

// Leave deletes what is kept here of a member who leaves.
func (s *Service) Leave(ctx context.Context, account uuid.UUID) error {
	return errors.Join(
		s.Store.Exec(ctx, `DELETE FROM notes WHERE account_id = $1`, account),
		s.Store.Exec(ctx, `DELETE FROM member_guards WHERE account_id = $1`, account),
		s.Store.Exec(ctx, `DELETE FROM reveals WHERE account_id = $1`, account),
		s.Store.Exec(ctx, `DELETE FROM identity_checks WHERE account_id = $1`, account),
	)
}
