package staffnet_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/base/secret"
	"kaiin/server/transport/staffnet"
	"kaiin/server/transport/visit"
)

func site(networks ...string) *config.Config {
	c := &config.Config{
		Production: true, Origin: &url.URL{Scheme: "https", Host: "member.example.jp"}, Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
	}
	for _, network := range networks {
		c.StaffNetworks = append(c.StaffNetworks, netip.MustParsePrefix(network))
	}
	return c
}

// arrived is the request as handlers see it.
func arrived(t *testing.T, c *config.Config, r *http.Request) *http.Request {
	t.Helper()
	box, err := secret.NewBox([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	arrivals := &visit.Arrivals{Config: c, Log: slog.New(slog.DiscardHandler), Secrets: box}
	var seen *http.Request
	arrivals.Arrive(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r })).ServeHTTP(httptest.NewRecorder(), r)
	return seen
}

// Attack 7: what a caller writes into X-Forwarded-For brings no caller into a network of the
// staff.
func TestOnlyAddressesOfTheirNetworksAreAllowed(t *testing.T) {
	t.Parallel()
	office := site("198.51.100.0/24", "2001:db8:1::/48")
	for _, c := range []struct {
		name, peer, forwarded string
		config                *config.Config
		want                  bool
	}{
		{"in the office", "198.51.100.9:4000", "", office, true},
		{"elsewhere", "203.0.113.7:4000", "", office, false},
		{"elsewhere, with the office made up", "203.0.113.7:4000", "198.51.100.9", office, false},
		{"through the proxy", "10.0.0.1:4000", "198.51.100.9", office, true},
		{"through the proxy, with the office made up", "10.0.0.1:4000", "198.51.100.9, 203.0.113.7", office, false},
		{"an unnamed proxy of the own network", "192.168.0.1:4000", "198.51.100.9", office, false},
		{"IPv6", "[2001:db8:1::7]:4000", "", office, true},
		{"another network of IPv6", "[2001:db8:2::7]:4000", "", office, false},
		{"IPv4 written as IPv6", "[::ffff:198.51.100.9]:4000", "", office, true},
		{"no address", "", "", office, false},
		{"no network", "127.0.0.1:4000", "", site(), false},
		{"any", "203.0.113.7:4000", "", site("0.0.0.0/0", "::/0"), true},
	} {
		r := httptest.NewRequest("GET", "/staff/issuer", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := staffnet.Allows(c.config, arrived(t, c.config, r)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Attacks 8 and 14: the cookie counts with the header alone, from a network of theirs, and not
// where another one has been planted beside it.
func TestTheCookieCountsWithItsHeader(t *testing.T) {
	t.Parallel()
	office := site("198.51.100.0/24")
	own, planted := strings.Repeat("a", 43), strings.Repeat("b", 43)
	const name = "__Host-kaiin_staff="
	for _, c := range []struct {
		name, peer, cookie string
		marks              []string
		want               string
	}{
		{"as it should be", "198.51.100.9:1", name + own, []string{"1"}, own},
		{"without the header", "198.51.100.9:1", name + own, nil, ""},
		{"with another value", "198.51.100.9:1", name + own, []string{"true"}, ""},
		{"with the header twice", "198.51.100.9:1", name + own, []string{"1", "1"}, ""},
		{"from elsewhere", "203.0.113.7:1", name + own, []string{"1"}, ""},
		{"two different ones", "198.51.100.9:1", name + own + "; " + name + planted, []string{"1"}, ""},
		{"the name that plain http has", "198.51.100.9:1", "kaiin_staff=" + own, []string{"1"}, ""},
		{"no token", "198.51.100.9:1", name + "x", []string{"1"}, ""},
	} {
		r := httptest.NewRequest("POST", "/graphql", nil)
		r.RemoteAddr = c.peer
		r.Header.Set("Cookie", c.cookie)
		r.Header["X-Kaiin-Staff"] = c.marks
		if got := staffnet.Token(office, arrived(t, office, r)); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

func TestTheCookieStaysInItsSite(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	staffnet.SetCookie(w, site(), strings.Repeat("a", 43), 12*time.Hour)
	set := w.Result().Cookies()
	if len(set) != 1 || set[0].Name != "__Host-kaiin_staff" || !set[0].Secure || !set[0].HttpOnly || set[0].SameSite != http.SameSiteStrictMode || set[0].Path != "/" || set[0].Domain != "" || set[0].MaxAge != 43200 {
		t.Errorf("%v", w.Header())
	}
	plain := site()
	plain.Origin.Scheme = "http"
	w = httptest.NewRecorder()
	staffnet.ClearCookie(w, plain)
	if set = w.Result().Cookies(); len(set) != 1 || set[0].Name != "kaiin_staff" || set[0].Secure || set[0].MaxAge >= 0 || set[0].SameSite != http.SameSiteStrictMode {
		t.Errorf("%v", w.Header())
	}
}
