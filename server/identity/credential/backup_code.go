package credential

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/backupcode"
	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
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

// BackupPage is what the page of fresh backup codes shows.
type BackupPage struct {
	Next       step.Step // go there instead
	Codes      []string
	Regenerate bool // codes exist already: these replace them
}

// BackupPage makes fresh codes, which are pending until they come back. Without a second factor,
// enabled or waiting to be, it leads to where they are enabled. Faults: those of FactorSetting.
func (s *Service) BackupPage(ctx context.Context, a actor.Actor) (*BackupPage, error) {
	row, _, err := s.settingFactors(ctx, a)
	if err != nil {
		return nil, err
	}
	f, err := s.Factors(ctx, row)
	if err != nil {
		return nil, err
	}
	if len(f.Types) == 0 {
		var waiting newFactor
		waits, err := s.Flow.Open(ctx, a.SessionID, flowFactorSetting, &waiting)
		if err != nil {
			return nil, err
		}
		if !waits {
			return &BackupPage{Next: step.Factors}, nil
		}
	}
	page := &BackupPage{Codes: newBackupCodes(), Regenerate: len(f.Types) > 0}
	return page, s.Flow.Save(ctx, a.SessionID, flowBackupCodes, pendingCodes{page.Codes}, s.Clock.Now().Add(settingTime))
}

// SaveBackupCodes keeps the codes that were shown, which come back as proof that the member has
// them, and enables the factor that waited for them. The answer is the next page. Faults: a
// broken flow, BACKUP_CODES_CHANGED, for others than those shown last; those of FactorSetting.
func (s *Service) SaveBackupCodes(ctx context.Context, a actor.Actor, codes []string) (next step.Step, err error) {
	if _, _, err := s.settingFactors(ctx, a); err != nil {
		return step.Step{}, err
	}
	changed := fault.BrokenFlow(fault.BackupCodesChanged, step.BackupCodes)
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		var pending pendingCodes
		found, err := s.Flow.Lock(ctx, a.SessionID, flowBackupCodes, &pending)
		if err != nil {
			return err
		}
		if !found || !slices.Equal(pending.Codes, codes) {
			return changed
		}
		if _, err := s.Flow.Spend(ctx, a.SessionID, flowBackupCodes); err != nil {
			return err
		}
		if err := s.keepBackupCodes(ctx, row.ID, codes); err != nil {
			return err
		}
		next, err = s.endSetting(ctx, a, row)
		return err
	})
	return next, err
}

// endSetting enables the factor that waited for the backup codes; without one the codes were made
// anew, which the member is told.
func (s *Service) endSetting(ctx context.Context, a actor.Actor, row *ent.Account) (next step.Step, err error) {
	var waiting newFactor
	waits, err := s.Flow.Lock(ctx, a.SessionID, flowFactorSetting, &waiting)
	if err != nil {
		return step.Step{}, err
	}
	if waits {
		if _, err := s.Flow.Spend(ctx, a.SessionID, flowFactorSetting); err != nil {
			return step.Step{}, err
		}
		return step.FactorEnabled(string(waiting.Type)), s.enable(ctx, a, row, waiting)
	}
	enabled, err := s.Store.Client(ctx).Factor.Query().Where(factor.AccountID(row.ID)).Exist(ctx)
	if err != nil {
		return step.Step{}, err
	}
	if !enabled {
		return step.Step{}, fault.BrokenFlow(fault.BackupCodesChanged, step.Factors)
	}
	return step.FactorEnabled(string(FactorBackup)), s.Account.Mail(ctx, row, row.Locale, notify.FactorChanged{At: s.Clock.Now(), Type: string(FactorBackup), Enabled: true})
}
