package proposal

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/staff/acts"
)

// kept is how long a proposal is kept. Its acts stay for longer, and say what it said.
const kept = 366 * 24 * time.Hour

// Purge deletes proposals that were over long ago.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, "proposals", "created_at", s.Clock.Now().Add(-kept))
}

// Leave deletes from proposals about a member who leaves what they say of the member: addresses and
// what was to be put right. Such a proposal can be approved no more.
func (s *Service) Leave(ctx context.Context, account uuid.UUID) error {
	return s.Store.Exec(ctx, `UPDATE proposals SET input = '{}', changes = '[]' WHERE account_id = $1 AND kind IN ($2, $3)`, account, acts.MemberChanged, acts.EmailChangeStarted)
}
