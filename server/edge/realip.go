package edge

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// realIP is the caller's address. Each proxy adds to the right of X-Forwarded-For the address it was called from, so the list
// is walked from the right for as long as the address at hand is a trusted proxy's: what stands left of the first one that is
// not was written by the caller and may be anything. Without trusted proxies the header does not count.
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
