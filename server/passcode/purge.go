package passcode

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/authcode"
)

// Purge deletes codes that have been over for a day.
func (s *Service) Purge(ctx context.Context) error {
	_, err := s.Store.Client(ctx).AuthCode.Delete().Where(authcode.ExpiresAtLT(s.Clock.Now().Add(-Day))).Exec(ctx)
	return err
}

// Leave deletes the codes of the account, because its member leaves. It joins the caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).AuthCode.Delete().Where(authcode.AccountID(accountID)).Exec(ctx)
	return err
}
