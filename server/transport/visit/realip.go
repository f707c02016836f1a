package visit

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// realIP is the caller's address. Each proxy adds to the right of X-Forwarded-For the address it
// was called from, so the list is walked from the right for as long as the address at hand is a
// trusted proxy's: what is to the left of the first one that is not was written by the caller and
// may be anything. Without trusted proxies the header does not count (but see unnamedProxy).
func realIP(r *http.Request, trusted []netip.Prefix) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	address := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !isTrusted(address, trusted) {
			break
		}
		next, ok := parseHop(strings.TrimSpace(hop))
		if !ok {
			break
		}
		address = next
	}
	return address.WithZone("").String()
}

// unnamedProxy is the caller's address as a proxy says it that the configuration does not name; ""
// where none is at work. A connection from a private address that is no trusted proxy, with
// X-Forwarded-For, comes from such a proxy, or from a neighbour in the store's own network. The
// address is the first one from the right that is not private, as far as there is one. It may be
// invented where the proxy passes on what it was sent, so it identifies no caller: only limits
// count by it (actor.Network).
func unnamedProxy(r *http.Request, trusted []netip.Prefix) string {
	if !isFromInside(r, trusted) {
		return ""
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, ok := parseHop(strings.TrimSpace(hop))
		if !ok {
			return ""
		}
		if !isPrivate(address) {
			return address.WithZone("").String()
		}
	}
	return ""
}

// isFromInside holds for a connection from a private address that is no trusted proxy's. No visitor
// of a public site has one.
func isFromInside(r *http.Request, trusted []netip.Prefix) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && isPrivate(peer.Addr().Unmap()) && !isTrusted(peer.Addr().Unmap(), trusted)
}

// isPrivate reports addresses that are not used on the internet: those of the own machine, link or
// network, and those that carriers share.
func isPrivate(address netip.Addr) bool {
	return address.IsLoopback() || address.IsPrivate() || address.IsLinkLocalUnicast() || shared.Contains(address)
}

var shared = netip.MustParsePrefix("100.64.0.0/10") // RFC 6598

func isTrusted(address netip.Addr, trusted []netip.Prefix) bool {
	return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(address.WithZone("")) })
}

// parseHop reads an address with or without a port, as proxies write it.
func parseHop(hop string) (netip.Addr, bool) {
	if address, err := netip.ParseAddr(strings.Trim(hop, "[]")); err == nil {
		return address.Unmap(), true
	}
	if address, err := netip.ParseAddrPort(hop); err == nil {
		return address.Addr().Unmap(), true
	}
	return netip.Addr{}, false
}
