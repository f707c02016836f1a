package session

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/trusteddevice"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
)

// trustLife is how long a trusted device need not give a second factor.
const trustLife = 30 * 24 * time.Hour

// TrustedDevice is a browser that an account trusts.
type TrustedDevice struct {
	ID              uuid.UUID
	CreatedAt       time.Time
	Device, Browser string // "" when unknown
	Current         bool   // the actor's browser
}

// TrustedDevices are those of the owner, newest first. The actor may be another than the owner;
// only Current is about them.
func (s *Service) TrustedDevices(ctx context.Context, owner uuid.UUID, a actor.Actor) ([]TrustedDevice, error) {
	if err := s.offersFactors(ctx); err != nil {
		return nil, err
	}
	rows, err := s.Store.Client(ctx).TrustedDevice.Query().
		Where(trusteddevice.AccountID(owner), trusteddevice.ExpiresAtGT(s.Clock.Now())).
		Order(ent.Desc(trusteddevice.FieldCreatedAt)).All(ctx)
	if err != nil {
		return nil, err
	}
	var all []TrustedDevice
	for _, row := range rows {
		all = append(all, TrustedDevice{
			ID: row.ID, CreatedAt: row.CreatedAt, Device: row.Device, Browser: row.Browser, Current: isTrusted(a, row),
		})
	}
	return all, nil
}

func isTrusted(a actor.Actor, row *ent.TrustedDevice) bool {
	return a.TrustedDevice != "" && secret.Equal(row.TokenHash, secret.HashToken(a.TrustedDevice))
}

// ForgetDevice makes one device of the actor's account give a second factor again, and reports
// whether it is the actor's browser, whose session stays. Fault: not found, for one that is
// gone or another's.
func (s *Service) ForgetDevice(ctx context.Context, a actor.Actor, id uuid.UUID) (current bool, err error) {
	if err := s.offersFactors(ctx); err != nil {
		return false, err
	}
	mine := trusteddevice.And(trusteddevice.ID(id), trusteddevice.AccountID(a.AccountID))
	row, err := s.Store.Client(ctx).TrustedDevice.Query().Where(mine).Only(ctx)
	if ent.IsNotFound(err) {
		return false, fault.NotFound()
	}
	if err != nil {
		return false, err
	}
	gone, err := s.Store.Client(ctx).TrustedDevice.Delete().Where(mine).Exec(ctx)
	if err == nil && gone == 0 {
		err = fault.NotFound()
	}
	return isTrusted(a, row), err
}

// ForgetAllDevices is ForgetDevice for every device of the actor's account.
func (s *Service) ForgetAllDevices(ctx context.Context, a actor.Actor) error {
	if err := s.offersFactors(ctx); err != nil {
		return err
	}
	return s.ForgetDevices(ctx, a.AccountID)
}

// ForgetDevices makes every browser of the account give a second factor again. It joins the
// caller's transaction.
func (s *Service) ForgetDevices(ctx context.Context, accountID uuid.UUID) error {
	_, err := s.Store.Client(ctx).TrustedDevice.Delete().Where(trusteddevice.AccountID(accountID)).Exec(ctx)
	return err
}

// offersFactors is the fault of a store without second factors: not found.
func (s *Service) offersFactors(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err == nil && !settings.Flags.MultiFactor {
		err = fault.NotFound()
	}
	return err
}
