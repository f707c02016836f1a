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

// Leave deletes the codes of the account, because its member leaves: those sent for it, and those
// sent to its address before it was there (sign-up). It joins the caller's transaction. Codes go
// after a day, so that the table is read whole here.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	return s.Store.Exec(ctx, `DELETE FROM auth_codes WHERE account_id = $1 OR email_key = (SELECT email_key FROM accounts WHERE id = $1)`, accountID)
}
