package oidc

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"strings"
	"time"

	"kaiin/ent"
	"kaiin/ent/oidcdevice"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
)

const (
	// DeviceLife is how long a device waits for its member.
	DeviceLife = 10 * time.Minute
	// Interval is how long a device waits between two questions (RFC 8628 3.2); it grows by as much
	// when it does not.
	Interval = 5 * time.Second
)

// letters are those of the codes that members enter: none that could be taken for another one, no
// vowels, so that they make no words (RFC 8628 6.1).
const letters = "BCDFGHJKLMNPQRSTVWXZ"

const userCodeLength = 8

const userCodePurpose = "oidc user code"

// Device is a device that waits: its two codes.
type Device struct{ Code, UserCode string }

// StartDevice has a device wait for a member to enter its code (RFC 8628 3.1). from is its network,
// which is counted unless the client has proved itself. Fault: throttled.
func (s *Service) StartDevice(ctx context.Context, c *Client, from, scope string) (Device, error) {
	if c.isAnyone() {
		if err := s.Throttle.Count(ctx, "device-wait:"+from, devicesAnHour, time.Hour); err != nil {
			return Device{}, err
		}
	}
	now := s.Clock.Now()
	for {
		d := Device{secret.Token(), newUserCode()}
		err := s.Store.Client(ctx).OidcDevice.Create().SetClientID(c.ID).SetDeviceHash(secret.HashToken(d.Code)).
			SetUserMAC(s.Secrets.KeptMAC(userCodePurpose, []byte(d.UserCode))).SetScope(scope).SetInterval(int(Interval.Seconds())).
			SetExpiresAt(now.Add(DeviceLife)).SetCreatedAt(now).Exec(ctx)
		if !store.Violates(err, "oidc_devices_user_key") { // another device that waits has the code
			return d, err
		}
	}
}

func newUserCode() string {
	var code strings.Builder
	for range userCodeLength {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
		if err != nil {
			panic(err) // never: crypto/rand ends the program instead
		}
		code.WriteByte(letters[n.Int64()])
	}
	return code.String()
}

// ShownCode is a code as devices and pages show it (RFC 8628 6.1).
func ShownCode(code string) string { return code[:userCodeLength/2] + "-" + code[userCodeLength/2:] }

// TypedCode is a code as a member typed it, without what separates its letters; "" when it cannot
// be one.
func TypedCode(code string) string {
	code = typed.DeviceCode(code)
	if len(code) != userCodeLength || strings.Trim(code, letters) != "" {
		return ""
	}
	return code
}

// What a device is told that asks (RFC 8628 3.5).
var (
	ErrPending  = errors.New("the member has not answered yet")
	ErrSlowDown = errors.New("the device asks too often")
	ErrRefused  = errors.New("the member has refused")
	ErrExpired  = errors.New("the code is over")
)

// RedeemDevice gives a device its tokens once the member has allowed it. Errors: ErrPending,
// ErrSlowDown, ErrRefused, ErrExpired, ErrUnknown, ErrUsed.
func (s *Service) RedeemDevice(ctx context.Context, c *Client, code string) (*Tokens, error) {
	now := s.Clock.Now()
	row, err := s.Store.Client(ctx).OidcDevice.Query().Where(oidcdevice.DeviceHash(secret.HashToken(code)), oidcdevice.ClientID(c.ID)).Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, ErrUnknown
	case err != nil:
		return nil, err
	case row.State == oidcdevice.StateUsed:
		return nil, s.reused(ctx, *row.FamilyID)
	case row.State == oidcdevice.StateRefused:
		return nil, ErrRefused
	case !now.Before(row.ExpiresAt):
		return nil, ErrExpired
	case row.State == oidcdevice.StateWaiting:
		return nil, s.patience(ctx, row)
	}
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+` FROM oidc_families f JOIN accounts a ON a.id = f.account_id
		WHERE f.id = $1 AND f.ended_at IS NULL AND a.status = 'active'`, *row.FamilyID))
	if isNoRow(err) {
		return nil, ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	failpoint.Reached(pointDeviceFound)
	t, given, err := s.give(ctx, c, `used_up AS (UPDATE oidc_devices SET state = 'used' WHERE id = $8 AND state = 'allowed'
			AND EXISTS (SELECT FROM oidc_families WHERE id = $9 AND ended_at IS NULL) AND `+clientLives+` RETURNING id),
		spent AS (UPDATE oidc_families f SET expires_at = $10 FROM used_up WHERE f.id = $9 RETURNING `+familyColumns+`, `+noParent+`)`,
		tokensOf{}, row.ID, f.ID, now.Add(familyLife))
	failpoint.Reached(pointDeviceSpent)
	if err != nil || given {
		return t, err
	}
	return nil, s.reused(ctx, f.ID)
}

// patience notes that a device has asked, and tells it to wait longer when that was too soon.
func (s *Service) patience(ctx context.Context, row *ent.OidcDevice) error {
	now := s.Clock.Now()
	change, answer := row.Update().SetAskedAt(now), ErrPending
	if row.AskedAt != nil && now.Sub(*row.AskedAt) < time.Duration(row.Interval)*time.Second-time.Second/2 {
		change.AddInterval(int(Interval.Seconds()))
		answer = ErrSlowDown
	}
	return errors.Join(answer, change.Exec(ctx))
}
