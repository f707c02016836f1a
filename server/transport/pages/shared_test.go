package pages_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/useragent"
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/pages"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// crowd is a world whose pages are kept for as long as the test lasts, and what its Next was asked.
type crowd struct {
	*edgetest.World
	asked []*http.Request
	mu    sync.Mutex
}

// newCrowd has a Next that makes pages as ours does: of the address, the headers it gets, and
// nothing else.
func newCrowd(t testing.TB, change func(*config.Config)) *crowd {
	c := &crowd{World: edgetest.New(t, change)}
	c.Pages.Shared().Life = time.Hour
	c.Next = func(out http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.asked = append(c.asked, r.Clone(context.Background()))
		c.mu.Unlock()
		_, _ = io.WriteString(out, c.text(out, r))
	}
	return c
}

func (c *crowd) text(out http.ResponseWriter, r *http.Request) string {
	out.Header().Set("Content-Type", "text/html; charset=utf-8")
	out.Header().Set("Etag", `"x"`)
	about := c.calledFrom(r)
	agent := useragent.Parse(about.Agent)
	nonce := r.Header.Get(visit.HeaderNonce)
	return fmt.Sprintf("<html lang=%s><script nonce=%q></script>%s %+v cookies %q%s<script nonce=%q></script>",
		r.Header.Get(visit.HeaderLocale), nonce, r.URL.RequestURI(), agent, r.Header.Get("Cookie"), strings.Repeat(" kaiin", 1000), nonce)
}

// calledFrom is what is known of the calls of the page that Next was asked for.
func (c *crowd) calledFrom(sent *http.Request) *visit.Visit {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set(visit.HeaderContext, sent.Header.Get(visit.HeaderContext))
	return c.Arrivals.Identify(r)
}

func (c *crowd) askedTimes(t *testing.T, want int, what string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.asked) != want {
		t.Errorf("%s: Next was asked %d times, want %d", what, len(c.asked), want)
	}
}

func nonceOf(t *testing.T, a edgetest.Answer) string {
	t.Helper()
	_, rest, _ := strings.Cut(a.Header.Get("Content-Security-Policy"), "'nonce-")
	nonce, _, _ := strings.Cut(rest, "'")
	if len(nonce) != 22 || strings.Count(a.Text, `nonce="`+nonce+`"`) != strings.Count(a.Text, "nonce=") {
		t.Errorf("the nonce of the policy is %q, the page's are others: %.200s", nonce, a.Text)
	}
	return nonce
}

const browser = "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0"

// S-07: visitors get one page, each with a nonce of their own, and no data of theirs reaches it.
func TestVisitorsShareAPage(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	secret := []string{
		"Cookie", "_ga=GA1.2.3; locale=en; external-abc=xyz; latid=" + edgetest.Token + "; tdt=" + edgetest.Token + "; __Host-passkey=" + edgetest.Token, "X-Forwarded-For", "203.0.113.7", "Referer", "https://hospital.example/", "User-Agent", browser,
		"Authorization", "Bearer hunter2", "X-Nextjs-Data", "1", "X-Matched-Path", "/mypage", "X-Forwarded-Host", "evil.example", "X-Kaiin-Nonce", "chosen",
	}
	first := c.Call("GET", "/?utm_source=hunter2", "", secret...)
	second := c.Call("GET", "/", "", "Accept-Language", "en", "User-Agent", "curl/8")
	one, two := nonceOf(t, first), nonceOf(t, second)
	if one == two || strings.ReplaceAll(first.Text, one, "") != strings.ReplaceAll(second.Text, two, "") || !strings.Contains(first.Text, "lang=en") {
		t.Errorf("nonces %s and %s, pages\n%.300s\n%.300s", one, two, first.Text, second.Text)
	}
	for _, got := range []edgetest.Answer{first, second} {
		if got.StatusCode != 200 || got.Header.Get("Cache-Control") != "private, no-store" || got.Header["Set-Cookie"] != nil || got.Header.Get("X-Request-Id") == "" {
			t.Errorf("%d %v", got.StatusCode, got.Header)
		}
	}
	if first.Header.Get("X-Request-Id") == second.Header.Get("X-Request-Id") {
		t.Error("two requests have one id")
	}
	c.askedTimes(t, 1, "two visitors")
	sent := c.asked[0]
	if placeholder := sent.Header.Get(visit.HeaderNonce); placeholder == one || placeholder == two || len(placeholder) != 22 {
		t.Errorf("Next got the nonce %q of a visitor", placeholder)
	}
	all := fmt.Sprint(sent.URL, sent.Host, sent.Header)
	for _, mine := range []string{"GA1", "203.0.113.7", "hospital", "hunter2", "Chrome", "Matched", "Nextjs", "evil", "chosen", "xyz", edgetest.Token} {
		if strings.Contains(all, mine) {
			t.Errorf("Next got %s of a visitor: %s", mine, all)
		}
	}
	about := c.calledFrom(sent)
	if !about.FromPage || about.IP == "203.0.113.7" || strings.Contains(about.Agent, "Chrome") || about.CrossSite {
		t.Errorf("the page's calls come as %+v", about)
	}
}

