package credential

import (
	"context"
	"regexp"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// mobileForm are the numbers of phones in Japan that take short messages.
var mobileForm = regexp.MustCompile(`^0[5-9]0[0-9]{8}$`)

// EnableFactor is what enables a second factor.
type EnableFactor struct {
	Type        FactorKind
	Secret      string // OTP: the one that was shown
	Token       string // OTP: a password of it
	PhoneNumber string // SMS
	PinCode     string // SMS: the code that came to it; "" sends one
}

// EnableFactor enables a second factor: Email when the address is verified, SMS once the
// number is proved, OTP when the app gives a right password of the secret that was shown
// . The account's first factor is not enabled before the backup codes are saved. The
// answer is the next page.
//
// Faults: EMAIL_NOT_VERIFIED; PHONE_NUMBER_INVALID on phoneNumber; PIN_CODE_ERROR on pinCode;
// OTP_INVALID and REQUIRED on token; SECRET_MISMATCH; ALREADY_ENABLED; not found for what the store
// does not offer; throttled; those of NeedsFresh.
func (s *Service) EnableFactor(ctx context.Context, a actor.Actor, in EnableFactor) (next step.Step, err error) {
	row, offered, err := s.settingFactors(ctx, a)
	if err != nil {
		return step.Step{}, err
	}
	if !slices.Contains(offered, in.Type) {
		return step.Step{}, fault.NotFound()
	}
	enabled, err := s.Factors(ctx, row)
	if err != nil {
		return step.Step{}, err
	}
	if enabled.Has(in.Type) {
		return step.Step{}, fault.Precondition(fault.AlreadyEnabled)
	}
	fresh, spend, err := s.proveFactor(ctx, a, row, in)
	if err != nil || fresh == nil {
		return step.SetUpFactor(string(FactorSMS)), err // where a code is on its way
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if err := spend(ctx); err != nil {
			return err
		}
		// Once more under the lock: the last of the others may have been disabled meanwhile, and
		// the backup codes with it.
		enabled, err := s.Factors(ctx, row)
		if err != nil {
			return err
		}
		if enabled.Has(in.Type) {
			return fault.Precondition(fault.AlreadyEnabled)
		}
		if len(enabled.Types) == 0 {
			next = step.BackupCodes
			return s.Flow.Save(ctx, a.SessionID, flowFactorSetting, fresh, s.Clock.Now().Add(settingTime))
		}
		next = step.FactorEnabled(string(in.Type))
		return s.enable(ctx, a, row, *fresh)
	})
	return next, err
}

// proveFactor checks what proves a new factor; spend uses it up. Without a code a phone is sent
// one, and there is no factor yet.
func (s *Service) proveFactor(ctx context.Context, a actor.Actor, row *ent.Account, in EnableFactor) (*newFactor, func(context.Context) error, error) {
	switch in.Type {
	case FactorEmail:
		if !account.HasVerifiedEmail(row) {
			return nil, nil, fault.Precondition(fault.EmailNotVerified)
		}
		return &newFactor{Type: in.Type}, func(context.Context) error { return nil }, nil
	case FactorSMS:
		return s.provePhone(ctx, a, in)
	}
	var pending pendingOTP
	found, err := s.Flow.Open(ctx, a.SessionID, flowOTPSetting, &pending)
	if err != nil {
		return nil, nil, err
	}
	if in.Token = typed.Code(in.Token); !otpForm.MatchString(in.Token) {
		return nil, nil, fault.Invalid(fault.OTPLength, "token")
	}
	if !found || in.Secret != pending.Secret {
		return nil, nil, fault.BrokenFlow(fault.SecretMismatch, step.SetUpFactor(string(FactorOTP)))
	}
	if err := s.Throttle.CountGuess(ctx, throttle.Guesses{Key: "otp-setting:" + a.SessionID.String(), Free: 10, Window: settingTime}); err != nil {
		return nil, nil, err
	}
	at, ok := MatchOTP(pending.Secret, in.Token, s.Clock.Now())
	if !ok {
		return nil, nil, fault.Invalid(fault.OTPInvalid, "token")
	}
	return &newFactor{Type: in.Type, Secret: pending.Secret, Step: at}, func(ctx context.Context) error {
		spent, err := s.Flow.Spend(ctx, a.SessionID, flowOTPSetting)
		if err == nil && !spent {
			return fault.BrokenFlow(fault.SecretMismatch, step.SetUpFactor(string(FactorOTP)))
		}
		return err
	}, nil
}

func phoneCode(a actor.Actor, number string) passcode.Scope {
	return passcode.Scope{Purpose: authcode.PurposePhoneSetting, SessionID: a.SessionID, AccountID: a.AccountID, Address: number}
}

