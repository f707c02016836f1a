package edge

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"kaiin/server/graph/model"
	"kaiin/server/viewer"
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
		{"", "", "*", "ja"},
		{"", "en", "ja", "en"},
		{"", "fr", "en", "en"},
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

func TestAgent(t *testing.T) { // K-001 X-035 X-036
	t.Parallel()
	const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
	const pixel = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
	for _, c := range []struct {
		name, agent          string
		app, android, mobile bool
	}{
		{"a computer", "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0", false, false, false},
		{"a telephone", iPhone, false, false, true},
		{"the app", iPhone + " PVS/1.4.0/ios", true, false, true},
		{"the app on Android", pixel + " PVS/1.4.0/android", true, true, true},
		{"in front", "PVS/1/2 Mozilla/5.0", true, false, false},
		{"in a comment", "Mozilla/5.0 (TV; PVS/1/2)", true, false, false},
		{"one part", "PVS/1.4.0", false, false, false},
		{"an empty part", "PVS//ios", false, false, false},
		{"three parts", "PVS/1/2/3", false, false, false},
		{"inside a word", "xPVS/1/2", false, false, false},
		{"other case", "pvs/1/2", false, false, false},
		{"ends at the 500th character", strings.Repeat("x", 492) + " PVS/1/2", true, false, false},
		{"behind the 500th character", strings.Repeat("x", 500) + " PVS/1/2", false, false, false},
		{"500 characters, not bytes", strings.Repeat("あ", 492) + " PVS/1/2", true, false, false},
		{"no text", "Mozilla\xff PVS/1/2", true, false, false},
	} {
		cut := cutAgent(c.agent)
		if n := len([]rune(cut)); n > 500 || strings.Contains(cut, "\xff") {
			t.Errorf("%s: %d characters", c.name, n)
		}
		if isApp(cut) != c.app || isAndroid(cut) != c.android || isMobile(cut) != c.mobile {
			t.Errorf("%s: app %v, Android %v, mobile %v", c.name, isApp(cut), isAndroid(cut), isMobile(cut))
		}
	}
}

func TestPageCallsKeepTheMembersRequest(t *testing.T) { // C-004
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
	w.header = func(ctx context.Context) (*model.AccountHeaderScreen, error) { seen = viewer.Of(ctx); return nil, nil }
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
	w.header = func(ctx context.Context) (*model.AccountHeaderScreen, error) {
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

// Whatever stands in the headers, what comes out can be one of our tokens, and other cookies never hide it.
func FuzzSessionToken(f *testing.F) {
	for _, seed := range []string{"", "sid=", "sid=" + token, `a="b;c"; sid=x`, "sid=" + token + "; sid=x", ";;;===", "\x00sid=\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if got := tokenIn([]string{header}, viewer.CookieSession); got != "" && (len(got) != 43 || strings.ContainsFunc(got, notBase64)) {
			t.Fatalf("%q gave %q", header, got)
		}
		if got := tokenIn([]string{"sid=" + token, header}, viewer.CookieSession); got != token {
			t.Fatalf("hidden by %q", header)
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"] = []string{header}
		if locale := localeOf(r); locale != "ja" && locale != "en" {
			t.Fatalf("%q gave the language %q", header, locale)
		}
	})
}

func TestCompression(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	long := strings.Repeat("kaiin ", 10_000)
	huge := strings.Repeat(long, 20)
	w.next = func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/short":
			_, _ = io.WriteString(out, "short")
		case "/huge":
			_, _ = io.WriteString(out, huge)
		case "/image":
			out.Header().Set("Content-Type", "image/png")
			_, _ = io.WriteString(out, long)
		case "/flushed":
			_, _ = io.WriteString(out, long[:100])
			_ = http.NewResponseController(out).Flush()
			_, _ = io.WriteString(out, long[100:])
		default:
			_, _ = io.WriteString(out, long)
		}
	}
	for _, c := range []struct {
		path, accept, encoding string
		size                   int
	}{
		{"/long", "gzip, deflate, br", "gzip", len(long)}, {"/huge", "gzip", "gzip", len(huge)}, {"/flushed", "gzip", "gzip", len(long)},
		{"/short", "gzip", "", 5}, {"/image", "gzip", "", len(long)}, {"/long", "", "", len(long)}, {"/long", "gzip;q=0", "", len(long)},
	} {
		r, _ := http.NewRequest("GET", w.site.URL+c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		got, err := (&http.Transport{DisableCompression: true}).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		text := unpacked(t, got)
		if got.Header.Get("Content-Encoding") != c.encoding || len(text) != c.size {
			t.Errorf("%+v: %q, %d bytes", c, got.Header.Get("Content-Encoding"), len(text))
		}
	}
}
