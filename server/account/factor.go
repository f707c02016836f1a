package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/ent/backupcode"
	"kaiin/ent/factor"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
)

// Types of second factors (G§3). Backup codes stand in for the others.
const (
	FactorEmail  = "Email"
	FactorSMS    = "SMS"
	FactorOTP    = "OTP"
	FactorBackup = "BackupCode"
)

// Factors are the second factors an account has enabled and the store offers.
type Factors struct {
	Types       []string // Email, SMS, OTP, in the store's order
	BackupCodes int      // how many are left
	Default     string   // the type that is asked for first; "" without a preference
	Email       string   // where codes go, shortened for showing
	Phone       string

	rows []*ent.Factor
}

// Has reports whether the type is enabled.
func (f Factors) Has(kind string) bool { return slices.Contains(f.Types, kind) }

// row is the enabled factor of the type.
func (f Factors) row(kind string) *ent.Factor {
	for _, row := range f.rows {
		if string(row.Type) == kind {
			return row
		}
	}
	return nil
}

// Factors are the second factors of the account.
func (s *Service) Factors(ctx context.Context, account *ent.Account) (Factors, error) {
	var f Factors
	settings, err := s.Catalog.Settings(ctx)
	if err != nil || !settings.Flags.MultiFactor {
		return f, err
	}
	if f.rows, err = s.Store.Client(ctx).Factor.Query().Where(factor.AccountID(account.ID)).All(ctx); err != nil || len(f.rows) == 0 {
		return f, err
	}
	for _, kind := range s.offeredFactors(settings) {
		if row := f.row(kind); row != nil && (kind != FactorEmail || hasVerifiedEmail(account)) {
			f.Types = append(f.Types, kind)
		}
	}
	if len(f.Types) == 0 {
		return f, nil
	}
	if account.Email != nil {
		f.Email = ShortEmail(*account.Email)
	}
	if row := f.row(FactorSMS); row != nil {
		f.Phone = ShortPhone(*row.PhoneNumber)
	}
	if account.DefaultMultiFactorType != nil && f.Has(*account.DefaultMultiFactorType) {
		f.Default = *account.DefaultMultiFactorType
	}
	f.BackupCodes, err = s.Store.Client(ctx).BackupCode.Query().
		Where(backupcode.AccountID(account.ID), backupcode.UsedAtIsNil()).Count(ctx)
	return f, err
}

// offeredFactors are the types the store offers, in its order. SMS is one only where it can be sent.
func (s *Service) offeredFactors(settings *catalog.Settings) []string {
	if !settings.Flags.MultiFactor {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(settings.MultiFactorTypes), func(kind string) bool {
		return kind == FactorSMS && !s.Notify.CanText()
	})
}

func hasVerifiedEmail(row *ent.Account) bool { return row.Email != nil && row.EmailVerifiedAt != nil }

// ShortEmail is an address as it is shown to who may not be its owner: t***@example.jp.
func ShortEmail(address string) string {
	local, domain, ok := strings.Cut(address, "@")
	if !ok || local == "" {
		return "***"
	}
	return local[:1] + "***@" + domain
}

// ShortPhone is a number of which only the last digits show: *******5678.
func ShortPhone(number string) string {
	shown := max(len(number)-4, 0)
	return strings.Repeat("*", shown) + number[shown:]
}

// factorScope is what the code of a second factor that is sent is bound to.
func factorScope(a actor.Actor, account *ent.Account, f Factors, kind string) CodeScope {
	if kind == FactorSMS {
		return CodeScope{Purpose: authcode.PurposeMultiFactorSms, SessionID: a.SessionID, AccountID: account.ID, Address: *f.row(kind).PhoneNumber}
	}
	return CodeScope{Purpose: authcode.PurposeMultiFactorEmail, SessionID: a.SessionID, AccountID: account.ID, Address: *account.Email}
}