// S-07: a member gets a page of their own, and so does every browser that may be a member's; a
// visitor gets the page of no member.
func TestMembersDoNotShare(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	n := 0
	for _, visitorFirst := range []bool{true, false} {
		c.Pages.Shared().Forget()
		for _, cookie := range []string{
			"sid=" + edgetest.Token, "sid=unknown", `sid="` + edgetest.Token + `"`, "a=b; sid=" + edgetest.Token, "sid=", "auid=" + c.Member.AccountID.String(), "auid=", "locale=en; auid=x",
		} {
			if visitorFirst {
				if got := c.Call("GET", "/plans", ""); !strings.Contains(got.Text, `cookies ""`) {
					t.Errorf("a visitor got %.300s", got.Text)
				}
			}
			got := c.Call("GET", "/plans", "", "Cookie", cookie)
			ours := strings.TrimPrefix(cookie, "a=b; ") // Next gets no others
			if n++; !strings.Contains(got.Text, fmt.Sprintf("cookies %q", ours)) {
				t.Errorf("%s got %.300s", cookie, got.Text)
			}
			nonceOf(t, got)
			if got := c.Call("GET", "/plans", ""); !strings.Contains(got.Text, `cookies ""`) {
				t.Errorf("after %s a visitor got %.300s", cookie, got.Text)
			}
		}
	}
	c.askedTimes(t, n+2, "a page for each member, one for the visitors of each round")
	two := http.Header{"Cookie": {"a=b", "sid=" + edgetest.Token}}
	if r := (&http.Request{Method: "GET", URL: &url.URL{Path: "/"}, Header: two}); c.Pages.MayShare(r.WithContext(visit.With(t.Context(), new(visit.Visit)))) {
		t.Error("a session in a second header is not seen")
	}
}

// S-07: what a page depends on apart from the address keeps pages apart: language, device, theme,
// tag manager.
func TestPagesApart(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	current := &settings.Settings{Theme: "light"}
	c.Guard.Settings = func(context.Context) (*settings.Settings, error) { return current, nil }
	const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
	const pixel = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
	n := 0
	for _, path := range []string{"/", "/plans", "/plans/standard", "/plans/%E5%B9%B4"} {
		for _, locale := range []string{"ja", "en"} {
			for _, agent := range []string{browser, iPhone, pixel, browser + " PVS/1/2", iPhone + " PVS/1/2", pixel + " PVS/1/2"} {
				want := fmt.Sprintf("%s %+v ", path, useragent.Parse(agent))
				for range 3 {
					got := c.Call("GET", path, "", "User-Agent", agent, "Cookie", "locale="+locale)
					if !strings.Contains(got.Text, want) || !strings.Contains(got.Text, "lang="+locale) {
						t.Errorf("%s in %s for %s: %.200s", path, locale, agent, got.Text)
					}
				}
				n++
			}
		}
	}
	c.askedTimes(t, n, "once for each")
	if n > c.Pages.Shared().MaxPages/2 {
		t.Errorf("%d pages of a theme, room for %d", n, c.Pages.Shared().MaxPages)
	}
	for _, now := range []*settings.Settings{{Theme: "dark"}, {Theme: "dark", GtmID: "GTM-1"}} {
		current = now
		for range 2 {
			got := c.Call("GET", "/", "", "Cookie", "locale=en")
			if tags := strings.Contains(got.Header.Get("Content-Security-Policy"), "googletagmanager"); tags != (now.GtmID != "") {
				t.Errorf("%+v: %s", now, got.Header.Get("Content-Security-Policy"))
			}
		}
		n++
		c.askedTimes(t, n, "anew for another theme or a tag manager")
	}
}

