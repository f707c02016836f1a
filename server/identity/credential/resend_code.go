package credential

import (
	"context"

	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
)

// ResendCode mails a code once more, of the purpose mailEdit, mailVerify or passwordSetting, to the
// address it is about: no other can be given.
//
// Faults: INVALID_CHOICE on type; a broken flow, without a change of the address under way;
// PASSWORD_ALREADY_SET, EMAIL_ALREADY_VERIFIED, EMAIL_NOT_SET where there is nothing to prove;
// those of NeedsFresh for a first password; throttled.
func (s *Service) ResendCode(ctx context.Context, a actor.Actor, purpose string) error {
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return err
	}
	switch authcode.Purpose(purpose) {
	case authcode.PurposeMailEdit:
		return s.resendEmailEdit(ctx, a)
	case authcode.PurposeMailVerify:
		switch {
		case row.Email == nil:
			return fault.Precondition(fault.EmailNotSet)
		case row.EmailVerifiedAt != nil:
			return fault.Precondition(fault.EmailAlreadyVerified)
		}
		return s.Passcode.Mail(ctx, a, verifyCode(a, row))
	case authcode.PurposePasswordSetting:
		if err := a.NeedsFresh(s.Clock.Now()); err != nil {
			return err
		}
		if _, err := s.passwords(ctx); err != nil {
			return err
		}
		switch {
		case row.Email == nil:
			return fault.Precondition(fault.EmailNotSet)
		case row.PasswordHash != nil:
			return fault.Precondition(fault.PasswordAlreadySet)
		}
		return s.Passcode.Mail(ctx, a, firstPasswordCode(a, row))
	}
	return fault.Invalid(fault.InvalidChoice, "type")
}
