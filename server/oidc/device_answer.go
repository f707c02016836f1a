package oidc

import (
	"context"
	"encoding/base64"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/oidcdevice"
	"kaiin/ent/predicate"
	"kaiin/server/base/actor"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/throttle"
)

// DeviceState is what the page of a device's code shows.
type DeviceState string

// States of the page.
const (
	DeviceEnter   DeviceState = "enter"   // a field for the code, filled with that of the address
	DeviceUnknown DeviceState = "unknown" // the same: no device waits under the code
	DeviceTooMany DeviceState = "tooMany" // the same: the member has entered too many
	DeviceConsent DeviceState = "consent" // what the device asks for
)

// DevicePage is what the page shows: of a RequestPage all but Next and Key.
type DevicePage struct {
	RequestPage
	Need  Need // of the member; not NeedsNothing: that comes first
	State DeviceState
	Code  string // as devices show it; as it was typed where none waits
}

// OpenDevice opens the page for a code as a member typed it, or as the address of a QR code has it.
// A code in the address proves nothing: the member compares it with the device (RFC 8628 3.3.1,
// 5.4). Anybody can make such an address, so a code fills the field and is neither counted nor
// looked up until the member has entered it: then entered is the mark that Entered made.
func (s *Service) OpenDevice(ctx context.Context, a actor.Actor, typed, entered string) (*DevicePage, error) {
	page := &DevicePage{State: DeviceEnter, Code: typed}
	if page.Need = s.deviceNeeds(a); page.Need != NeedsNothing || strings.TrimSpace(typed) == "" {
		return page, nil
	}
	page.State = DeviceUnknown
	code := TypedCode(typed)
	if code == "" {
		return page, nil
	}
	page.Code = ShownCode(code)
	if !s.hasEntered(a, code, entered) {
		page.State = DeviceEnter
		return page, nil
	}
	err := s.countCode(ctx, a)
	if fault.Is(err, fault.TooManyRequests) {
		page.State = DeviceTooMany
		return page, nil
	}
	if err != nil {
		return nil, err
	}
	row, err := s.Store.Client(ctx).OidcDevice.Query().Where(append(s.under(code), oidcdevice.StateEQ(oidcdevice.StateWaiting))...).Only(ctx)
	if ent.IsNotFound(err) {
		return page, nil
	}
	if err != nil {
		return nil, err
	}
	page.Request = deviceRequest(row)
	if page.Client, err = s.Client(ctx, row.ClientID); err != nil || page.Client == nil {
		return page, err
	}
	if page.Asked, err = s.ScopeStates(ctx, a.AccountID, page.Request); err != nil {
		return nil, err
	}
	if page.Owner, err = s.Account.Find(ctx, a.AccountID); err != nil {
		return nil, err
	}
	page.State, page.Examples = DeviceConsent, s.examples(page.Owner, a.Locale)
	return page, nil
}

const enteredPurpose = "oidc device entered"

// Entered marks a code that the member has entered in a form of this site, for the address of the
// page that looks it up.
func (s *Service) Entered(a actor.Actor, code string) string {
	return base64.RawURLEncoding.EncodeToString(s.Secrets.MAC(enteredPurpose, enteredBy(a, code)))
}

func (s *Service) hasEntered(a actor.Actor, code, entered string) bool {
	mark, err := base64.RawURLEncoding.DecodeString(entered)
	return err == nil && s.Secrets.IsMAC(mark, enteredPurpose, enteredBy(a, code))
}

func enteredBy(a actor.Actor, code string) []byte { return []byte(a.AccountID.String() + " " + code) }

// deviceNeeds is what comes before a member may enter a code.
func (s *Service) deviceNeeds(a actor.Actor) Need { return new(Request).Need(a, true, s.Clock.Now()) }

func deviceRequest(row *ent.OidcDevice) *Request {
	return &Request{ClientID: row.ClientID, Scopes: Split(row.Scope), AskedAt: row.CreatedAt}
}

