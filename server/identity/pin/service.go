package pin

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/pin"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
)

// Service keeps PINs.
type Service struct {
	Store     *store.Store
	Clock     *clock.Clock
	Settings  *settings.Service
	Throttle  *throttle.Service
	Account   *account.Service
	Passwords *credential.PasswordPool // hashes PINs, too
}

// Asker is who has a PIN checked. Each is counted apart: what apps use up is not the member's on
// the site.
type Asker string

// Askers.
const (
	Apps Asker = "" // all of them together
	Site Asker = "site"
)

// tries slows down guessing of a member's PIN.
func tries(accountID uuid.UUID, by Asker) throttle.Guesses {
	return throttle.Guesses{Key: "pin:" + accountID.String() + string(by), Free: 5, Window: 24 * time.Hour}
}

// work bounds how often a member's PIN is hashed, right or wrong. It is never forgotten.
func work(accountID uuid.UUID, by Asker) throttle.Guesses {
	return throttle.Guesses{Key: "pin-work:" + accountID.String() + string(by), Free: 120, Window: time.Hour}
}

// enabled is the fault of a store without PINs: not found.
func (s *Service) enabled(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err == nil && !settings.Flags.PinCode {
		err = fault.NotFound()
	}
	return err
}

// find is the PIN of the account; nil when none is set.
func (s *Service) find(ctx context.Context, accountID uuid.UUID) (*ent.Pin, error) {
	row, err := s.Store.Client(ctx).Pin.Query().Where(pin.AccountID(accountID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// Leave deletes the PIN of the account, because its member leaves. It joins the
// caller's transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).Pin.Delete().Where(pin.AccountID(accountID)).Exec(ctx)
	return err
}
