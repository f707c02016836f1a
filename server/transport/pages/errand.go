package pages

import (
	"net/http"
	"net/url"

	"kaiin/server/base/step"
	"kaiin/server/oidc"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
)

// keepErrand remembers in a cookie which request of an app a login or a sign-up is for, as the page
// that the app's browser is led to has it in its address. The page for members' own logins and
// sign-ups, and one without a request, end that.
func (p *Pages) keepErrand(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case paths.Of(step.Login.For(step.RelyingParty)), paths.Of(step.OidcSignup), paths.Of(step.Login), paths.Of(step.SignupStart):
	default:
		return
	}
	cookie := &http.Cookie{Name: viewer.CookieErrand, MaxAge: -1, HttpOnly: true}
	key := requestOf(r.URL.Query().Get("returnTo"))
	if key != "" && r.URL.Path != paths.Of(step.Login) && r.URL.Path != paths.Of(step.SignupStart) {
		cookie.Value, cookie.MaxAge = key, int(oidc.RequestLife.Seconds())
	} else if _, has := viewer.Cookie(r, viewer.CookieErrand); !has {
		return
	}
	viewer.NewJar(w, p.Config.Secure()).Set(cookie)
}

// requestOf is the key of the request to which an address of this site leads back; "" for any other
// address.
func requestOf(returnTo string) string {
	u, err := url.Parse(returnTo)
	if err != nil {
		return ""
	}
	if key := u.Query().Get("request"); returnTo == paths.Of(step.OidcContinue(key)) {
		return key
	}
	return ""
}
