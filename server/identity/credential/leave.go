package credential

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/accounttoken"
	"kaiin/ent/backupcode"
	"kaiin/ent/factor"
	"kaiin/ent/formerpassword"
	"kaiin/server/identity/passcode"
)

// Leave deletes the second factors, backup codes, mailed links, held changes and former passwords
// of the account, because its member leaves. It joins the caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	client := s.Store.Client(ctx)
	if _, err := client.Factor.Delete().Where(factor.AccountID(accountID)).Exec(ctx); err != nil {
		return err
	}
	if _, err := client.BackupCode.Delete().Where(backupcode.AccountID(accountID)).Exec(ctx); err != nil {
		return err
	}
	if _, err := client.AccountToken.Delete().Where(accounttoken.AccountID(accountID)).Exec(ctx); err != nil {
		return err
	}
	if err := s.Store.Exec(ctx, `DELETE FROM held_changes WHERE account_id = $1`, accountID); err != nil {
		return err
	}
	_, err := client.FormerPassword.Delete().Where(formerpassword.AccountID(accountID)).Exec(ctx)
	return err
}

// Purge deletes mailed links that have been over for a day, and changes that the staff began long
// ago.
func (s *Service) Purge(ctx context.Context) error {
	if err := s.Store.DeleteBefore(ctx, "held_changes", "created_at", s.Clock.Now().Add(-heldKept)); err != nil {
		return err
	}
	return s.Store.DeleteBefore(ctx, accounttoken.Table, accounttoken.FieldExpiresAt, s.Clock.Now().Add(-passcode.Day))
}
