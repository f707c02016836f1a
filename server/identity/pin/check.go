package pin

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"kaiin/server/identity/credential"
)

// ErrNotSet says that the member has no PIN.
var ErrNotSet = errors.New("no PIN is set")

// Check reports whether the digits are the member's PIN, after counting the try; so it must not be
// called inside a transaction.
//
// Errors: ErrNotSet. Faults: as Set's on pinCode, without counting a try; throttled, with the time
// until the next try; unavailable when too many passwords are being hashed; not found in a store
// without PINs.
func (s *Service) Check(ctx context.Context, accountID uuid.UUID, by Asker, digits string) (right bool, err error) {
	if err := s.enabled(ctx); err != nil {
		return false, err
	}
	if err := check(digits); err != nil {
		return false, err
	}
	row, err := s.find(ctx, accountID)
	if err != nil {
		return false, err
	}
	if row == nil {
		return false, ErrNotSet
	}
	if err := s.Throttle.CountGuess(ctx, tries(accountID, by), work(accountID, by)); err != nil {
		return false, err
	}
	right, err = s.Passwords.Matches(ctx, credential.LaneOfMember(accountID), &row.Hash, digits)
	if err != nil || !right {
		return false, err
	}
	return true, s.Throttle.Forget(ctx, tries(accountID, by))
}
