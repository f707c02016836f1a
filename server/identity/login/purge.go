package login

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/externalrequest"
	"kaiin/ent/loginevent"
)

// Purge deletes tries to log in that no page shows any more, and visits to external providers that
// have been over for a day.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Store.DeleteBefore(ctx, externalrequest.Table, externalrequest.FieldExpiresAt, now.Add(-24*time.Hour)),
		s.Store.DeleteBefore(ctx, loginevent.Table, loginevent.FieldCreatedAt, now.Add(-historyLife)),
	)
}

// Leave deletes the account's visits to external providers, because its member leaves. It joins the
// caller's transaction. The login history stays as long as any other.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).ExternalRequest.Delete().Where(externalrequest.AccountID(accountID)).Exec(ctx)
	return err
}
