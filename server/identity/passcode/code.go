package passcode

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/authcode"
	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
)

// tries is how often one code may be tried. The wait before a resend is in
// schema/rules.json, because pages count it down.
const tries = 5

// Day is how long codes are counted, and kept once they are over.
const Day = 24 * time.Hour

// Scope is what a code is bound to: used for another purpose, in another browser or with another
// address it is wrong.
type Scope struct {
	Purpose   authcode.Purpose
	SessionID uuid.UUID
	AccountID uuid.UUID // zero when there is no account yet
	Address   string    // an email address, or a phone number in digits

	// Browser names a browser that the account of a visitor's errand knows, "" for any other. The
	// code is not bound to it, but counted under it.
	Browser string
}

const macPurpose = "auth-code"

// bound is a code with what it is bound to, as its MAC is made of it.
func (c Scope) bound(code string) []byte {
	return []byte(strings.Join([]string{string(c.Purpose), c.SessionID.String(), key(c.Address), code}, "\n"))
}

// ResendWait is how long a browser waits before it may have another code sent to the same address.
func ResendWait() time.Duration { return time.Duration(schema.Rules().ResendSeconds) * time.Second }

// key is an address as it is compared: without case.
func key(address string) string { return strings.ToLower(address) }

// Send mails a new code, or sends it to the phone, and ends the scope's session's former ones for
// the purpose. It must be called inside a transaction, after Allow.
func (s *Service) Send(ctx context.Context, a actor.Actor, to Scope, called settings.CodePurpose) error {
	code, err := s.keep(ctx, to, called)
	if err != nil {
		return err
	}
	if !strings.Contains(to.Address, "@") {
		return s.Notify.Send(ctx, notify.To{AccountID: to.AccountID, Address: to.Address, Locale: a.Locale}, notify.SMSCode{Code: code, Minutes: called.Minutes})
	}
	return s.Notify.Send(ctx, notify.To{AccountID: to.AccountID, Address: to.Address, Locale: a.Locale},
		notify.PinCode{CodeName: called.DisplayName.In(a.Locale), Code: code, Minutes: called.Minutes})
}

// KeepSecret is Send without the mail: a code is kept, and it is unknown to all. Where no caller
// may have the code that is asked for, trying one then costs what it does elsewhere.
func (s *Service) KeepSecret(ctx context.Context, to Scope, called settings.CodePurpose) error {
	_, err := s.keep(ctx, to, called)
	return err
}

func (s *Service) keep(ctx context.Context, to Scope, called settings.CodePurpose) (string, error) {
	if err := s.End(ctx, to); err != nil {
		return "", err
	}
	now, code := s.Clock.Now(), secret.Digits(int64(schema.Rules().PinCode.Length))
	return code, s.Store.Client(ctx).AuthCode.Create().SetCreatedAt(now).SetPurpose(to.Purpose).SetSessionID(to.SessionID).
		SetNillableAccountID(store.NullableID(to.AccountID)).SetEmailKey(key(to.Address)).SetCodeHash(s.Secrets.KeptMAC(macPurpose, to.bound(code))).SetExpiresAt(now.Add(called.Life())).Exec(ctx)
}

// End ends the codes of the scope's session for the purpose, whatever address they were sent to.
func (s *Service) End(ctx context.Context, to Scope) error {
	return s.Store.Client(ctx).AuthCode.Update().
		Where(authcode.SessionID(to.SessionID), authcode.PurposeEQ(to.Purpose), authcode.UsedAtIsNil(), authcode.VoidedAtIsNil()).
		SetVoidedAt(s.Clock.Now()).Exec(ctx)
}

// EndAll ends the codes of the account that were asked for in other sessions than one, which may be
// none. It joins the caller's transaction.
func (s *Service) EndAll(ctx context.Context, accountID, except uuid.UUID) error {
	return s.Store.Client(ctx).AuthCode.Update().
		Where(authcode.AccountID(accountID), authcode.SessionIDNEQ(except), authcode.UsedAtIsNil(), authcode.VoidedAtIsNil()).
		SetVoidedAt(s.Clock.Now()).Exec(ctx)
}

// Try compares a code with the scope's valid one and returns its id for Spend. The try counts,
// whether it succeeds or fails, so it must not be called inside a transaction. Fault:
// PIN_CODE_ERROR on the path.
func (s *Service) Try(ctx context.Context, from Scope, code, path string, called string) (uuid.UUID, error) {
	now := s.Clock.Now()
	var id uuid.UUID
	var hash []byte
	err := s.Store.QueryRow(ctx, tryLatest, from.SessionID, from.Purpose, key(from.Address), tries, now).Scan(&id, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return uuid.Nil, Wrong(path, called)
	}
	if err != nil {
		return uuid.Nil, err
	}
	if !s.Secrets.IsMAC(hash, macPurpose, from.bound(code)) {
		return uuid.Nil, Wrong(path, called)
	}
	return id, nil
}

// tryLatest counts a try of the newest code of a scope, unless it has had all of its tries or its
// time is up.
const tryLatest = `
	UPDATE auth_codes SET tries = tries + 1
	WHERE id = (
		SELECT id FROM auth_codes
		WHERE session_id = $1 AND purpose = $2 AND email_key = $3 AND used_at IS NULL AND voided_at IS NULL
		ORDER BY created_at DESC LIMIT 1
	) AND used_at IS NULL AND voided_at IS NULL AND tries < $4 AND expires_at > $5
	RETURNING id, code_hash`

// TryTyped is Try for a form that asks for nothing but the code, in the field pinCode. Faults: what
// is wrong with its form; PIN_CODE_ERROR.
func (s *Service) TryTyped(ctx context.Context, from Scope, code, called string) (uuid.UUID, error) {
	code = typed.Code(code)
	var wrong fault.Fields
	CheckForm(&wrong, "pinCode", code, called)
	if err := wrong.Err(); err != nil {
		return uuid.Nil, err
	}
	return s.Try(ctx, from, code, "pinCode", called)
}

// Spend uses up a code that Try found right, together with what it is good for: of several
// transactions that try, one succeeds. Fault: PIN_CODE_ERROR on the path.
func (s *Service) Spend(ctx context.Context, id uuid.UUID, path, called string) error {
	spent, err := s.Store.Client(ctx).AuthCode.Update().
		Where(authcode.ID(id), authcode.UsedAtIsNil(), authcode.VoidedAtIsNil()).SetUsedAt(s.Clock.Now()).Save(ctx)
	if err == nil && spent == 0 {
		return Wrong(path, called)
	}
	return err
}

// Wrong says that authentication failed for the kind of code (E-018). It does not tell a wrong code
// from a late one.
func Wrong(path, called string) *fault.Error {
	return fault.Invalid(fault.PinCodeError, path).With(map[string]any{"codeName": called})
}

// printable is what can be typed for a code: half-width letters, digits and symbols.
var printable = regexp.MustCompile(`^[!-~]*$`)

// CheckForm records what is wrong with the form of a code (V-032, V-033).
func CheckForm(wrong *fault.Fields, path, code, called string) {
	args := map[string]any{"codeName": called}
	switch {
	case code == "":
		wrong.AddWith(path, fault.Required, args)
	case !printable.MatchString(code):
		wrong.AddWith(path, fault.HalfWidthOnly, args)
	}
}