// S-07: a change of the store shows after two seconds at most, and a moved clock at once.
func TestSharedPagesAreShortLived(t *testing.T) {
	t.Parallel()
	if pages.SharedLife+store.CacheFor > 2*time.Second || pages.NewShared().Life != pages.SharedLife {
		t.Errorf("a page may be %v old, what it is made of %v more", pages.NewShared().Life, store.CacheFor)
	}
	c := newCrowd(t, func(c *config.Config) { c.SandboxToken = "sesame" })
	c.Call("GET", "/", "")
	c.Call("GET", "/", "")
	c.askedTimes(t, 1, "before")
	c.Call("POST", "/internal/sandbox/clock", `{"offsetSeconds":3600}`, "Authorization", "Bearer sesame", "Content-Type", "application/json")
	c.Call("GET", "/", "")
	c.askedTimes(t, 2, "after the clock was moved")
}

// S-07: what is not the whole page of a visitor is never kept, and reaches the one who asked as it
// always did.
func TestWhatIsNotShared(t *testing.T) {
	t.Parallel()
	const page = "<p>page"
	for name, c := range map[string]struct {
		answer func(out http.ResponseWriter)
		status int
	}{
		"sets a cookie":   {func(out http.ResponseWriter) { out.Header().Set("Set-Cookie", "sid=x") }, 200},
		"not found":       {func(out http.ResponseWriter) { out.WriteHeader(404) }, 404},
		"an error":        {func(out http.ResponseWriter) { out.WriteHeader(500) }, 500},
		"the API is away": {func(out http.ResponseWriter) { out.WriteHeader(503) }, 503},
		"a redirect": {func(out http.ResponseWriter) {
			out.Header().Set("Location", "/login")
			out.WriteHeader(302)
		}, 302},
		"no page":          {func(out http.ResponseWriter) { out.Header().Set("Content-Type", "application/json") }, 200},
		"packed":           {func(out http.ResponseWriter) { out.Header().Set("Content-Encoding", "br") }, 200},
		"of other headers": {func(out http.ResponseWriter) { out.Header().Set("Vary", "Cookie") }, 200},
		"not text":         {func(out http.ResponseWriter) { _, _ = io.WriteString(out, "\xff") }, 200},
		"too large":        {func(out http.ResponseWriter) { _, _ = io.WriteString(out, strings.Repeat("x", pages.MaxShared)) }, 200},
	} {
		w := newCrowd(t, nil)
		var asked atomic.Int64
		w.Next = func(out http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			out.Header().Set("Content-Type", "text/html")
			c.answer(out)
			_, _ = io.WriteString(out, page)
		}
		for range 3 {
			got := w.Call("GET", "/", "")
			if got.StatusCode != c.status || !strings.HasSuffix(got.Text, page) {
				t.Errorf("%s: %d, %d bytes", name, got.StatusCode, len(got.Text))
			}
			if (name == "sets a cookie") != (got.Header.Get("Set-Cookie") == "sid=x") || (name == "a redirect") != (got.Header.Get("Location") == "/login") {
				t.Errorf("%s: %v", name, got.Header)
			}
		}
		if asked.Load() != 4 { // once to see whether it can be shared
			t.Errorf("%s: Next was asked %d times", name, asked.Load())
		}
	}
}

