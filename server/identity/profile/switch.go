package profile

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/pin"
)

// Switch makes a profile the current one of the actor's session; zero is the main one. One that is
// not restricted takes the member's PIN, where one is set, also from another one that is not: who
// asks may no longer be who switched there.
//
// Faults: PROFILE_PIN_WRONG, INVALID_CHARACTERS and INVALID_FORMAT on pinCode; throttled, after
// five wrong PINs; not found; unavailable when too many passwords are being hashed; unauthenticated
// when the session has ended.
func (s *Service) Switch(ctx context.Context, a actor.Actor, id uuid.UUID, digits string) (*Profile, error) {
	hasPin, err := s.hasPin(ctx, a)
	if err != nil {
		return nil, err
	}
	row, err := s.target(ctx, a, id)
	if err != nil {
		return nil, err
	}
	takesPin := hasPin && (row == nil || !row.Restricted)
	if takesPin {
		if err := s.prove(ctx, a, digits); err != nil {
			return nil, err
		}
	}
	var out Profile
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		owner, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		row, err := s.target(ctx, a, id)
		if err != nil {
			return err
		}
		if hasPin && !takesPin && !row.Restricted {
			return fault.Conflict(fault.CodeConflict) // it was opened meanwhile, and takes the PIN now
		}
		if err := s.Session.UseProfile(ctx, a, id); err != nil {
			return err
		}
		a.ProfileID = id
		out = shown(a, owner, row, hasPin)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// target is the profile with the id; nil for the main one. Fault: not found.
func (s *Service) target(ctx context.Context, a actor.Actor, id uuid.UUID) (*ent.Profile, error) {
	if id == uuid.Nil {
		return nil, nil
	}
	return s.find(ctx, a.AccountID, id)
}

// prove is what is wrong with the digits as the member's PIN, after counting the try.
func (s *Service) prove(ctx context.Context, a actor.Actor, digits string) error {
	right, err := s.Pin.Check(ctx, a.AccountID, pin.Site, digits)
	if errors.Is(err, pin.ErrNotSet) { // the member has just left
		return fault.Unauthenticated()
	}
	if err == nil && !right {
		err = fault.Refused(fault.ProfilePinWrong, "pinCode")
	}
	return err
}
