package credential

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
)

// passwordTries slows down guessing of the present password by an attacker who has only got hold of
// a session.
func passwordTries(accountID uuid.UUID) throttle.Guesses {
	return throttle.Guesses{Key: "present-password:" + accountID.String(), Free: 10, Window: 24 * time.Hour}
}

// passwordWork bounds how often a member, or an attacker in the member's session, has passwords
// hashed, right or wrong. It is never forgotten.
func passwordWork(accountID uuid.UUID) throttle.Guesses {
	return throttle.Guesses{Key: "password-work:" + accountID.String(), Free: 60, Window: time.Hour}
}

// provePassword compares a member's present password, after counting the try. It must not be called
// inside a transaction.
// Faults: REQUEST_UNAUTHORIZED on the path, 401; throttled; unavailable when too many passwords are
// being checked.
func (s *Service) provePassword(ctx context.Context, row *ent.Account, password, path string) error {
	tries := passwordTries(row.ID)
	if err := s.Throttle.CountGuess(ctx, tries, passwordWork(row.ID)); err != nil {
		return err
	}
	right, err := s.Passwords.Matches(ctx, LaneOfMember(row.ID), row.PasswordHash, password)
	switch {
	case err != nil:
		return err
	case !right:
		return fault.Refused(fault.RequestUnauthorized, path)
	}
	return s.Throttle.Forget(ctx, tries)
}

// samePassword holds while the account, read again under its lock, has the password it was
// proved with.
func samePassword(before, now *ent.Account) bool {
	return store.Text(before.PasswordHash) == store.Text(now.PasswordHash)
}

// LoginGuesses is what is counted of wrong tries to log in to an account, as the keys of its
// counts begin.
func LoginGuesses(accountID uuid.UUID) string { return "login " + accountID.String() }
