package visit

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/config"
	"kaiin/server/base/secret"
)

// callPath is the address of a call.
const callPath = "/zapi/internal/account-header/screen-data"

// newArrivals are those of a site, and what they log.
func newArrivals(t *testing.T, production bool, trusted ...netip.Prefix) (*Arrivals, *bytes.Buffer) {
	t.Helper()
	secrets, err := secret.NewBox([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	logged := new(bytes.Buffer)
	return &Arrivals{
		Config: &config.Config{Production: production, Trusted: trusted}, Log: slog.New(slog.NewTextHandler(logged, nil)), Secrets: secrets,
	}, logged
}

// Behind a proxy that is not named in the settings, limits tell callers apart, and nothing else
// takes the proxy's word.
func TestLimitsTellCallersApartBehindAProxyThatIsNotNamed(t *testing.T) { // D-16
	t.Parallel()
	named := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		name, peer, forwarded string
		trusted               []netip.Prefix
		production            bool
		ip, network           string
	}{
		{"a proxy that is not named", "172.18.0.2:1", "203.0.113.7", nil, true, "172.18.0.2", "203.0.113.7"},
		{"one of IPv6", "[fd00::2]:1", "2001:db8:1:2:3::4", nil, true, "fd00::2", "2001:db8:1:2::/64"},
		{"one on this machine", "127.0.0.1:1", "203.0.113.7:4711", nil, true, "127.0.0.1", "203.0.113.7"},
		{"two in a row", "172.18.0.2:1", "203.0.113.7, 172.18.0.9", nil, true, "172.18.0.2", "203.0.113.7"},
		{"what a caller wrote before it", "172.18.0.2:1", "198.51.100.1, 203.0.113.7", nil, true, "172.18.0.2", "203.0.113.7"},
		{"another network is named", "172.18.0.2:1", "203.0.113.7", named, true, "172.18.0.2", "203.0.113.7"},
		{"a proxy that says nothing", "172.18.0.2:1", "", nil, true, "172.18.0.2", "172.18.0.2"},
		{"rubbish", "172.18.0.2:1", "203.0.113.7, x", nil, true, "172.18.0.2", "172.18.0.2"},
		{"nothing but private addresses", "172.18.0.2:1", "192.168.1.5, 100.64.0.1", nil, true, "172.18.0.2", "172.18.0.2"},
		{"a caller from the internet", "198.51.100.1:1", "203.0.113.7", nil, true, "198.51.100.1", "198.51.100.1"},
		{"a proxy that is named", "10.0.0.2:1", "203.0.113.7", named, true, "203.0.113.7", "203.0.113.7"},
		{"a member at home behind it", "10.0.0.2:1", "203.0.113.7, 192.168.1.5", named, true, "192.168.1.5", "192.168.1.5"},
		{"development has no proxies", "127.0.0.1:1", "203.0.113.7", nil, false, "127.0.0.1", "127.0.0.1"},
	} {
		a, _ := newArrivals(t, c.production, c.trusted...)
		var seen actor.Actor
		site := a.Arrive(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = Of(r.Context()).Stranger().Actor }))
		r := httptest.NewRequestWithContext(t.Context(), "GET", callPath, nil)
		if r.RemoteAddr = c.peer; c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		site.ServeHTTP(httptest.NewRecorder(), r)
		if seen.IP != c.ip || seen.Network() != c.network {
			t.Errorf("%s: address %s, limits by %s", c.name, seen.IP, seen.Network())
		}
		v := &Visit{Began: time.Now(), IP: "172.18.0.2", Behind: "203.0.113.7"} // and the calls of a page keep it
		r = httptest.NewRequestWithContext(t.Context(), "GET", callPath, nil)
		r.Header.Set("X-Kaiin-Context", a.Seal(v))
		if site.ServeHTTP(httptest.NewRecorder(), r); seen.Network() != "203.0.113.7" {
			t.Errorf("%s: a page's call counts by %s", c.name, seen.Network())
		}
	}
}

// The log says that a proxy is not named when a hundred requests in a row come from private
// addresses, once a minute.
func TestAProxyThatIsNotNamedIsLogged(t *testing.T) { // D-16
	t.Parallel()
	const said = "KAIIN_TRUSTED_PROXIES lacks the proxy"
	for _, c := range []struct {
		name       string
		trusted    string
		production bool
		peer       func(i int) string
		path       string
		want       int
	}{
		{"one proxy", "10.0.0.0/8", true, func(int) string { return "172.18.0.2:1" }, callPath, 1},
		{"three of them", "10.0.0.0/8", true, func(i int) string { return fmt.Sprintf("172.18.0.%d:1", i%3) }, callPath, 1},
		{"one that is named", "172.16.0.0/12", true, func(int) string { return "172.18.0.2:1" }, callPath, 0},
		{"callers from the internet between", "10.0.0.0/8", true, func(i int) string { return []string{"172.18.0.2:1", "203.0.113.7:1"}[i/90%2] }, callPath, 0},
		{"checks", "10.0.0.0/8", true, func(int) string { return "172.18.0.1:1" }, "/healthz", 0},
		{"development", "10.0.0.0/8", false, func(int) string { return "127.0.0.1:1" }, callPath, 0},
	} {
		a, logged := newArrivals(t, c.production, netip.MustParsePrefix(c.trusted))
		site := a.Arrive(http.NotFoundHandler())
		for i := range 3 * proxySample {
			r := httptest.NewRequestWithContext(t.Context(), "GET", c.path, nil)
			r.RemoteAddr = c.peer(i)
			r.Header.Set("X-Forwarded-For", "203.0.113.7")
			site.ServeHTTP(httptest.NewRecorder(), r)
		}
		log := logged.String()
		if got := strings.Count(log, said); got != c.want || got == 1 && !strings.Contains(log, "forwarded=100") || strings.Contains(log, "203.0.113.7") {
			t.Errorf("%s: said %d times, want %d", c.name, got, c.want)
		}
	}
	var p proxyWatch
	begin, told := time.Now(), 0
	for i := range 3600 {
		if _, _, tell := p.note(true, false, begin.Add(time.Duration(i)*time.Second)); tell {
			told++
		}
	}
	if told != 59 { // from the 100th second on
		t.Errorf("told %d times in an hour", told)
	}
}
