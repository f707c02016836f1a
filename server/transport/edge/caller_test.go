package edge

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

func TestPageCallsKeepTheMembersRequest(t *testing.T) { // C-004 A-010
	t.Parallel()
	w := newWorld(t, nil)
	var sent http.Header
	w.next = func(out http.ResponseWriter, r *http.Request) { sent = r.Header.Clone() }
	page := w.call("GET", "/plans?a=b", "", "X-Forwarded-For", "203.0.113.7", "User-Agent", "PVS/1/2", "Accept-Language", "en",
		"Cookie", "sid="+token, "X-Kaiin-Context", "forged", "X-Kaiin-Locale", "fr", "X-Kaiin-Other", "x")
	for name, want := range map[string]string{
		"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "member.example.jp", "X-Forwarded-Proto": "https", "X-Kaiin-Locale": "en",
		"X-Kaiin-Other": "", "X-Request-Id": page.Header.Get("X-Request-Id"), "Cookie": "sid=" + token, "User-Agent": "PVS/1/2",
	} {
		if got := strings.Join(sent[http.CanonicalHeaderKey(name)], "|"); got != want {
			t.Errorf("Next got %s %q, want %q", name, got, want)
		}
	}
	var seen *viewer.Viewer
	w.header = func(ctx context.Context) (*model.AccountHeader, error) { seen = viewer.Of(ctx); return nil, nil }
	w.call("GET", headerData, "", "X-Kaiin-Context", sent.Get("X-Kaiin-Context"), "Cookie", "sid="+token, "User-Agent", "node")
	if seen.Actor.IP != "203.0.113.7" || seen.RequestID != page.Header.Get("X-Request-Id") || seen.Actor.Locale != "en" || !seen.IsApp ||
		seen.Actor.AccountID != *w.member.AccountID || seen.Actor.SessionID != w.member.ID {
		t.Errorf("the page's call came as %+v", seen)
	}
	genuine := sent.Get("X-Kaiin-Context")
	for name, forged := range map[string]string{
		"another payload": "e30." + strings.SplitN(genuine, ".", 2)[1], "cut": genuine[:len(genuine)-2], "no MAC": strings.SplitN(genuine, ".", 2)[0],
		"rubbish": "....", "empty": "", "another key": "e30.e30",
	} {
		w.call("GET", headerData, "", "X-Kaiin-Context", forged, "User-Agent", "node", "X-Forwarded-For", "198.51.100.9")
		if seen.Actor.IP != "198.51.100.9" || seen.IsApp || seen.RequestID == page.Header.Get("X-Request-Id") {
			t.Errorf("%s: believed: %+v", name, seen)
		}
	}
	for site, want := range map[string]bool{"cross-site": true, "same-origin": false, "none": false} { // D-18
		w.call("GET", "/", "", "Sec-Fetch-Site", site, "Cookie", "sid="+token)
		w.call("GET", headerData, "", "X-Kaiin-Context", sent.Get("X-Kaiin-Context"), "Cookie", "sid="+token)
		if seen.Actor.CrossSite != want {
			t.Errorf("a page opened from %s: %v", site, seen.Actor.CrossSite)
		}
	}
	old := &visit{ip: "203.0.113.7", began: time.Now().Add(-2 * time.Minute)}
	if _, ok := w.openContext(w.sealContext(old), time.Now()); ok {
		t.Error("a context of two minutes ago was believed")
	}
}

func TestSessionCookie(t *testing.T) { // F-001 F-002 X-034
	t.Parallel()
	w := newWorld(t, nil)
	var seen *viewer.Viewer
	w.header = func(ctx context.Context) (*model.AccountHeader, error) {
		seen = viewer.Of(ctx)
		seen.SetCookie(&http.Cookie{Name: "sid", Value: "first", HttpOnly: true})
		seen.SetCookie(&http.Cookie{Name: "sid", Value: "second", HttpOnly: true})
		return nil, nil
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
		got := w.call("GET", headerData, "", "Cookie", c.cookie)
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
	w := newWorld(t, nil)
	id := w.member.AccountID.String()
	context := w.sealContext(&visit{began: time.Now()})
	for _, c := range []struct{ name, cookie, want string }{
		{"signed out meanwhile", "auid=" + id, "auid=;"},
		{"signed in, lost", "sid=" + token, "auid=" + id},
		{"signed in, another's", "sid=" + token + "; auid=x", "auid=" + id},
		{"agrees", "sid=" + token + "; auid=" + id, ""},
		{"a visitor", "", ""},
	} {
		got := w.call("GET", headerData, "", "Cookie", c.cookie, "X-Kaiin-Context", context)
		if line := got.Header.Get("Set-Cookie"); !strings.HasPrefix(line, c.want) || (c.want == "") != (line == "") {
			t.Errorf("%s: %q", c.name, line)
		}
		if got := w.call("GET", headerData, "", "Cookie", c.cookie); got.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s, not a page: %q", c.name, got.Header.Get("Set-Cookie"))
		}
	}
}

// Two session cookies count as none, and the log tells that another site plants them; no caller can
// fill the log with that (D-08).
func TestTwoSessionCookiesAreLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	var seen *viewer.Viewer
	w.header = func(ctx context.Context) (*model.AccountHeader, error) { seen = viewer.Of(ctx); return nil, nil }
	other := strings.Repeat("p", 43)
	const said = "level=WARN"
	for _, cookie := range []string{"", "sid=" + token, "sid=" + token + "; sid=" + token, "sid=" + token + "; sid=1234", "sid=1; sid=2", "tdt=" + token + "; tdt=" + other} {
		if w.call("GET", headerData, "", "Cookie", cookie); strings.Contains(w.logged.String(), said) {
			t.Errorf("%q is logged: %s", cookie, w.logged)
		}
	}
	for range 100 {
		r := httptest.NewRequestWithContext(t.Context(), "GET", headerData, nil)
		r.Header.Set("Cookie", "sid="+token+"; a=b; sid="+other)
		if w.ServeHTTP(httptest.NewRecorder(), r); seen.Actor.SignedIn() {
			t.Fatal("one of two session cookies was taken")
		}
	}
	log := w.logged.String()
	if strings.Count(log, said) != 1 || !strings.Contains(log, "path="+headerData) || strings.Contains(log, token) || strings.Contains(log, other) {
		t.Errorf("logged %d times", strings.Count(log, said))
	}
	var line onceAMinute
	begin, lines, times := time.Now(), 0, 0
	for i := range 600 {
		if n, tell := line.note(begin.Add(time.Duration(i) * time.Second)); tell {
			lines, times = lines+1, times+n
		}
	}
	if lines != 10 || times != 541 { // the last line was written in the 540th second
		t.Errorf("%d lines for %d times in ten minutes", lines, times)
	}
}
