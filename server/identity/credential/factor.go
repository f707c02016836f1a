package credential

import (
	"context"
	"errors"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// FactorKind is a kind of second factor (G§3).
type FactorKind string

// Kinds of second factors. Backup codes stand in for the others.
const (
	FactorEmail  FactorKind = "Email"
	FactorSMS    FactorKind = "SMS"
	FactorOTP    FactorKind = "OTP"
	FactorBackup FactorKind = "BackupCode"
	// FactorPasskey is none that is enabled: where another one is, a passkey may take its place.
	FactorPasskey FactorKind = "Passkey"
)

// FactorKinds are all of them.
var FactorKinds = []FactorKind{FactorEmail, FactorSMS, FactorOTP, FactorBackup, FactorPasskey}

// Factors are the second factors an account has enabled. What a member has enabled is asked for
// whatever the store offers by now: a setting must not take away what protects an account.
type Factors struct {
	Types       []FactorKind // Email, SMS, OTP, in the store's order, those it does not offer last
	Ready       []FactorKind // those of Types that can be given now, since a code can reach the member, and before them Passkey where there is one
	MailFrom    time.Time    // Email is not accepted after a password before: a mailed link set the password
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

// hasFactor is a value of accounts that are read WithHasFactor.
const hasFactor = "has_factor"

// WithHasFactor has a query of accounts read, too, whether each has a second factor: then Factors
// costs no statement for one that has none. It is for what holds only as long as the account's
// access stamp that is read with it, which a change of the factors counts up.
func WithHasFactor(q *sql.Selector) {
	q.AppendSelectExprAs(sql.Expr("EXISTS (SELECT FROM factors WHERE account_id = "+q.C(entaccount.FieldID)+")"), hasFactor)
}

// Factors are the second factors of the account.
func (s *Service) Factors(ctx context.Context, owner *ent.Account) (Factors, error) {
	var f Factors
	if has, err := owner.Value(hasFactor); err == nil && has == false {
		return f, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return f, err
	}
	codes, passkeys, err := s.readFactors(ctx, owner.ID, &f)
	if err != nil || len(f.rows) == 0 {
		return f, err
	}
	for _, kind := range append(s.offeredFactors(settings), FactorEmail, FactorSMS, FactorOTP) {
		if f.row(kind) == nil || f.Has(kind) {
			continue
		}
		f.Types = append(f.Types, kind)
		if kind == FactorOTP || kind == FactorEmail && account.HasVerifiedEmail(owner) || kind == FactorSMS && s.Notify.CanText() {
			f.Ready = append(f.Ready, kind)
		}
	}
	f.MailFrom = mailFrom(owner, f.Ready)
	if passkeys > 0 && s.Passkey.Offered() {
		f.Ready = slices.Insert(f.Ready, 0, FactorPasskey)
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

// mailDelay is how long after its reset by a mailed link a password is not enough beside a mailed
// code. Who reads the mailbox gives both: the member hears of the reset, and has a day to object.
const mailDelay = 24 * time.Hour

// Never is a Factors.MailFrom later than anything.
var Never = time.Unix(1<<40, 0)

// mailFrom is from when a mailed code is a second factor of its own beside the account's password:
// at once, unless a mailed link set the password; else never, where the member has another kind of
// factor, and after a day where there is none.
func mailFrom(owner *ent.Account, ready []FactorKind) time.Time {
	if owner.PasswordMailedAt == nil {
		return time.Time{}
	}
	if slices.ContainsFunc(ready, isNoMail) {
		return Never
	}
	return owner.PasswordMailedAt.Add(mailDelay)
}

// isNoMail holds for a kind that is asked for in place of mail. A passkey is none: its device may
// be the one that was lost, and nothing but mail would be left.
func isNoMail(kind FactorKind) bool { return kind != FactorEmail && kind != FactorPasskey }

// TrustPassword forgets that a mailed link set the password: what proves more than the mailbox has
// been given beside it. It joins the caller's transaction.
func (s *Service) TrustPassword(ctx context.Context, accountID uuid.UUID) error {
	return s.Store.Client(ctx).Account.Update().Where(entaccount.ID(accountID)).ClearPasswordMailedAt().Exec(ctx)
}

// readFactors reads the factors of the account, how many backup codes are left to it and how many
// passkeys it has, with one statement.
func (s *Service) readFactors(ctx context.Context, accountID uuid.UUID, f *Factors) (codes, passkeys int, err error) {
	rows, err := s.Store.Query(ctx, `
		SELECT id, type, phone_number, secret, last_step,
			(SELECT count(*) FROM backup_codes WHERE account_id = $1 AND used_at IS NULL), (SELECT count(*) FROM passkeys WHERE account_id = $1)
		FROM factors WHERE account_id = $1`, accountID)
	if err != nil {
		return 0, 0, err
	}
	for rows.Next() {
		row := &ent.Factor{AccountID: accountID}
		if err = rows.Scan(&row.ID, &row.Type, &row.PhoneNumber, &row.Secret, &row.LastStep, &codes, &passkeys); err != nil {
			break
		}
		f.rows = append(f.rows, row)
	}
	return codes, passkeys, errors.Join(err, rows.Err(), rows.Close())
}

// offeredFactors are the kinds the store offers, in its order. SMS is one only where it can
// be sent.
func (s *Service) offeredFactors(settings *settings.Settings) []FactorKind {
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

// isSent reports whether the kind is a code that is sent.
func isSent(kind FactorKind) bool { return kind == FactorEmail || kind == FactorSMS }

// OpenFactorCode is the entry of the code of a second factor, Email or SMS, which is sent unless
// one was a short while ago.
// Fault: not found for a factor that is not enabled.
func (s *Service) OpenFactorCode(ctx context.Context, a actor.Actor, owner *ent.Account, f Factors, kind FactorKind) (passcode.Page, error) {
	if !slices.Contains(f.Ready, kind) || !isSent(kind) {
		return passcode.Page{}, fault.NotFound()
	}
	return s.Passcode.OpenPage(ctx, a, factorScope(a, owner, f, kind))
}

// ResendFactorCode sends the code of a second factor, Email or SMS, once more. Faults: throttled;
// not found for a factor that is not enabled.
func (s *Service) ResendFactorCode(ctx context.Context, a actor.Actor, owner *ent.Account, f Factors, kind FactorKind) error {
	if !slices.Contains(f.Ready, kind) || !isSent(kind) {
		return fault.NotFound()
	}
	return s.Passcode.Mail(ctx, a, factorScope(a, owner, f, kind))
}
