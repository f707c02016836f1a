package graph

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/account"
	"kaiin/server/login"
)

// Viewer is who sends a request, as the edge has found out, and how an answer reaches their browser's cookies.
type Viewer struct {
	Actor     account.Actor
	Account   *ent.Account // the actor's, as it stood when the request began: for screens; actions read it anew
	RequestID string
	IsApp     bool
	Android   bool
	Mobile    bool
	// SetCookie adds a cookie to the answer; the edge fills in path, Secure and SameSite.
	SetCookie func(*http.Cookie)
}

type viewerKey struct{}

// WithViewer returns a context that carries the viewer to the resolvers.
func WithViewer(ctx context.Context, v *Viewer) context.Context {
	return context.WithValue(ctx, viewerKey{}, v)
}

// ViewerOf is the viewer that ctx carries, else a visitor of whom nothing is known.
func ViewerOf(ctx context.Context) *Viewer { return viewer(ctx) }

func viewer(ctx context.Context) *Viewer {
	if v, ok := ctx.Value(viewerKey{}).(*Viewer); ok {
		return v
	}
	return &Viewer{Actor: account.Actor{Locale: "ja"}, SetCookie: func(*http.Cookie) {}}
}

func actor(ctx context.Context) account.Actor { return viewer(ctx).Actor }

// ownAccount is the actor's account, for a screen. Fault: not found.
func (r *Resolver) ownAccount(ctx context.Context) (*ent.Account, error) {
	if v := viewer(ctx); v.Account != nil {
		return v.Account, nil
	}
	return r.Account.Find(ctx, actor(ctx).AccountID)
}

// The cookies of a session: sid is the secret, auid only tells pages whose data they hold.
const (
	cookieSession = "sid"
	cookieAccount = "auid"
)

// setSession hands the browser a new session token; accountID is zero for a visitor.
func setSession(ctx context.Context, token string, accountID uuid.UUID) {
	v := viewer(ctx)
	v.SetCookie(&http.Cookie{Name: cookieSession, Value: token, HttpOnly: true})
	if accountID == uuid.Nil {
		v.SetCookie(&http.Cookie{Name: cookieAccount, MaxAge: -1})
		return
	}
	v.SetCookie(&http.Cookie{Name: cookieAccount, Value: accountID.String()})
}

// The cookies of a browser that has logged in: tdt spares it the second factor, latid the alert.
const (
	cookieTrustedDevice = "tdt"
	cookieKnownBrowser  = "latid"
)

// SetSigned hands the browser what a login gave it. Before the second factor that is nothing.
func SetSigned(ctx context.Context, signed login.Signed) {
	v := viewer(ctx)
	if signed.Token != "" {
		setSession(ctx, signed.Token, signed.AccountID)
	}
	if signed.TrustedDevice != "" {
		v.SetCookie(&http.Cookie{Name: cookieTrustedDevice, Value: signed.TrustedDevice, HttpOnly: true})
	}
	if signed.KnownBrowser != "" {
		v.SetCookie(&http.Cookie{Name: cookieKnownBrowser, Value: signed.KnownBrowser, HttpOnly: true})
	}
}

// clearBrowser makes the browser forget its session and that anybody ever logged in with it.
func clearBrowser(ctx context.Context) {
	clearSession(ctx)
	for _, name := range []string{cookieTrustedDevice, cookieKnownBrowser} {
		viewer(ctx).SetCookie(&http.Cookie{Name: name, MaxAge: -1, HttpOnly: true})
	}
}

// clearSession makes the browser forget its session.
func clearSession(ctx context.Context) {
	v := viewer(ctx)
	v.SetCookie(&http.Cookie{Name: cookieSession, MaxAge: -1, HttpOnly: true})
	v.SetCookie(&http.Cookie{Name: cookieAccount, MaxAge: -1})
}

// clearTrustedDevice makes the browser forget that a device was trusted.
func clearTrustedDevice(ctx context.Context) {
	viewer(ctx).SetCookie(&http.Cookie{Name: cookieTrustedDevice, MaxAge: -1, HttpOnly: true})
}