func TestWhichRequestsMayShare(t *testing.T) { // S-07
	t.Parallel()
	c := newCrowd(t, nil)
	fromPage := c.Arrivals.Seal(&visit.Visit{Began: time.Now()})
	n := 0
	for range 2 {
		for _, r := range [][]string{
			{"/?ui_locales=en"}, {"/%70lans"}, {"/plans/"}, {"/plans/standard/"}, {"/plans/standard/confirm"}, {"/plans/made-up"}, {"/plans/standard%3Fx"}, {"/plans/%73tandard"}, {"/login"}, {"/mypage"}, {"/nothing"}, {"/index"}, {"/", visit.HeaderContext, fromPage},
		} {
			c.Call("GET", r[0], "", r[1:]...)
			n++
		}
	}
	c.askedTimes(t, n, "each by itself")
	if got := c.Call("GET", "/?ui_locales=en", ""); got.Header.Get("Set-Cookie") == "" || !strings.Contains(got.Text, "lang=en") {
		t.Errorf("%v", got.Header)
	}
	source := newCrowd(t, func(c *config.Config) { c.Production = false })
	source.Call("GET", "/", "")
	source.Call("GET", "/", "")
	source.askedTimes(t, 2, "pages from source")
	c = newCrowd(t, nil)
	c.Guard.Settings = func(context.Context) (*settings.Settings, error) { return nil, errors.New("no database") }
	c.Call("GET", "/", "")
	c.Call("GET", "/", "")
	c.askedTimes(t, 2, "without the store's settings")
}

// S-07: without Next a visitor reads what they always read, and the answer is not kept.
func TestNextIsAwayForTheCrowd(t *testing.T) {
	t.Parallel()
	unused, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = unused.Close()
	c := newCrowd(t, nil)
	alive := c.Config.NextURL
	c.Config.NextURL = &url.URL{Scheme: "http", Host: unused.Addr().String()}
	for range 3 {
		if got := c.Call("GET", "/", ""); got.StatusCode != http.StatusBadGateway || !strings.Contains(got.Text, got.Header.Get("X-Request-Id")) || got.Header.Get("Retry-After") == "" {
			t.Errorf("%d %s", got.StatusCode, got.Text)
		}
	}
	c.Config.NextURL = alive
	if got := c.Call("GET", "/", ""); got.StatusCode != 200 {
		t.Errorf("Next is back: %d", got.StatusCode)
	}
	c.Pages.Shared().Forget() // as when a second is over
	c.Call("GET", "/", "")
	c.Call("GET", "/", "")
	c.askedTimes(t, 2, "one by itself, then one for all")

	cut := newCrowd(t, nil)
	cut.Next = func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		out.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(out, "<p>half a page")
	}
	page, err := cut.Pages.MakeShared(t.Context(), "id", "/", "ja")
	if page != nil || err == nil {
		t.Error("half a page was kept")
	}
}

// S-07: the head is that of the page, and a browser that believes to have the page already gets it
// all the same.
func TestHeadsAndConditions(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	for _, encoding := range []string{"gzip", ""} {
		whole := c.Call("GET", "/", "", "Accept-Encoding", encoding)
		head := c.Call("HEAD", "/", "", "Accept-Encoding", encoding)
		for name, want := range whole.Header {
			if name == "Date" || name == "X-Request-Id" || name == "Content-Security-Policy" {
				continue
			}
			if got := head.Header[name]; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%q: HEAD has %s %v, GET %v", encoding, name, got, want)
			}
		}
		if head.Text != "" || head.ContentLength != int64(len(whole.Text)) || head.Header.Get("Content-Security-Policy") == whole.Header.Get("Content-Security-Policy") {
			t.Errorf("%q: %d %v", encoding, len(head.Text), head.Header)
		}
	}
	for _, condition := range [][]string{{"If-None-Match", `"x"`}, {"If-None-Match", "*"}, {"If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT"}, {"Range", "bytes=0-9"}} {
		got := c.Call("GET", "/", "", condition...)
		if nonceOf(t, got); got.StatusCode != 200 || len(got.Text) < 6000 || got.Header.Get("Etag") != "" {
			t.Errorf("%v: %d, %d bytes, %v", condition, got.StatusCode, len(got.Text), got.Header)
		}
	}
	c.askedTimes(t, 1, "all of it")
}

