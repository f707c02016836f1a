package credential

import (
	"context"
	"encoding/base64"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/accounttoken"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/identity/account"
)

// How often one link may be tried. Each try may cost five password hashes.
const (
	resetTries       = 30
	resetTriesWindow = time.Hour
)

// resetOver says that a link is unknown, spent, replaced or too old, which must look the
// same.
func resetOver() error { return fault.BrokenFlow(fault.PasswordResetExpired, step.ForgotPassword) }

// PasswordForgotPage stands in for a page that has nothing of its own to show. Fault: not found, in
// a store without passwords.
func (s *Service) PasswordForgotPage(ctx context.Context) error {
	_, err := s.passwords(ctx)
	return err
}

// PasswordResetPage is where a new password is set with the token of a mailed link. Faults: a
// broken flow, for a token that is none; not found, in a store without passwords.
func (s *Service) PasswordResetPage(ctx context.Context, token string) (*PasswordPage, error) {
	settings, err := s.passwords(ctx)
	if err != nil {
		return nil, err
	}
	_, row, err := s.resetting(ctx, token)
	if err != nil {
		return nil, err
	}
	return &PasswordPage{Identifier: account.IdentifierOf(row), Registration: account.Registration(settings)}, nil
}

// resetting is the link with the token and the active account it is for. Fault: a broken flow.
func (s *Service) resetting(ctx context.Context, token string) (*ent.AccountToken, *ent.Account, error) {
	link, err := s.lookupLink(ctx, accounttoken.PurposePasswordReset, token)
	if err != nil {
		return nil, nil, err
	}
	if link == nil {
		return nil, nil, resetOver()
	}
	row, err := s.Account.Find(ctx, link.AccountID)
	if fault.Is(err, fault.CodeNotFound) || err == nil && row.Status != entaccount.StatusActive {
		return nil, nil, resetOver()
	}
	return link, row, err
}

// ResetPassword sets a new password with the token of a mailed link, which works once. It does not
// sign the member in: a member with a second factor is asked for it at the next login (OWASP ASVS
// 6.4.3), and for one that is no mail, since the mailbox has proved itself already (mailFrom). The
// member is told at every address and number there is. Every session and trusted device of the
// account ends, and wrong tries to log in to it are forgotten, so that a member who was locked out
// by other people's guesses gets in.
//
// The same call once more, within minutes and while the password is the account's, is answered as
// the first was and changes nothing.
//
// Faults: a broken flow that starts again at /password/forgot; what is wrong with password and
// passwordConfirm; INVALID_PASSWORD_REUSED on password; throttled; unavailable; not found in a
// store without passwords.
func (s *Service) ResetPassword(ctx context.Context, a actor.Actor, token, password, confirm string) error {
	err := s.resetPassword(ctx, a, token, password, confirm)
	if !fault.Is(err, fault.PasswordResetExpired) && !fault.Is(err, fault.InvalidPasswordReused) {
		return err
	}
	done, lookErr := s.wasReset(ctx, LaneOf(a), token, password, confirm)
	if lookErr != nil || done {
		return lookErr
	}
	return err
}

// wasReset reports whether the link has just set this very password. Fault: throttled.
func (s *Service) wasReset(ctx context.Context, in Lane, token, password, confirm string) (bool, error) {
	link, row, err := s.usedLink(ctx, accounttoken.PurposePasswordReset, token)
	if err != nil || link == nil || row.PasswordHash == nil || password != confirm {
		return false, err
	}
	if err := s.countReset(ctx, token); err != nil {
		return false, err
	}
	return s.Passwords.Matches(ctx, in, row.PasswordHash, password)
}

// countReset counts one try of a link. Fault: throttled.
func (s *Service) countReset(ctx context.Context, token string) error {
	return s.Throttle.Count(ctx, "reset-tried:"+base64.RawURLEncoding.EncodeToString(secret.HashToken(token)), resetTries, resetTriesWindow)
}

func (s *Service) resetPassword(ctx context.Context, a actor.Actor, token, password, confirm string) error {
	settings, err := s.passwords(ctx)
	if err != nil {
		return err
	}
	link, row, err := s.resetting(ctx, token)
	if err != nil {
		return err
	}
	if err := s.countReset(ctx, token); err != nil {
		return err
	}
	var wrong fault.Fields
	checkNewPassword(&wrong, "password", password, settings, row)
	checkConfirmed(&wrong, password, confirm)
	if err := wrong.Err(); err != nil {
		return err
	}
	hash, err := s.hashUnused(ctx, LaneOf(a), row, "password", password)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		locked, err := s.spendLink(ctx, link, resetOver())
		if err != nil {
			return err
		}
		factors, err := s.Factors(ctx, locked)
		if err != nil {
			return err
		}
		if err := s.setPassword(ctx, a, locked, newPassword{hash: hash, mailed: true, factors: factors}); err != nil {
			return err
		}
		if err := s.Throttle.ForgetAll(ctx, LoginGuesses(locked.ID)); err != nil {
			return err
		}
		return s.Throttle.Forget(ctx, passwordTries(locked.ID))
	})
}
