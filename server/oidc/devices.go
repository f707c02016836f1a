package oidc

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/oidcdevice"
	"kaiin/ent/predicate"
	"kaiin/server/actor"
	"kaiin/server/fault"
	"kaiin/server/secret"
)

const (
	// DeviceLife is how long a device waits for its member.
	DeviceLife = 10 * time.Minute
	// Interval is how long a device waits between two questions (RFC 8628 3.2); it grows by as much when it does not.
	Interval = 5 * time.Second
)

// letters are those of the codes that members enter: none that could be taken for another one, no vowels, so that they make no words
// (RFC 8628 6.1).
const letters = "BCDFGHJKLMNPQRSTVWXZ"

const userCodeLength = 8

const userCodePurpose = "oidc user code"

// Device is a device that waits: its two codes.
type Device struct{ Code, UserCode string }

// StartDevice has a device wait for a member to enter its code (RFC 8628 3.1).
func (s *Service) StartDevice(ctx context.Context, c *Client, scope string) (Device, error) {
	now := s.Clock.Now()
	for {
		d := Device{secret.Token(), newUserCode()}
		err := s.Store.Client(ctx).OidcDevice.Create().SetClientID(c.ID).SetDeviceHash(secret.HashToken(d.Code)).
			SetUserMAC(s.Secrets.MAC(userCodePurpose, []byte(d.UserCode))).SetScope(scope).SetInterval(int(Interval.Seconds())).
			SetExpiresAt(now.Add(DeviceLife)).SetCreatedAt(now).Exec(ctx)
		if !ent.IsConstraintError(err) { // another device that waits has the code
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

// TypedCode is a code as a member typed it, without what stands between its letters; "" when it cannot be one.
func TypedCode(typed string) string {
	var code strings.Builder
	for _, c := range strings.ToUpper(typed) {
		if c >= 'Ａ' && c <= 'Ｚ' { // full-width
			c -= 'Ａ' - 'A'
		}
		switch {
		case strings.ContainsRune(letters, c):
			code.WriteRune(c)
		case !strings.ContainsRune(" -‐－　", c):
			return ""
		}
	}
	if code.Len() != userCodeLength {
		return ""
	}
	return code.String()
}

// Waiting is what a device that waits under a code asks for; nil when none does. The caller throttles.
func (s *Service) Waiting(ctx context.Context, userCode string) (*Request, error) {
	row, err := s.waiting(userCode).only(ctx, s)
	if row == nil || err != nil {
		return nil, err
	}
	return &Request{ClientID: row.ClientID, Scopes: Split(row.Scope), AskedAt: row.CreatedAt}, nil
}

type waiting []predicate.OidcDevice

func (s *Service) waiting(userCode string) waiting {
	return waiting{oidcdevice.UserMACIn(s.Secrets.MACs(userCodePurpose, []byte(userCode))...), oidcdevice.StateEQ(oidcdevice.StateWaiting), oidcdevice.ExpiresAtGT(s.Clock.Now())}
}

func (w waiting) only(ctx context.Context, s *Service) (*ent.OidcDevice, error) {
	row, err := s.Store.Client(ctx).OidcDevice.Query().Where(w...).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// AnswerDevice gives a device what the member allows it, or refuses it all. Errors: ErrChoice; fault: unauthenticated, not found.
func (s *Service) AnswerDevice(ctx context.Context, a actor.Actor, userCode string, allow bool, add, refuse []string) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		member, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		row, err := s.Store.Client(ctx).OidcDevice.Query().Where(s.waiting(userCode)...).ForUpdate().First(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound()
		}
		if err != nil {
			return err
		}
		if !allow {
			return row.Update().SetState(oidcdevice.StateRefused).Exec(ctx)
		}
		asked, err := s.Asked(ctx, a.AccountID, &Request{ClientID: row.ClientID, Scopes: Split(row.Scope)})
		if err != nil {
			return err
		}
		allowed, err := chosen(asked, add, refuse)
		if err != nil {
			return err
		}
		if err := s.agree(ctx, member, row.ClientID, asked, allowed); err != nil {
			return err
		}
		f := &Family{
			ID: uuid.Must(uuid.NewV7()), ClientID: row.ClientID, AccountID: a.AccountID, SessionID: a.SessionID, Offline: true, Scope: joined(allowed),
			Granted: Granted{AuthTime: a.AuthenticatedAt, AMR: amr(a), ACR: ACROf(a)}, ExpiresAt: s.Clock.Now().Add(familyLife),
		}
		if err := s.begin(ctx, f, nil, nil); err != nil {
			return err
		}
		return row.Update().SetState(oidcdevice.StateAllowed).SetFamilyID(f.ID).Exec(ctx)
	})
}

// What a device is told that asks (RFC 8628 3.5).
var (
	ErrPending  = errors.New("the member has not answered yet")
	ErrSlowDown = errors.New("the device asks too often")
	ErrRefused  = errors.New("the member has refused")
	ErrExpired  = errors.New("the code is over")
)

// RedeemDevice gives a device its tokens once the member has allowed it. Errors: ErrPending, ErrSlowDown, ErrRefused, ErrExpired, ErrUnknown,
// ErrUsed.
func (s *Service) RedeemDevice(ctx context.Context, c *Client, code string) (*Tokens, error) {
	now := s.Clock.Now()
	row, err := s.Store.Client(ctx).OidcDevice.Query().Where(oidcdevice.DeviceHash(secret.HashToken(code)), oidcdevice.ClientID(c.ID)).Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, ErrUnknown
	case err != nil:
		return nil, err
	case row.State == oidcdevice.StateUsed:
		return nil, s.reused(ctx, &Family{ID: *row.FamilyID})
	case row.State == oidcdevice.StateRefused:
		return nil, ErrRefused
	case !now.Before(row.ExpiresAt):
		return nil, ErrExpired
	case row.State == oidcdevice.StateWaiting:
		return nil, s.patience(ctx, row)
	}
	f, err := s.scanFamily(s.Store.QueryRow(ctx, `SELECT `+familyColumns+` FROM oidc_families f WHERE f.id = $1 AND f.ended_at IS NULL`, *row.FamilyID))
	if isNoRow(err) {
		return nil, ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	t := s.newTokens(c, f, f.Scope)
	given, err := s.give(ctx, t, `spent AS (UPDATE oidc_devices SET state = 'used' WHERE id = $9 AND state = 'allowed'
		AND EXISTS (SELECT FROM oidc_families WHERE id = $2 AND ended_at IS NULL) AND `+clientLives+` RETURNING id)`, row.ID)
	if err != nil || given {
		return t, err
	}
	return nil, s.reused(ctx, f)
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
