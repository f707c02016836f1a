package edge

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
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

func TestLocale(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, cookie, accept, want string }{
		{"", "", "", "ja"},
		{"", "", "fr-FR,de;q=0.9", "ja"},
		{"", "", "en-GB,en;q=0.9", "en"},
		{"", "", "fr, en;q=0.5, ja;q=0.8", "ja"},
		{"", "", "en;q=0, ja;q=0.1", "ja"},
		{"", "", "en;q=x, ja;q=0.1", "ja"},
		{"", "", "en;q=5, ja;q=0.1", "ja"},
		{"", "", "en;q=0.7;x=y, ja;q=0.1", "ja"},
		{"", "", "tlh-nosuch-tag!, en-ZZ;q=0.4, EN_us;q=0.8, ja;q=0.7", "en"},
		{"", "", "ja;q=0.5, en;q=0.5", "ja"},
		{"", "", "en;q=0.5, ja;q=0.5", "en"},
		{"", "", "en-GB;q=0.4, ja-JP;q=0.6, en;q=0.9", "en"},
		{"", "", "und, zh-Hant-TW, ryu;q=0.9, en;q=0.1", "en"},
		{"", "", ", ;q=1,,en", "en"},
		{"", "", "-,;;;=,\xff", "ja"},
		{"", "", "*", "ja"},
		{"", "", "*, en;q=0.5", "en"},
		{"", "", "x-klingon", "ja"},
		{"", "en", "ja", "en"},
		{"", "fr", "en", "en"},
		{"", "EN", "ja", "ja"},
		{"", "\"\"", "en", "en"},
		{"ui_locales=ja", "en", "en", "ja"},
		{"ui_locales=fr%20en-US%20ja", "ja", "ja", "en"},
		{"ui_locales=fr", "en", "ja", "en"},
	} {
		r := httptest.NewRequest("GET", "/?"+c.query, nil)
		r.Header.Set("Accept-Language", c.accept)
		if c.cookie != "" {
			r.Header.Set("Cookie", "a=b; locale="+c.cookie)
		}
		if got := localeOf(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

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

func TestAskedLanguageIsRemembered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	got := w.call("GET", "/?ui_locales=en", "")
	if c := got.Cookies(); len(c) != 1 || c[0].Name != "locale" || c[0].Value != "en" || !c[0].Secure || c[0].Path != "/" || c[0].SameSite != http.SameSiteLaxMode {
		t.Errorf("%v", got.Header["Set-Cookie"])
	}
	if got := w.call("GET", "/?ui_locales=fr", ""); len(got.Cookies()) != 0 {
		t.Errorf("%v", got.Header["Set-Cookie"])
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

// Whatever is in the cookies, the language is one of ours.
func FuzzLocale(f *testing.F) {
	for _, seed := range []string{"", "locale=", "locale=en", `locale="en"; locale=fr`, ";;;===", "\x00locale=\xff"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, cookies, accepted string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"], r.Header["Accept-Language"] = []string{cookies}, []string{accepted}
		if locale := localeOf(r); locale != "ja" && locale != "en" {
			t.Fatalf("%q, %q gave the language %q", cookies, accepted, locale)
		}
	})
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
