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

// On a page that shows one of a member as the member sees it nothing runs, and nothing is sent from
// it. The other pages of the staff run.
func TestPolicyOfAPageOfAMember(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, func(c *config.Config) {
		c.StaffNetworks = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}
	})
	w.Next = func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	policy := func(path string) string {
		return w.Call("GET", path, "", "X-Forwarded-For", inside).Header.Get("Content-Security-Policy") + ";"
	}
	nothing := []string{"default-src 'none';", "script-src 'none';", "connect-src 'none';", "form-action 'none';", "base-uri 'none';", "frame-ancestors 'none';"}
	for _, path := range []string{"/staff/as/1", "/staff/as/1/plans", "/staff/as/1/", "/staff/as", "/staff/%61s/1", "/staff/x/../as/1", "/_next/data/x/staff/as/1/plans.json"} {
		got := policy(path)
		for _, directive := range nothing {
			if !strings.Contains(got, directive) {
				t.Errorf("%s: %s is not in %s", path, directive, got)
			}
		}
		if strings.Contains(got, "frame-src") || strings.Contains(got, "form-action 'self'") || strings.Contains(got, "strict-dynamic") {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, path := range []string{"/staff", "/staff/members/as", "/staff/asx/1", "/staff/members/1"} {
		if got := policy(path); !strings.Contains(got, "connect-src 'self';") || !strings.Contains(got, "form-action 'self';") {
			t.Errorf("%s: %s", path, got)
		}
	}
}
