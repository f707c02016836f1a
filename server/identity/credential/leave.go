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

// Leave deletes the second factors, backup codes, mailed links and former passwords of the account,
// because its member leaves. It joins the caller's transaction.
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
	_, err := client.FormerPassword.Delete().Where(formerpassword.AccountID(accountID)).Exec(ctx)
	return err
}

// Purge deletes mailed links that have been over for a day.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, accounttoken.Table, accounttoken.FieldExpiresAt, s.Clock.Now().Add(-passcode.Day))
}
