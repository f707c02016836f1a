package account

import (
	"context"
	"strings"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/actor"
	"kaiin/server/fault"
)

const (
	enablePasswordPath = "/mypage/enable-password"
	passwordEditPath   = "/mypage/password/edit"
)

// codeNoPassword is told to a member who has no password yet and needs one.
const codeNoPassword = "PASSWORD_NOT_SET"

// firstPasswordCode is what the code that sets a first password is bound to.
func firstPasswordCode(a actor.Actor, row *ent.Account) CodeScope {
	return CodeScope{Purpose: authcode.PurposePasswordSetting, SessionID: a.SessionID, AccountID: row.ID, Address: given(row.Email)}
}

// EnablePasswordPage is where a member without a password sets a first one; opening it mails a code. A member with one is led
// to where it is changed, one without an address to where that is set.
//
// Faults: those of NeedsFresh; not found, in a store without passwords.
func (s *Service) EnablePasswordPage(ctx context.Context, a actor.Actor) (*PasswordPage, error) {
	settings, err := s.passwords(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	switch {
	case row.PasswordHash != nil:
		return &PasswordPage{RedirectTo: passwordEditPath}, nil
	case row.Email == nil:
		return &PasswordPage{RedirectTo: emailEditPath}, nil
	}
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return nil, err
	}
	page := &PasswordPage{Registration: Registration(settings), Account: row}
	page.Code, err = s.openCode(ctx, a, firstPasswordCode(a, row))
	return page, err
}

// EnablePassword sets a member's first password, of which a mailed code and a recent login are the proof.
//
// Faults: those of NeedsFresh; PIN_CODE_ERROR and what is wrong with its form on pinCode; what is wrong with password and
// passwordConfirm; PASSWORD_ALREADY_SET; unavailable; not found in a store without passwords.
func (s *Service) EnablePassword(ctx context.Context, a actor.Actor, pinCode, password, confirm string) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	settings, err := s.passwords(ctx)
	if err != nil {
		return err
	}
	row, err := s.Find(ctx, a.AccountID)
	if err != nil {
		return err
	}
	if row.PasswordHash != nil {
		return fault.Precondition("PASSWORD_ALREADY_SET")
	}
	scope := firstPasswordCode(a, row)
	called := settings.AuthCodes.Of(string(scope.Purpose)).DisplayName.In(a.Locale)
	pinCode = strings.TrimSpace(pinCode)
	var wrong fault.Fields
	CheckCode(&wrong, "pinCode", pinCode, called)
	checkNewPassword(&wrong, "password", password, settings, row)
	checkConfirmed(&wrong, password, confirm)
	if err := wrong.Err(); err != nil {
		return err
	}
	code, err := s.TryCode(ctx, scope, pinCode, "pinCode", called)
	if err != nil {
		return err
	}
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		locked, err := s.Lock(ctx, a.AccountID)
		if err != nil {
			return err
		}
		if locked.PasswordHash != nil {
			return fault.Precondition("PASSWORD_ALREADY_SET")
		}
		if err := s.SpendCode(ctx, code, "pinCode", called); err != nil {
			return err
		}
		sent := given(row.Email) == given(locked.Email)
		return s.setPassword(ctx, a, locked, newPassword{hash: hash, keep: a.SessionID, proved: sent})
	})
}
