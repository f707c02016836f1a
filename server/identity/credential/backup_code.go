package credential

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/backupcode"
	"kaiin/server/base/typed"
)

// Backup codes: ten, of 50 random bits each, single-use, known to the member alone once they were
// shown.
const (
	backupCodes  = 10
	backupLength = 10
)

// newBackupCodes are fresh codes as they are shown: xxxxx-xxxxx, of letters and the digits 2 to 7.
func newBackupCodes() []string {
	codes := make([]string, backupCodes)
	for i := range codes {
		text := strings.ToLower(rand.Text())
		codes[i] = text[:backupLength/2] + "-" + text[backupLength/2:backupLength]
	}
	return codes
}

// sealBackup is the purpose under which the hashes of codes are sealed.
const sealBackup = "backup-code"

// boundBackup is a code with the account it is bound to, as it is hashed.
func boundBackup(accountID uuid.UUID, code string) []byte {
	return []byte(accountID.String() + "\n" + typed.BackupCode(code))
}

// keepBackupCodes replaces the account's codes. It must be called inside a transaction.
func (s *Service) keepBackupCodes(ctx context.Context, accountID uuid.UUID, codes []string) error {
	client, now := s.Store.Client(ctx), s.Clock.Now()
	if _, err := client.BackupCode.Delete().Where(backupcode.AccountID(accountID)).Exec(ctx); err != nil {
		return err
	}
	rows := make([]*ent.BackupCodeCreate, len(codes))
	for i, code := range codes {
		rows[i] = client.BackupCode.Create().SetCreatedAt(now).SetAccountID(accountID).SetCodeHash(s.Secrets.SealHash(sealBackup, boundBackup(accountID, code)))
	}
	return client.BackupCode.CreateBulk(rows...).Exec(ctx)
}

// spendBackupCode uses a code up. Of several transactions that try, one succeeds. Fault:
// MULTI_FACTOR_FAILED on value.
func (s *Service) spendBackupCode(ctx context.Context, accountID uuid.UUID, code string) error {
	rows, err := s.Store.Client(ctx).BackupCode.Query().Where(backupcode.AccountID(accountID)).All(ctx)
	if err != nil {
		return err
	}
	bound := boundBackup(accountID, code)
	at := slices.IndexFunc(rows, func(row *ent.BackupCode) bool { return s.Secrets.IsHash(row.CodeHash, sealBackup, bound) })
	if at < 0 {
		return factorFailed()
	}
	spent, err := s.Store.Client(ctx).BackupCode.Update().Where(backupcode.ID(rows[at].ID), backupcode.UsedAtIsNil()).SetUsedAt(s.Clock.Now()).Save(ctx)
	if err == nil && spent == 0 {
		return factorFailed()
	}
	return err
}
