package guard_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

func TestSessionCookie(t *testing.T) { // F-001 F-002 X-034
	t.Parallel()
	w := newSite(t)
	var seen *viewer.Viewer
	w.call = func(ctx context.Context) {
		seen = viewer.Of(ctx)
		seen.SetCookie(&http.Cookie{Name: "sid", Value: "first", HttpOnly: true})
		seen.SetCookie(&http.Cookie{Name: "sid", Value: "second", HttpOnly: true})
	}
	for _, c := range []struct {
		name, cookie string
		member       bool
	}{
		{"ours", "sid=" + token, true},
		{"among others", `theme="dark"; broken; =x; sid=` + token + "; a=b", true},
		{"quoted", `sid="` + token + `"`, true},
		{"none", "", false},
		{"unknown", "sid=" + strings.Repeat("x", 43), false},
		{"too short", "sid=x", false},
		{"too long", "sid=" + token + "x", false},
		{"other characters", "sid=" + token[:42] + "'", false},
		{"another name", "xsid=" + token, false},
		{"only auid, which proves nothing", "auid=" + w.member.AccountID.String(), false},
	} {
		got := w.ask("Cookie", c.cookie)
		if got.StatusCode != 200 || seen.Actor.SignedIn() != c.member {
			t.Errorf("%s: %d, signed in %v", c.name, got.StatusCode, seen.Actor.SignedIn())
		}
		cookies := got.Cookies()
		if len(cookies) != 1 || cookies[0].Value != "second" || !cookies[0].HttpOnly || !cookies[0].Secure || cookies[0].Path != "/" || cookies[0].SameSite != http.SameSiteLaxMode {
			t.Errorf("%s: %v", c.name, got.Header["Set-Cookie"])
		}
	}
}

func TestAccountCookieFollowsThePage(t *testing.T) { // F-001
	t.Parallel()
	w := newSite(t)
	id := w.member.AccountID.String()
	context := w.arrivals.Seal(&visit.Visit{Began: time.Now()})
	for _, c := range []struct{ name, cookie, want string }{
		{"signed out meanwhile", "auid=" + id, "auid=;"},
		{"signed in, lost", "sid=" + token, "auid=" + id},
		{"signed in, another's", "sid=" + token + "; auid=x", "auid=" + id},
		{"agrees", "sid=" + token + "; auid=" + id, ""},
		{"a visitor", "", ""},
	} {
		got := w.ask("Cookie", c.cookie, "X-Kaiin-Context", context)
		if line := got.Header.Get("Set-Cookie"); !strings.HasPrefix(line, c.want) || (c.want == "") != (line == "") {
			t.Errorf("%s: %q", c.name, line)
		}
		if got := w.ask("Cookie", c.cookie); got.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s, not a page: %q", c.name, got.Header.Get("Set-Cookie"))
		}
	}
}

// Two session cookies count as none, and the log tells that another site plants them; no caller can
// fill the log with that (D-08).
func TestTwoSessionCookiesAreLogged(t *testing.T) {
	t.Parallel()
	w := newSite(t)
	var seen *viewer.Viewer
	w.call = func(ctx context.Context) { seen = viewer.Of(ctx) }
	other := strings.Repeat("p", 43)
	const said = "level=WARN"
	for _, cookie := range []string{"", "sid=" + token, "sid=" + token + "; sid=" + token, "sid=" + token + "; sid=1234", "sid=1; sid=2", "tdt=" + token + "; tdt=" + other} {
		if w.ask("Cookie", cookie); strings.Contains(w.logged.String(), said) {
			t.Errorf("%q is logged: %s", cookie, w.logged)
		}
	}
	for range 100 {
		r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
		r.Header.Set("Cookie", "sid="+token+"; a=b; sid="+other)
		if w.ServeHTTP(httptest.NewRecorder(), r); seen.Actor.SignedIn() {
			t.Fatal("one of two session cookies was taken")
		}
	}
	log := w.logged.String()
	if strings.Count(log, said) != 1 || !strings.Contains(log, "path="+path) || strings.Contains(log, token) || strings.Contains(log, other) {
		t.Errorf("logged %d times", strings.Count(log, said))
	}
}