// OpenFactorCode is the entry of the code of a second factor, Email or SMS, which is sent unless one was a short while ago.
// Fault: not found for a factor that is not enabled.
func (s *Service) OpenFactorCode(ctx context.Context, a actor.Actor, account *ent.Account, kind string) (CodePage, error) {
	to, err := s.sentFactor(ctx, a, account, kind)
	if err != nil {
		return CodePage{}, err
	}
	return s.openCode(ctx, a, to)
}

// ResendFactorCode sends the code of a second factor, Email or SMS, once more. Faults: throttled; not found for a factor that is
// not enabled.
func (s *Service) ResendFactorCode(ctx context.Context, a actor.Actor, account *ent.Account, kind string) error {
	to, err := s.sentFactor(ctx, a, account, kind)
	if err != nil {
		return err
	}
	return s.mailCode(ctx, a, to)
}

func (s *Service) sentFactor(ctx context.Context, a actor.Actor, account *ent.Account, kind string) (CodeScope, error) {
	f, err := s.Factors(ctx, account)
	if err != nil {
		return CodeScope{}, err
	}
	if !f.Has(kind) || kind != FactorEmail && kind != FactorSMS {
		return CodeScope{}, fault.NotFound()
	}
	return factorScope(a, account, f, kind), nil
}

// factorGuesses slow down guessing of second factors: a network after five wrong ones, all networks together after twenty.
// A right first factor does not take them back (ASVS 6.6.3).
func factorGuesses(a actor.Actor, accountID uuid.UUID) (here, anywhere Guesses) {
	return Guesses{Key: "factor-here:" + accountID.String() + " " + a.Network(), Free: 5, Window: 24 * time.Hour},
		Guesses{Key: "factor:" + accountID.String(), Free: 20, Window: 24 * time.Hour}
}

// CheckFactor checks a second factor of the account. The try is counted whatever comes of it; what was right is used up in
// one transaction with spend, so that of many at once one succeeds.
//
// Faults: MULTI_FACTOR_FAILED on value, for a wrong one, a spent one, and a type that is not enabled alike; throttled; what spend
// returns.
func (s *Service) CheckFactor(ctx context.Context, a actor.Actor, account *ent.Account, kind, value string, spend func(ctx context.Context) error) error {
	f, err := s.Factors(ctx, account)
	if err != nil {
		return err
	}
	here, anywhere := factorGuesses(a, account.ID)
	if err := s.CountGuess(ctx, here, anywhere); err != nil {
		return err
	}
	use, err := s.rightFactor(ctx, a, account, f, kind, strings.TrimSpace(value))
	if err != nil {
		return err
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := use(ctx); err != nil {
			return err
		}
		return spend(ctx)
	})
	if err != nil {
		return err
	}
	return s.ForgetGuesses(ctx, here, anywhere)
}

// factorFailed says that authentication failed (E-016), and not why.
func factorFailed() *fault.Error { return fault.Invalid("MULTI_FACTOR_FAILED", "value") }

// rightFactor finds out whether the value is right, and answers how it is used up.
func (s *Service) rightFactor(ctx context.Context, a actor.Actor, account *ent.Account, f Factors, kind, value string) (use func(context.Context) error, err error) {
	switch {
	case kind == FactorBackup && len(f.Types) > 0:
		return func(ctx context.Context) error { return s.spendBackupCode(ctx, account.ID, value) }, nil
	case !f.Has(kind):
		return nil, factorFailed()
	case kind == FactorOTP:
		return s.rightOTP(f.row(kind), value)
	}
	id, err := s.TryCode(ctx, factorScope(a, account, f, kind), value, "value", "")
	if fault.Is(err, "PIN_CODE_ERROR") {
		return nil, factorFailed()
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		if err := s.SpendCode(ctx, id, "value", ""); err != nil {
			if fault.Is(err, "PIN_CODE_ERROR") {
				return factorFailed()
			}
			return err
		}
		return nil
	}, nil
}
