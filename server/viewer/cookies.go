package viewer

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"kaiin/server/session"
)

// Cookies of a session: sid is the secret, auid only tells pages whose data they hold. Those of a browser that has
// logged in: tdt spares it the second factor, latid the alert.
const (
	CookieSession       = "sid"
	CookieAccount       = "auid"
	CookieTrustedDevice = "tdt"
	CookieKnownBrowser  = "latid"
)

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
