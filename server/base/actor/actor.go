package actor

import (
	"cmp"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
)

// Actor is who asks.
type Actor struct {
	AccountID uuid.UUID // zero for a visitor, and for the staff
	Staff     *Staff    // nil for members and visitors
	SessionID uuid.UUID // zero when the browser has none yet
	Locale    string    // ja or en
	IP        string
	UserAgent string // at most 500 characters

	Email              string    // of the account; "" for a visitor and where there is none
	AuthenticatedAt    time.Time // when the member last proved who they are; zero for a visitor
	LoginMethod        Method    // of the session
	Factor             string    // the second factor that the session was proved by; "" is none
	MustChangePassword bool      // nothing else is open before the password is changed, which everybody knows
	MustReConsent      bool      // My Page and ordering are closed before a policy is agreed to
	ProfileID          uuid.UUID // the current profile; zero: the main one
	SwitchTo           []string  // the profiles that My Page and ordering are open to, which the current one is not; none: they are open
	Abroad             bool      // the address is in a country where the store does not offer its service
	TrustedDevice      string    // the cookie tdt
	KnownBrowser       string    // the cookie latid
	AppBrowsers        []string  // the cookies that bind what apps ask for to the browser that brought it (package oidc): one, rarely more
	PasskeyBrowser     string    // the cookie that binds the challenges of a login by passkey to the browser (package passkey)
	CrossSite          bool      // another site led the browser to this page
	Behind             string    // the caller's address by the word of a proxy that the configuration does not name; only limits count by it
}

// fresh is how long a proof of who one is counts for what needs a recent one.
const fresh = 15 * time.Minute

// Fresh reports whether the member has proved who they are within the last 15 minutes before now.
func (a Actor) Fresh(now time.Time) bool { return now.Sub(a.AuthenticatedAt) < fresh }

// NeedsFresh is the fault of an actor who is not a member, has to change the password before
// anything else, or has not proved who they are within the last 15 minutes before now:
// unauthenticated, PASSWORD_CHANGE_REQUIRED, REAUTHENTICATION_REQUIRED.
func (a Actor) NeedsFresh(now time.Time) error {
	switch {
	case !a.SignedIn():
		return fault.Unauthenticated()
	case a.MustChangePassword:
		return fault.ChangePassword()
	case a.Restricted():
		return a.SwitchProfile()
	case !a.Fresh(now):
		return fault.Reauthenticate()
	}
	return nil
}

// Restricted reports whether the current profile is one that account and purchase pages are
// closed to.
func (a Actor) Restricted() bool { return len(a.SwitchTo) > 0 }

// SwitchProfile is the fault of such an actor, which names the profiles to switch to:
// PROFILE_FORBIDDEN (P-016).
func (a Actor) SwitchProfile() error {
	before, after, or := "「", "」", "または"
	if a.Locale == "en" {
		before, after, or = "“", "”", " or "
	}
	return fault.Denied(fault.ProfileForbidden).With(map[string]any{"profiles": before + strings.Join(a.SwitchTo, after+or+before) + after})
}

// SignedOut is the actor without what a session says of them: a visitor with the same browser.
func (a Actor) SignedOut() Actor {
	return Actor{
		Locale: a.Locale, IP: a.IP, Behind: a.Behind, UserAgent: a.UserAgent, TrustedDevice: a.TrustedDevice, KnownBrowser: a.KnownBrowser,
		AppBrowsers: a.AppBrowsers, PasskeyBrowser: a.PasskeyBrowser, CrossSite: a.CrossSite, Abroad: a.Abroad,
	}
}

// SignedIn reports whether the actor is a member.
func (a Actor) SignedIn() bool { return a.AccountID != uuid.Nil }

// Network is whom a limit per address counts: an IPv4 address, or the /64 of an IPv6 address, which
// one household or server has to itself. Behind a proxy that the configuration does not name it is
// what that proxy says: all callers behind it would share one limit otherwise, and a stranger could
// use it up for everybody.
func (a Actor) Network() string {
	address := cmp.Or(a.Behind, a.IP)
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is6() {
		return netip.PrefixFrom(ip, 64).Masked().String()
	}
	return ip.String()
}

// Method is how a session was proved, as sessions and the login history call it. They call a login
// with an external account by its type, such as LINE.
type Method string

// Methods that need no other provider.
const (
	MethodPassword Method = "Password"
	MethodAuthCode Method = "AuthCode"
	MethodPasskey  Method = "Passkey"
)
