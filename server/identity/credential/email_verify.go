package credential

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/passcode"
)

// verifyCode is what the code is bound to that proves the member's present address.
func verifyCode(a actor.Actor, row *ent.Account) passcode.Scope {
	return passcode.Scope{Purpose: authcode.PurposeMailVerify, SessionID: a.SessionID, AccountID: row.ID, Address: store.Text(row.Email)}
}

// EmailVerifyPage is the entry of the code that proves the member's address. With send, opening it
// mails the code. A proved address leads to My Page, none to where it is set.
func (s *Service) EmailVerifyPage(ctx context.Context, a actor.Actor, send bool) (*EmailPage, error) {
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	switch {
	case row.Email == nil:
		return &EmailPage{Next: step.ChangeEmail}, nil
	case row.EmailVerifiedAt != nil:
		return &EmailPage{Next: step.MyPage}, nil
	}
	page := &EmailPage{Account: row}
	if send {
		page.Code, err = s.Passcode.OpenPage(ctx, a, verifyCode(a, row))
	} else {
		page.Code, err = s.Passcode.PageOf(ctx, verifyCode(a, row))
	}
	return page, err
}

// VerifyEmail proves that the account's address is the member's with the code that was
// mailed there.
//
// Faults: PIN_CODE_ERROR and what is wrong with its form on pinCode;
// EMAIL_ALREADY_VERIFIED, EMAIL_NOT_SET.
func (s *Service) VerifyEmail(ctx context.Context, a actor.Actor, pinCode string) error {
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return err
	}
	switch {
	case row.Email == nil:
		return fault.Precondition(fault.EmailNotSet)
	case row.EmailVerifiedAt != nil:
		return fault.Precondition(fault.EmailAlreadyVerified)
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	scope := verifyCode(a, row)
	called := settings.AuthCodes.Of(scope.Purpose).DisplayName.In(a.Locale)
	code, err := s.Passcode.TryTyped(ctx, scope, pinCode, called)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		locked, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if store.Text(locked.Email) != store.Text(row.Email) { // the code proves the former address
			return passcode.Wrong("pinCode", called)
		}
		if err := s.Passcode.Spend(ctx, code, "pinCode", called); err != nil {
			return err
		}
		now := s.Clock.Now()
		return locked.Update().SetEmailVerifiedAt(now).SetUpdatedAt(now).Exec(ctx)
	})
}
