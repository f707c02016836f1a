package viewer

import (
	"context"
	"net/http"

	"kaiin/ent"
	"kaiin/server/identity/session"
)

// Finder finds out who sends a request by its cookies.
type Finder struct {
	Secure bool // the site is on https
	// Resume is the session of a sid cookie and its account; nil for a token that is not, or no
	// longer, one.
	Resume func(ctx context.Context, token string) (*ent.Session, *ent.Account, error)
}

// Find completes v, of whom only the request is known, by the cookies of the request, and gives it
// the jar of the answer. A token that is none of ours is no session.
func (f *Finder) Find(w http.ResponseWriter, r *http.Request, v *Viewer) error {
	v.SetCookie, v.Secure = NewJar(w, f.Secure).Set, f.Secure
	v.Actor.TrustedDevice = Token(r, CookieTrustedDevice)
	v.Actor.KnownBrowser = Token(r, CookieKnownBrowser)
	v.Actor.AppBrowsers = AppBrowsers(r, f.Secure)
	v.Actor.PasskeyBrowser = Token(r, passkeyBrowser(f.Secure))
	token := Token(r, CookieSession)
	if token == "" {
		return nil
	}
	row, owner, err := f.Resume(r.Context(), token)
	if err != nil || row == nil {
		return err
	}
	v.Actor, v.Account = session.Bind(v.Actor, row, owner), owner
	return nil
}

// MendAccountCookie makes the cookie auid agree with the page that is being made: sessions end
// without the browser's doing, and a page whose cookie says something else would be loaded
// again.
func MendAccountCookie(r *http.Request, v *Viewer) {
	told, ok := Cookie(r, CookieAccount)
	switch a := v.Actor; {
	case a.SignedIn() && told != a.AccountID.String():
		v.SetCookie(&http.Cookie{Name: CookieAccount, Value: a.AccountID.String()})
	case !a.SignedIn() && ok:
		v.SetCookie(&http.Cookie{Name: CookieAccount, MaxAge: -1})
	}
}
