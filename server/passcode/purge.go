package passcode

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/authcode"
)

// Purge deletes codes that have been over for a day.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, authcode.Table, authcode.FieldExpiresAt, s.Clock.Now().Add(-Day))
}

// Leave deletes the codes of the account, because its member leaves. It joins the caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).AuthCode.Delete().Where(authcode.AccountID(accountID)).Exec(ctx)
	return err
}
