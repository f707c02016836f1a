package viewer

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

const mine, planted = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG", "planted-planted-planted-planted-planted-pla"

// Whatever is in the headers, what comes out can be one of our tokens, and nothing hides it but a
// second one.
func FuzzSessionToken(f *testing.F) {
	for _, seed := range []string{"", "sid=", "sid=" + mine, `a="b;c"; sid=x`, "sid=" + mine + "; sid=x", ";;;===", "\x00sid=\xff", "sid=" + planted} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"] = []string{header}
		other := Token(r, CookieSession)
		if other != "" && (len(other) != 43 || strings.ContainsFunc(other, notBase64)) {
			t.Fatalf("%q gave %q", header, other)
		}
		r.Header["Cookie"] = []string{"sid=" + mine, header}
		switch got := Token(r, CookieSession); {
		case got == "" && strings.Count(header, "sid=") > 0: // another token, or several
		case got != mine:
			t.Fatalf("%q gave %q", header, got)
		}
	})
}

// A session cookie that was planted beside the visitor's own is not taken for it, wherever it is
// (D-08).
func TestTwoDifferentTokensAreNone(t *testing.T) {
	for _, c := range []struct {
		name    string
		headers []string
		want    string
	}{
		{"one", []string{"a=b; sid=" + mine}, mine},
		{"twice the same", []string{"sid=" + mine + "; sid=" + mine}, mine},
		{"planted after it", []string{"sid=" + mine + "; sid=" + planted}, ""},
		{"planted before it", []string{"sid=" + planted + "; sid=" + mine}, ""},
		{"in two headers", []string{"sid=" + planted, `sid="` + mine + `"`}, ""},
		{"three", []string{"sid=" + mine + "; sid=" + planted + "; sid=" + mine}, ""},
		{"another application's", []string{"sid=1234; sid=" + mine + "; sid="}, mine},
		{"none", []string{"sida=" + mine}, ""},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"] = c.headers
		if got := Token(r, CookieSession); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// a browser may have several cookies that bind what apps ask for to it; of one name only one
// counts, and no more than a few are read.
func TestTheCookiesOfWhatAppsAskFor(t *testing.T) {
	other := strings.ToUpper(mine[:9]) + mine[9:]
	for header, want := range map[string]string{
		"": "", "apps=" + mine: mine, "apps-abcdefgh=" + mine: mine, "apps-abcdefgh=" + mine + "; apps-ABCDEFGH=" + other: mine + "." + other,
		"apps=" + mine + "; apps-abcdefgh=" + mine: mine, "apps-a=" + mine + "; apps-a=" + other: "", "appsa=" + mine: "", "apps-a=short": "",
		"__Host-apps-a=" + mine: "",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"] = []string{header}
		if got := strings.Join(AppBrowsers(r, false), "."); got != want {
			t.Errorf("%q: %q", header, got)
		}
		if got := OwnCookies(r, 9); want != "" && got != header {
			t.Errorf("%q: %q is handed on", header, got)
		}
	}
	r := httptest.NewRequest("GET", "/", nil)
	for i := range 20 {
		r.AddCookie(&http.Cookie{Name: "apps-" + strconv.Itoa(i), Value: mine[:41] + strconv.Itoa(10+i)})
	}
	if got := len(AppBrowsers(r, false)); got != mostAppBrowsers {
		t.Errorf("%d are read", got)
	}
}

// The cookie of a passkey's challenge is the one of this site alone where the site is on https, and
// ends with the challenge.
func TestTheCookieOfAPasskeysChallenge(t *testing.T) {
	for _, c := range []struct {
		secure       bool
		header, want string
	}{
		{true, "__Host-passkey=" + mine, mine}, {true, "passkey=" + planted, ""}, {true, "passkey=" + planted + "; __Host-passkey=" + mine, mine},
		{false, "passkey=" + mine, mine}, {false, "passkey=short", ""}, {false, "", ""},
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Header["Cookie"] = []string{c.header}
		v := &Viewer{}
		if err := (&Finder{Secure: c.secure}).Find(w, r, v); err != nil || v.Actor.PasskeyBrowser != c.want {
			t.Errorf("%v, %q: %q, %v", c.secure, c.header, v.Actor.PasskeyBrowser, err)
		}
		SetPasskeyBrowser(With(t.Context(), v), mine, 5*time.Minute)
		set := w.Result().Cookies()
		if len(set) != 1 || set[0].Name != passkeyBrowser(c.secure) || set[0].Value != mine || set[0].MaxAge != 300 || !set[0].HttpOnly ||
			set[0].Secure != c.secure || set[0].Path != "/" || set[0].Domain != "" || set[0].SameSite != http.SameSiteLaxMode {
			t.Errorf("%v: %v", c.secure, w.Header()["Set-Cookie"])
		}
	}
}
