package staffnet

import (
	"net/http"
	"net/netip"
	"slices"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Allows reports whether the request comes from a network of the staff.
func Allows(c *config.Config, r *http.Request) bool { return Within(c, visit.Of(r.Context()).IP) }

// Within reports whether the address is in a network of the staff.
func Within(c *config.Config, ip string) bool {
	address, err := netip.ParseAddr(ip)
	if err != nil {
		return false
	}
	address = address.Unmap().WithZone("")
	return slices.ContainsFunc(c.StaffNetworks, func(network netip.Prefix) bool { return network.Contains(address) })
}

// Marked reports whether the request says that it is of the staff. A browser sends the header for
// a page of another site only after asking, and is never told that it may.
func Marked(r *http.Request) bool {
	values := r.Header[visit.HeaderStaff]
	return len(values) == 1 && values[0] == "1"
}

// Token is the secret of the staff's session that the request brings; "" where it is not from a
// network of the staff, is not marked, or brings none or two different ones.
func Token(c *config.Config, r *http.Request) string {
	if !Allows(c, r) || !Marked(r) {
		return ""
	}
	return Cookie(c, r)
}

// Cookie is the secret in the cookie alone, for a navigation, which no script can mark: what it
// leads to must not act by it.
func Cookie(c *config.Config, r *http.Request) string { return viewer.Token(r, CookieName(c)) }

// CookieName is the name of the cookie. By the prefix browsers refuse it from other sites of the
// domain and from plain http (RFC 6265bis, 4.1.3.2); without https, which only a development
// machine does, they would refuse it altogether.
func CookieName(c *config.Config) string {
	if c.Secure() {
		return "__Host-kaiin_staff"
	}
	return "kaiin_staff"
}

// SetCookie hands the browser the secret of a session for as long as that can last. No request
// that another site causes brings it along.
func SetCookie(w http.ResponseWriter, c *config.Config, token string, life time.Duration) {
	viewer.NewJar(w, c.Secure()).SetStrict(&http.Cookie{Name: CookieName(c), Value: token, HttpOnly: true, MaxAge: int(life.Seconds())})
}

// ClearCookie makes the browser forget it.
func ClearCookie(w http.ResponseWriter, c *config.Config) {
	viewer.NewJar(w, c.Secure()).SetStrict(&http.Cookie{Name: CookieName(c), HttpOnly: true, MaxAge: -1})
}
