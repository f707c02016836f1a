package pin

import (
	"context"
	"strings"
	"time"

	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/identity/credential"
)

// How many PINs a member may set: each costs a hash and a mail.
const (
	mostSettings  = 20
	settingWindow = time.Hour
)

// Page reports whether the member has a PIN. Fault: not found, in a store without PINs.
func (s *Service) Page(ctx context.Context, a actor.Actor) (isSet bool, err error) {
	if err := s.enabled(ctx); err != nil {
		return false, err
	}
	row, err := s.find(ctx, a.AccountID)
	return row != nil, err
}

// Set gives the member a PIN in place of any former one, tells the member by mail, and ends the
// waits after wrong tries.
//
// Faults: INVALID_CHARACTERS and INVALID_FORMAT on pinCode (V-119, V-120); throttled; unavailable
// when too many passwords are being hashed; not found in a store without PINs.
func (s *Service) Set(ctx context.Context, a actor.Actor, digits string) error {
	if err := s.enabled(ctx); err != nil {
		return err
	}
	if err := check(digits); err != nil {
		return err
	}
	if err := s.Throttle.Count(ctx, "pin-set:"+a.AccountID.String(), mostSettings, settingWindow); err != nil {
		return err
	}
	hash, err := s.Passwords.Hash(ctx, credential.LaneOf(a), digits)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		account, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		row, err := s.find(ctx, a.AccountID)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		if row == nil {
			err = s.Store.Client(ctx).Pin.Create().SetAccountID(a.AccountID).SetHash(hash).SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
		} else {
			err = row.Update().SetHash(hash).SetUpdatedAt(now).Exec(ctx)
		}
		if err != nil {
			return err
		}
		if err := s.Throttle.Forget(ctx, tries(a.AccountID, Apps), tries(a.AccountID, Site)); err != nil {
			return err
		}
		return s.Account.Mail(ctx, account, a.Locale, notify.PinSet{At: now})
	})
}

// check is what is wrong with the form of a PIN. Faults: as Set's on pinCode.
func check(digits string) error {
	switch {
	case strings.ContainsFunc(digits, func(c rune) bool { return c < '0' || c > '9' }):
		return fault.Invalid(fault.InvalidCharacters, "pinCode")
	case len(digits) != schema.Rules().ProfilePin.Length:
		return fault.Invalid(fault.InvalidFormat, "pinCode")
	}
	return nil
}
