package pages_test

import (
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/transport/edge/edgetest"
)

const (
	inside  = "198.51.100.7"
	outside = "203.0.113.7"
)

// The pages of the staff are asked of Next for callers from their networks alone: with the cookie
// of the staff, a policy of their own, and nothing for search engines or the next site.
func TestPagesOfTheStaff(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, func(c *config.Config) { c.StaffNetworks = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")} })
	var got *http.Request
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		got = r
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(out, "page")
	}
	cookies := "sid=" + edgetest.Token + "; __Host-kaiin_staff=" + edgetest.Token
	for _, path := range []string{"/staff", "/staff/login", "/staff/members/1?a=b", "/_next/data/x/staff.json", "/_next/data/x/staff/login.json"} {
		answer := w.Call("GET", path, "", "X-Forwarded-For", inside, "Cookie", cookies)
		if got.RequestURI != path || got.Header.Get("Cookie") != cookies || got.Header.Get("X-Kaiin-Issuer") != "" {
			t.Errorf("%s: %s %v", path, got.RequestURI, got.Header)
		}
		h := answer.Header
		if h.Get("X-Robots-Tag") != "noindex, nofollow" || h.Get("Referrer-Policy") != "no-referrer" || h.Get("Cache-Control") != "private, no-store" || strings.Contains(h.Get("Content-Security-Policy"), "token.example.jp") {
			t.Errorf("%s: %v", path, h)
		}
	}
	for _, path := range []string{"/", "/login", "/staffing", "/x/staff"} {
		if w.Call("GET", path, "", "X-Forwarded-For", inside, "Cookie", cookies); got.Header.Get("Cookie") != "sid="+edgetest.Token {
			t.Errorf("%s gets %s", path, got.Header.Get("Cookie"))
		}
	}
}

// From outside of the networks the answer is that of every unknown path: no byte of it tells that
// there is a page.
func TestPagesOfTheStaffFromOutside(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, func(c *config.Config) { c.StaffNetworks = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")} })
	var asked string
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		if strings.HasSuffix(asked, "/") {
			http.Redirect(out, r, strings.TrimSuffix(r.URL.RequestURI(), "/"), http.StatusPermanentRedirect)
			return
		}
		out.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(out, "no page at "+r.URL.RequestURI())
	}
	told := func(path string) string {
		t.Helper()
		answer := w.Call("GET", path, "", "X-Forwarded-For", outside, "Cookie", "__Host-kaiin_staff="+edgetest.Token)
		for _, name := range []string{"Date", "X-Request-Id", "Content-Security-Policy"} { // of one answer
			answer.Header.Del(name)
		}
		var text strings.Builder
		_ = answer.Header.Write(&text)
		return strings.ReplaceAll(answer.Status+text.String()+answer.Text, "nobod", "staff")
	}
	for _, path := range []string{"/staff", "/staff/", "/staff/login", "/staff/login?returnTo=/staff", "/staff/issuer", "/_next/data/x/staff.json", "/_next/data/x/staff/login.json", "/_next/data/staff/staff/x.json"} {
		got, want := told(path), told(strings.Replace(path, "/staff", "/nobod", strings.Count(path, "/staff")))
		if strings.Contains(path, "returnTo") {
			want = strings.Replace(want, "returnTo=/nobod", "returnTo=/staff", 1)
		}
		if got != want || !strings.Contains(got, "staff") {
			t.Errorf("%s:\n%s\n%s", path, got, want)
		}
	}
	for _, path := range []string{"/staff", "/staff/login", "/%73taff/login", "/staff%2flogin", "/x/../staff/login", "/./staff", "/staff/../staff/login", "/_next/data/x/staff/login.json", "/_next/data/x/../x/staff.json"} {
		if told(path); strings.HasSuffix(asked, "staff") || strings.Contains(asked, "staff/") || strings.Contains(asked, "staff.") {
			t.Errorf("%s: Next is asked for %s", path, asked)
		}
	}
}

// The page of the login is told by which of the two ways the staff log in.
func TestPagesOfTheStaffKnowTheIssuer(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, func(c *config.Config) {
		c.StaffNetworks = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}
		c.StaffIssuer.Issuer = "https://login.example.jp"
	})
	told := map[string]string{}
	w.Next = func(_ http.ResponseWriter, r *http.Request) { told[r.URL.Path] = r.Header.Get("X-Kaiin-Issuer") }
	w.Call("GET", "/staff/login", "", "X-Forwarded-For", inside)
	w.Call("GET", "/login", "", "X-Forwarded-For", inside, "X-Kaiin-Issuer", "1")
	if told["/staff/login"] != "1" || told["/login"] != "" {
		t.Errorf("%v", told)
	}
}
