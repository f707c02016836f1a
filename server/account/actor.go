package account

import (
	"net/netip"

	"github.com/google/uuid"
)

// Actor is who asks: a member, or a visitor with or without a session. Services get it from the transport and compare it
// with the rows; there is no other authority.
type Actor struct {
	AccountID uuid.UUID // zero for a visitor
	SessionID uuid.UUID // zero when the browser has none yet
	Locale    string    // ja or en
	IP        string
	UserAgent string // at most 500 characters
}

// SignedIn reports whether the actor is a member.
func (a Actor) SignedIn() bool { return a.AccountID != uuid.Nil }

// Network is whom a limit per address counts: an IPv4 address, or the /64 of an IPv6 address, which one household or
// server has to itself.
func (a Actor) Network() string {
	ip, err := netip.ParseAddr(a.IP)
	if err != nil {
		return a.IP
	}
	if ip = ip.Unmap(); ip.Is6() {
		return netip.PrefixFrom(ip, 64).Masked().String()
	}
	return ip.String()
}