// under are the devices that have, or had, the code, and are not over.
func (s *Service) under(userCode string) []predicate.OidcDevice {
	return []predicate.OidcDevice{oidcdevice.UserMACIn(s.Secrets.MACs(userCodePurpose, []byte(userCode))...), oidcdevice.ExpiresAtGT(s.Clock.Now())}
}

// How many codes may be entered in an hour. A member's first ones count for that member alone, so
// that others cannot use them up. From then on each code counts for the member and for the network,
// and both limits hold.
const (
	ownCodes     = 6
	moreCodes    = 10
	networkCodes = 100
)

// countCode counts a code that a member enters, before it is looked up (RFC 8628 5.1).
// Fault: throttled.
func (s *Service) countCode(ctx context.Context, a actor.Actor) error {
	err := s.Throttle.Count(ctx, "device-code:"+a.AccountID.String(), ownCodes, time.Hour)
	if !fault.Is(err, fault.TooManyRequests) {
		return err
	}
	return s.Throttle.CountGuess(ctx,
		throttle.Guesses{Key: "device-more:" + a.AccountID.String(), Free: moreCodes, Window: time.Hour},
		throttle.Guesses{Key: "device-from:" + a.Network(), Free: networkCodes, Window: time.Hour})
}

// AnswerDevice gives a device what the member allows it, or refuses it all. The same answer once
// more changes nothing: the first may have been lost. Errors: ErrChoice; fault: unauthenticated,
// not found, throttled.
func (s *Service) AnswerDevice(ctx context.Context, a actor.Actor, userCode string, allow bool, add, refuse []string) error {
	if s.deviceNeeds(a) != NeedsNothing {
		return fault.Unauthenticated()
	}
	if err := s.countCode(ctx, a); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		member, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		row, err := s.Store.Client(ctx).OidcDevice.Query().Where(s.under(userCode)...).Order(ent.Desc(oidcdevice.FieldID)).ForUpdate().First(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound()
		}
		if err != nil {
			return err
		}
		switch {
		case row.State == oidcdevice.StateWaiting && !allow:
			return row.Update().SetState(oidcdevice.StateRefused).Exec(ctx)
		case row.State == oidcdevice.StateWaiting:
			return s.allowDevice(ctx, a, member, row, add, refuse)
		}
		return s.answered(ctx, a, row, allow)
	})
}

func (s *Service) allowDevice(ctx context.Context, a actor.Actor, member *ent.Account, row *ent.OidcDevice, add, refuse []string) error {
	asked, err := s.ScopeStates(ctx, a.AccountID, deviceRequest(row))
	if err != nil {
		return err
	}
	allowed, err := chosen(asked, add, refuse)
	if err != nil {
		return err
	}
	f := &Family{
		ID: uuid.Must(uuid.NewV7()), ClientID: row.ClientID, AccountID: a.AccountID, SessionID: a.SessionID, Offline: true, Scope: joined(allowed),
		Granted: Granted{AuthTime: a.AuthenticatedAt, AMR: amr(a), ACR: ACROf(a)}, ExpiresAt: row.ExpiresAt,
	}
	if err := s.begin(ctx, f, nil, nil, member, asked); err != nil {
		return err
	}
	failpoint.Reached(pointDeviceAllowing)
	return row.Update().SetState(oidcdevice.StateAllowed).SetFamilyID(f.ID).Exec(ctx)
}

// answered is nil when the member has answered the device in this way before. Fault: not found.
func (s *Service) answered(ctx context.Context, a actor.Actor, row *ent.OidcDevice, allow bool) error {
	if row.FamilyID == nil {
		if !allow {
			return nil
		}
		return fault.NotFound()
	}
	var allowed bool
	err := s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM oidc_families WHERE id = $1 AND account_id = $2 AND ended_at IS NULL)`,
		*row.FamilyID, a.AccountID).Scan(&allowed)
	if err != nil {
		return err
	}
	if !allow || !allowed {
		return fault.NotFound()
	}
	return nil
}
