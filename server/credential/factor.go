package credential

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/authcode"
	"kaiin/server/account"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
	"kaiin/server/passcode"
)

// FactorKind is a kind of second factor (G§3).
type FactorKind string

// Kinds of second factors. Backup codes stand in for the others.
const (
	FactorEmail  FactorKind = "Email"
	FactorSMS    FactorKind = "SMS"
	FactorOTP    FactorKind = "OTP"
	FactorBackup FactorKind = "BackupCode"
)

// FactorKinds are all of them.
var FactorKinds = []FactorKind{FactorEmail, FactorSMS, FactorOTP, FactorBackup}

// Factors are the second factors an account has enabled and the store offers.
type Factors struct {
	Types       []FactorKind // Email, SMS, OTP, in the store's order
	BackupCodes int          // how many are left
	Default     FactorKind   // the kind that is asked for first; "" without a preference
	Email       string       // where codes go, shortened for showing
	Phone       string

	rows []*ent.Factor
}

// Has reports whether the kind is enabled.
func (f Factors) Has(kind FactorKind) bool { return slices.Contains(f.Types, kind) }

// row is the enabled factor of the kind.
func (f Factors) row(kind FactorKind) *ent.Factor {
	for _, row := range f.rows {
		if FactorKind(row.Type) == kind {
			return row
		}
	}
	return nil
}

// Factors are the second factors of the account.
func (s *Service) Factors(ctx context.Context, owner *ent.Account) (Factors, error) {
	var f Factors
	settings, err := s.Catalog.Settings(ctx)
	if err != nil || !settings.Flags.MultiFactor {
		return f, err
	}
	codes, err := s.readFactors(ctx, owner.ID, &f)
	if err != nil || len(f.rows) == 0 {
		return f, err
	}
	for _, kind := range s.offeredFactors(settings) {
		if row := f.row(kind); row != nil && (kind != FactorEmail || account.HasVerifiedEmail(owner)) {
			f.Types = append(f.Types, kind)
		}
	}
	if len(f.Types) == 0 {
		return f, nil
	}
	if owner.Email != nil {
		f.Email = account.ShortEmail(*owner.Email)
	}
	if row := f.row(FactorSMS); row != nil {
		f.Phone = account.ShortPhone(*row.PhoneNumber)
	}
	if preferred := owner.DefaultMultiFactorType; preferred != nil && f.Has(FactorKind(*preferred)) {
		f.Default = FactorKind(*preferred)
	}
	f.BackupCodes = codes
	return f, nil
}

// readFactors reads the factors of the account, and how many backup codes are left to it, with one statement.
func (s *Service) readFactors(ctx context.Context, accountID uuid.UUID, f *Factors) (codes int, err error) {
	rows, err := s.Store.Query(ctx, `
		SELECT id, type, phone_number, secret, last_step,
			(SELECT count(*) FROM backup_codes WHERE account_id = $1 AND used_at IS NULL)
		FROM factors WHERE account_id = $1`, accountID)
	if err != nil {
		return 0, err
	}
	for rows.Next() {
		row := &ent.Factor{AccountID: accountID}
		if err = rows.Scan(&row.ID, &row.Type, &row.PhoneNumber, &row.Secret, &row.LastStep, &codes); err != nil {
			break
		}
		f.rows = append(f.rows, row)
	}
	return codes, errors.Join(err, rows.Err(), rows.Close())
}

// offeredFactors are the kinds the store offers, in its order. SMS is one only where it can be sent.
func (s *Service) offeredFactors(settings *catalog.Settings) []FactorKind {
	if !settings.Flags.MultiFactor {
		return nil
	}
	var kinds []FactorKind
	for _, kind := range settings.MultiFactorTypes {
		if FactorKind(kind) != FactorSMS || s.Notify.CanText() {
			kinds = append(kinds, FactorKind(kind))
		}
	}
	return kinds
}

// PreferFactor asks for the kind first from now on. It joins the caller's transaction.
func (s *Service) PreferFactor(ctx context.Context, accountID uuid.UUID, kind FactorKind) error {
	return s.Store.Client(ctx).Account.Update().Where(entaccount.ID(accountID)).
		SetDefaultMultiFactorType(string(kind)).Exec(ctx)
}

// factorScope is what the code of a second factor that is sent is bound to.
func factorScope(a actor.Actor, owner *ent.Account, f Factors, kind FactorKind) passcode.Scope {
	if kind == FactorSMS {
		return passcode.Scope{Purpose: authcode.PurposeMultiFactorSms, SessionID: a.SessionID, AccountID: owner.ID, Address: *f.row(kind).PhoneNumber}
	}
	return passcode.Scope{Purpose: authcode.PurposeMultiFactorEmail, SessionID: a.SessionID, AccountID: owner.ID, Address: *owner.Email}
}

// OpenFactorCode is the entry of the code of a second factor, Email or SMS, which is sent unless one was a short while ago.
// Fault: not found for a factor that is not enabled.
func (s *Service) OpenFactorCode(ctx context.Context, a actor.Actor, owner *ent.Account, f Factors, kind FactorKind) (passcode.Page, error) {
	if !f.Has(kind) || kind != FactorEmail && kind != FactorSMS {
		return passcode.Page{}, fault.NotFound()
	}
	return s.Passcode.OpenPage(ctx, a, factorScope(a, owner, f, kind))
}

// ResendFactorCode sends the code of a second factor, Email or SMS, once more. Faults: throttled; not found for a factor that is
// not enabled.
func (s *Service) ResendFactorCode(ctx context.Context, a actor.Actor, owner *ent.Account, f Factors, kind FactorKind) error {
	if !f.Has(kind) || kind != FactorEmail && kind != FactorSMS {
		return fault.NotFound()
	}
	return s.Passcode.Mail(ctx, a, factorScope(a, owner, f, kind))
}
