package viewer

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/step"
	"kaiin/server/identity/session"
)

// Cookies of a session: sid is the secret, auid only tells pages whose data they hold.
// Those of a browser that has logged in: tdt spares it the second factor, latid the
// alert.
const (
	CookieSession       = "sid"
	CookieAccount       = "auid"
	CookieTrustedDevice = "tdt"
	CookieKnownBrowser  = "latid"
)

// appBrowser is what the name of a cookie begins with that binds what apps ask for to the browser
// that brought it. By the prefix browsers refuse it from other sites of the domain and from plain
// http (RFC 6265bis, 4.1.3.2), so that no other site can plant one beside a request of its own. A
// browser has one of them, or more when several tabs came without one at the same time: each has a
// name of its own, so that none takes the place of another.
func appBrowser(secure bool) string {
	if secure {
		return "__Host-apps"
	}
	return "apps"
}

// mostAppBrowsers is how many of these cookies are read.
const mostAppBrowsers = 8

// AppBrowsers are the values of those cookies.
func AppBrowsers(r *http.Request, secure bool) (values []string) {
	for _, cookie := range r.Cookies() {
		if len(values) == mostAppBrowsers || !isAppBrowser(cookie.Name, appBrowser(secure)) {
			continue
		}
		if value := Token(r, cookie.Name); value != "" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

func isAppBrowser(name, base string) bool {
	return name == base || strings.HasPrefix(name, base+"-")
}

// SetAppBrowser hands the browser such a cookie, or keeps it for as long again.
func SetAppBrowser(ctx context.Context, secure bool, value string, life time.Duration) {
	name := appBrowser(secure) + "-" + value[:min(8, len(value))]
	Of(ctx).SetCookie(&http.Cookie{Name: name, Value: value, HttpOnly: true, MaxAge: int(life.Seconds())})
}

// passkeyBrowser is the name of the cookie that binds the challenges of a login by passkey to the
// browser that asked for them. Its prefix is that of appBrowser, for the same reason.
func passkeyBrowser(secure bool) string {
	if secure {
		return "__Host-passkey"
	}
	return "passkey"
}

// SetPasskeyBrowser hands the browser that cookie, or keeps it for as long again.
func SetPasskeyBrowser(ctx context.Context, value string, life time.Duration) {
	v := Of(ctx)
	v.SetCookie(&http.Cookie{Name: passkeyBrowser(v.Secure), Value: value, HttpOnly: true, MaxAge: int(life.Seconds())})
}

// MayBeMember reports whether a request carries a cookie that says whose its pages are, valid or
// not. tdt, latid and a passkey's count at the login alone.
func MayBeMember(r *http.Request) bool {
	_, session := Cookie(r, CookieSession)
	_, account := Cookie(r, CookieAccount)
	return session || account
}

// CookieErrand names what another app asks for while the browser logs in or signs up for it, by the
// key of the request. The calls of the specification say nothing of that, so an app's member would
// end in My Page.
const CookieErrand = "errand"

// Errand is the request of an app that the browser logs in or signs up for; false for a login or
// sign-up of its own.
func Errand(r *http.Request) (step.Step, bool) {
	key := Token(r, CookieErrand)
	return step.OidcContinue(key), key != ""
}

// longestCookie is more than any value of ours.
const longestCookie = 128

// OwnCookies are those cookies of a request that this package reads for pages, and others of those
// names, as a header has them: at most so many, and none with a value that cannot be ours. A name
// may come twice, which the finder judges.
func OwnCookies(r *http.Request, most int, others ...string) string {
	names := append([]string{CookieSession, CookieAccount, CookieTrustedDevice, CookieKnownBrowser}, others...)
	ours := func(name string) bool {
		return slices.Contains(names, name) || isAppBrowser(name, appBrowser(false)) || isAppBrowser(name, appBrowser(true))
	}
	var own []string
	for _, header := range r.Header["Cookie"] {
		for pair := range strings.SplitSeq(header, ";") {
			pair = strings.TrimSpace(pair)
			name, value, _ := strings.Cut(pair, "=")
			if len(own) < most && len(value) <= longestCookie && ours(name) {
				own = append(own, pair)
			}
		}
	}
	return strings.Join(own, "; ")
}

// SetSession hands the browser a new session token; accountID is zero for a visitor.
func SetSession(ctx context.Context, token string, accountID uuid.UUID) {
	v := Of(ctx)
	v.SetCookie(&http.Cookie{Name: CookieSession, Value: token, HttpOnly: true})
	if accountID == uuid.Nil {
		v.SetCookie(&http.Cookie{Name: CookieAccount, MaxAge: -1})
		return
	}
	v.SetCookie(&http.Cookie{Name: CookieAccount, Value: accountID.String()})
}

// SetSigned hands the browser what a login or a step of a sign-up gave it, which may be nothing.
func SetSigned(ctx context.Context, signed session.Signed) {
	v := Of(ctx)
	if signed.Token != "" {
		SetSession(ctx, signed.Token, signed.AccountID)
	}
	if signed.TrustedDevice != "" {
		v.SetCookie(&http.Cookie{Name: CookieTrustedDevice, Value: signed.TrustedDevice, HttpOnly: true})
	}
	if signed.KnownBrowser != "" {
		v.SetCookie(&http.Cookie{Name: CookieKnownBrowser, Value: signed.KnownBrowser, HttpOnly: true})
	}
}

// ClearBrowser makes the browser forget its session and that anybody ever logged in with it.
func ClearBrowser(ctx context.Context) {
	ClearSession(ctx)
	for _, name := range []string{CookieTrustedDevice, CookieKnownBrowser} {
		Of(ctx).SetCookie(&http.Cookie{Name: name, MaxAge: -1, HttpOnly: true})
	}
}

// ClearSession makes the browser forget its session.
func ClearSession(ctx context.Context) {
	v := Of(ctx)
	v.SetCookie(&http.Cookie{Name: CookieSession, MaxAge: -1, HttpOnly: true})
	v.SetCookie(&http.Cookie{Name: CookieAccount, MaxAge: -1})
}

// ClearTrustedDevice makes the browser forget that a device was trusted.
func ClearTrustedDevice(ctx context.Context) {
	Of(ctx).SetCookie(&http.Cookie{Name: CookieTrustedDevice, MaxAge: -1, HttpOnly: true})
}
