package credential

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// firstPasswordCode is what the code that sets a first password is bound to.
func firstPasswordCode(a actor.Actor, row *ent.Account) passcode.Scope {
	return passcode.Scope{Purpose: authcode.PurposePasswordSetting, SessionID: a.SessionID, AccountID: row.ID, Address: store.Text(row.Email)}
}

// EnablePasswordPage is where a member without a password sets a first one; opening it mails a
// code. A member with one is led to where it is changed, one without an address to where
// that is set.
//
// Faults: those of NeedsFresh; not found, in a store without passwords.
func (s *Service) EnablePasswordPage(ctx context.Context, a actor.Actor) (*PasswordPage, error) {
	settings, err := s.passwords(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	switch {
	case row.PasswordHash != nil:
		return &PasswordPage{Next: step.ChangePassword}, nil
	case row.Email == nil:
		return &PasswordPage{Next: step.ChangeEmail}, nil
	}
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return nil, err
	}
	page := &PasswordPage{Identifier: account.IdentifierOf(row), Registration: account.Registration(settings), Account: row}
	page.Code, err = s.Passcode.OpenPage(ctx, a, firstPasswordCode(a, row))
	return page, err
}

// EnablePassword sets a member's first password; a mailed code and a recent login are the proof.
//
// Faults: those of NeedsFresh; PIN_CODE_ERROR and what is wrong with its form on pinCode; what is
// wrong with password and passwordConfirm; PASSWORD_ALREADY_SET; unavailable; not found in a store
// without passwords.
func (s *Service) EnablePassword(ctx context.Context, a actor.Actor, pinCode, password, confirm string) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	settings, err := s.passwords(ctx)
	if err != nil {
		return err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return err
	}
	if row.PasswordHash != nil {
		return fault.Precondition(fault.PasswordAlreadySet)
	}
	scope := firstPasswordCode(a, row)
	called := settings.AuthCodes.Of(scope.Purpose).DisplayName.In(a.Locale)
	pinCode = typed.Code(pinCode)
	var wrong fault.Fields
	passcode.CheckForm(&wrong, "pinCode", pinCode, called)
	checkNewPassword(&wrong, "password", password, settings, row)
	checkConfirmed(&wrong, password, confirm)
	if err := wrong.Err(); err != nil {
		return err
	}
	code, err := s.Passcode.Try(ctx, scope, pinCode, "pinCode", called)
	if err != nil {
		return err
	}
	hash, err := s.Passwords.Hash(ctx, LaneOf(a), password)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		locked, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if locked.PasswordHash != nil {
			return fault.Precondition(fault.PasswordAlreadySet)
		}
		if err := s.Passcode.Spend(ctx, code, "pinCode", called); err != nil {
			return err
		}
		sent := store.Text(row.Email) == store.Text(locked.Email)
		return s.setPassword(ctx, a, locked, newPassword{hash: hash, keep: a.SessionID, proved: sent})
	})
}