func TestSharedPagesLeaveCompressed(t *testing.T) { // S-07
	t.Parallel()
	c := newCrowd(t, nil)
	plain := c.Call("GET", "/", "")
	for _, accept := range []string{"gzip", "gzip, deflate, br, zstd"} {
		got := c.Call("GET", "/", "", "Accept-Encoding", accept)
		size := len(got.Text)
		got.Response.Body = io.NopCloser(strings.NewReader(got.Text))
		if got.Text = edgetest.Unpacked(t, got.Response); strings.ReplaceAll(got.Text, nonceOf(t, got), "") != strings.ReplaceAll(plain.Text, nonceOf(t, plain), "") || size > len(plain.Text)/5 {
			t.Errorf("%s: %d bytes of %d", accept, size, len(plain.Text))
		}
		if vary := got.Header["Vary"]; got.Header.Get("Content-Encoding") != "gzip" || len(vary) != 1 || vary[0] != "Accept-Encoding" {
			t.Errorf("%s: %v", accept, got.Header)
		}
	}
	for _, accept := range []string{"", "br", "gzip;q=0"} {
		if got := c.Call("GET", "/", "", "Accept-Encoding", accept); got.Header.Get("Content-Encoding") != "" || len(got.Text) != len(plain.Text) || got.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: %v", accept, got.Header)
		}
	}
}

// S-07: an agent that is written for a device is read as that device.
func TestDevicesAreToldToNext(t *testing.T) {
	t.Parallel()
	for _, a := range []useragent.Agent{{}, {Mobile: true}, {Android: true, Mobile: true}, {App: true}, {App: true, Mobile: true}, {App: true, Android: true, Mobile: true}} {
		if got := useragent.Parse(a.Header()); got != a {
			t.Errorf("%+v is read as %+v", a, got)
		}
	}
}

// S-07: a visitor's data is asked for with no cookie, so no member is signed in on a shared page.
func TestASharedPageAsksForNoMember(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	c.Call("GET", "/", "", "Cookie", "locale=ja")
	sent := c.asked[0]
	signedIn := true
	c.Header = func(ctx context.Context) (*model.AccountHeader, error) {
		signedIn = viewer.Actor(ctx).SignedIn()
		return &model.AccountHeader{}, nil
	}
	got := c.Call("GET", edgetest.HeaderData, "", visit.HeaderContext, sent.Header.Get(visit.HeaderContext), "Cookie", sent.Header.Get("Cookie"))
	if got.StatusCode != 200 || signedIn || got.Header["Set-Cookie"] != nil {
		t.Errorf("%d, signed in %t, %v", got.StatusCode, signedIn, got.Header)
	}
}

// Search engines are told to leave out what is a step of somebody's own: U-40. What a visitor may
// look for, files and pictures are not.
func TestStepsAreNoFinds(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	found := []string{"/", "/plans", "/plans/%E5%B9%B4", "/terms", "/privacy", "/demo/help.html"}
	steps := []string{"/login", "/login?returnTo=%2F", "/signup", "/signup/form", "/plans/%E5%B9%B4/confirm", "/plans/%E5%B9%B4/complete", "/plans/none", "/plans/over", "/mypage", "/nothing"}
	for want, paths := range map[string][]string{"": found, "noindex": steps} {
		for _, path := range paths {
			for _, cookie := range []string{"", "sid=" + edgetest.Token} {
				if got := c.Call("GET", path, "", "Cookie", cookie).Header.Get("X-Robots-Tag"); got != want {
					t.Errorf("%s with %q: X-Robots-Tag %q, want %q", path, cookie, got, want)
				}
			}
		}
	}
}
