package credential

import (
	"context"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/identity/account"
)

// PasswordEditPage is the change of the password. A member without one is led to where a first one
// is set. Fault: not found, in a store without passwords.
func (s *Service) PasswordEditPage(ctx context.Context, a actor.Actor) (*PasswordPage, error) {
	settings, err := s.passwords(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	if row.PasswordHash == nil {
		return &PasswordPage{Next: step.EnablePassword}, nil
	}
	return &PasswordPage{Identifier: account.IdentifierOf(row), Registration: account.Registration(settings), Account: row}, nil
}

// ChangePassword replaces the member's password; the present one is the proof. The other sessions
// and the trusted devices of the account end; the actor's session need not change the password any
// more.
//
// Faults: what is wrong with oldPassword and newPassword; REQUEST_UNAUTHORIZED on oldPassword, 401;
// INVALID_PASSWORD_REUSED on newPassword, the present one included; PASSWORD_NOT_SET; throttled;
// unavailable; not found in a store without passwords.
func (s *Service) ChangePassword(ctx context.Context, a actor.Actor, oldPassword, newOne string) error {
	settings, err := s.passwords(ctx)
	if err != nil {
		return err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return err
	}
	if row.PasswordHash == nil {
		return fault.Precondition(fault.PasswordNotSet)
	}
	var wrong fault.Fields
	if oldPassword == "" {
		wrong.Add("oldPassword", fault.Required)
	}
	checkNewPassword(&wrong, "newPassword", newOne, settings, row)
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := s.provePassword(ctx, row, oldPassword, "oldPassword"); err != nil {
		return err
	}
	hash, err := s.hashUnused(ctx, LaneOfMember(row.ID), row, "newPassword", newOne)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		locked, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if !samePassword(row, locked) { // another change came first
			return fault.Refused(fault.RequestUnauthorized, "oldPassword")
		}
		if err := s.setPassword(ctx, a, locked, newPassword{hash: hash, keep: a.SessionID}); err != nil {
			return err
		}
		return s.Session.LiftPasswordDuty(ctx, a.AccountID)
	})
}
