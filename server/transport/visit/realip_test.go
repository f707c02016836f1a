package visit

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestRealIP(t *testing.T) { // security 12
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct{ name, peer, forwarded, want string }{
		{"nothing in front", "203.0.113.7:4000", "", "203.0.113.7"},
		{"a caller who makes one up", "203.0.113.7:4000", "198.51.100.1", "203.0.113.7"},
		{"one proxy", "10.0.0.1:4000", "203.0.113.7", "203.0.113.7"},
		{"one proxy, the caller made one up", "10.0.0.1:4000", "198.51.100.1, 203.0.113.7", "203.0.113.7"},
		{"the caller made up one of our proxies", "10.0.0.1:4000", "198.51.100.1, 10.9.9.9, 203.0.113.7", "203.0.113.7"},
		{"two proxies", "10.0.0.1:4000", "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"},
		{"all of them proxies", "10.0.0.1:4000", "10.0.0.3, 10.0.0.2", "10.0.0.3"},
		{"a proxy without the header", "10.0.0.1:4000", "", "10.0.0.1"},
		{"rubbish next to the proxy", "10.0.0.1:4000", "203.0.113.7, unknown", "10.0.0.1"},
		{"rubbish further left", "10.0.0.1:4000", "<script>, 203.0.113.7", "203.0.113.7"},
		{"with a port", "10.0.0.1:4000", "203.0.113.7:51234", "203.0.113.7"},
		{"IPv6", "[fd00::1]:4000", "2001:db8::7", "2001:db8::7"},
		{"IPv6 with a port", "[fd00::1]:4000", "[2001:db8::7]:51234", "2001:db8::7"},
		{"IPv4 in IPv6", "[::ffff:10.0.0.1]:4000", "::ffff:203.0.113.7", "203.0.113.7"},
		{"a zone", "[fe80::1%eth0]:4000", "", "fe80::1"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := realIP(r, trusted); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "10.0.0.1:4000"
	r.Header["X-Forwarded-For"] = []string{"198.51.100.1", "203.0.113.7"} // two lines are one list
	if got := realIP(r, trusted); got != "203.0.113.7" {
		t.Errorf("two lines: %s", got)
	}
}