// provePhone sends a code to a number, or takes the code that came there.
func (s *Service) provePhone(ctx context.Context, a actor.Actor, in EnableFactor) (*newFactor, func(context.Context) error, error) {
	number := typed.Phone(in.PhoneNumber)
	var pending pendingPhone
	found, err := s.Flow.Open(ctx, a.SessionID, flowPhoneSetting, &pending)
	if err != nil {
		return nil, nil, err
	}
	if number == "" && found {
		number = pending.Number
	}
	if !mobileForm.MatchString(number) {
		return nil, nil, fault.Invalid(fault.PhoneNumberInvalid, "phoneNumber")
	}
	if in.PinCode == "" {
		if err := s.Flow.Save(ctx, a.SessionID, flowPhoneSetting, pendingPhone{number}, s.Clock.Now().Add(settingTime)); err != nil {
			return nil, nil, err
		}
		return nil, nil, s.Passcode.Mail(ctx, a, phoneCode(a, number))
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, nil, err
	}
	called := settings.AuthCodes.Of(authcode.PurposePhoneSetting).DisplayName.In(a.Locale)
	id, err := s.Passcode.Try(ctx, phoneCode(a, number), typed.Code(in.PinCode), "pinCode", called)
	if err != nil {
		return nil, nil, err
	}
	return &newFactor{Type: FactorSMS, PhoneNumber: number}, func(ctx context.Context) error {
		if err := s.Passcode.Spend(ctx, id, "pinCode", called); err != nil {
			return err
		}
		_, err := s.Flow.Spend(ctx, a.SessionID, flowPhoneSetting)
		return err
	}, nil
}

// enable stores a proved factor. It must be called inside a transaction, under the account's lock.
// Every other browser has to sign in again, and the member is told.
func (s *Service) enable(ctx context.Context, a actor.Actor, row *ent.Account, f newFactor) error {
	var sealed []byte
	if f.Secret != "" {
		sealed = s.Secrets.Seal(otpSeal(row.ID.String()), []byte(f.Secret))
	}
	err := s.Store.Exec(ctx, `INSERT INTO factors (id, created_at, account_id, type, phone_number, secret, last_step)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (account_id, type) DO UPDATE SET phone_number = excluded.phone_number, secret = excluded.secret,
			last_step = excluded.last_step`,
		factor.DefaultID(), s.Clock.Now(), row.ID, f.Type, store.Nullable(f.PhoneNumber), sealed, f.Step)
	if err != nil {
		return err
	}
	return s.factorChanged(ctx, a, row, f.Type, true)
}

// factorChanged ends the member's other sessions and tells them, also of the passkeys that pass the
// factor.
func (s *Service) factorChanged(ctx context.Context, a actor.Actor, row *ent.Account, kind FactorKind, enabled bool) error {
	if err := s.Session.EndAll(ctx, row.ID, a.SessionID); err != nil {
		return err
	}
	passkeys, err := s.Passkey.Usable(ctx, row.ID)
	if err != nil {
		return err
	}
	return s.Account.Mail(ctx, row, row.Locale, notify.FactorChanged{At: s.Clock.Now(), Type: string(kind), Enabled: enabled, Passkeys: passkeys})
}

// DisableFactor takes a second factor off; with the last one go the backup codes, the trusted
// devices and the preferred kind.
// Faults: not found when it is not enabled; those of NeedsFresh.
func (s *Service) DisableFactor(ctx context.Context, a actor.Actor, kind FactorKind) error {
	if _, _, err := s.settingFactors(ctx, a); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		client := s.Store.Client(ctx)
		gone, err := client.Factor.Delete().Where(factor.AccountID(row.ID), factor.TypeEQ(factor.Type(kind))).Exec(ctx)
		if err != nil {
			return err
		}
		if gone == 0 {
			return fault.NotFound()
		}
		left, err := client.Factor.Query().Where(factor.AccountID(row.ID)).Exist(ctx)
		if err != nil {
			return err
		}
		if !left {
			if err := s.dropStandIns(ctx, row.ID); err != nil {
				return err
			}
		}
		return s.factorChanged(ctx, a, row, kind, false)
	})
}

// dropStandIns deletes what has no meaning without a second factor.
func (s *Service) dropStandIns(ctx context.Context, accountID uuid.UUID) error {
	if err := s.keepBackupCodes(ctx, accountID, nil); err != nil {
		return err
	}
	if err := s.Store.Client(ctx).Account.UpdateOneID(accountID).ClearDefaultMultiFactorType().Exec(ctx); err != nil {
		return err
	}
	return s.Session.ForgetDevices(ctx, accountID)
}
