package endpoints

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/login"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
)

// Social is the way to an external provider and back. Package login sees to what is true;
// here are the addresses, the cookie that binds a visit to this browser, and where a browser goes
// from there.
type Social struct {
	Site

	// Leave begins a visit to an external provider, Return ends it.
	Leave  func(ctx context.Context, a actor.Actor, in login.ExternalStart) (login.Left, error)
	Return func(ctx context.Context, a actor.Actor, in login.ExternalAnswer) (login.Entered, error)
}

const pathSocialError = "/social/relate/error"

// visitCookie is the name of the cookie that binds the visit of a state to the browser that began
// it. Each visit has its own, so that several tabs do not disturb each other, and no visit takes
// over what somebody has put into the browser before. By the prefix browsers refuse it from other
// sites of the domain and from plain http (RFC 6265bis, 4.1.3.2); without https, which only a
// development machine does, they would refuse it altogether.
func (s *Social) visitCookie(state string) string {
	name := "external-" + base64.RawURLEncoding.EncodeToString(secret.HashToken(state))[:8]
	if s.Config.Secure() {
		return "__Host-" + name
	}
	return name
}

// setVisit gives the browser the cookie of a visit, or takes it away where value is "". It has to
// come along with a post from the provider's site, so it is SameSite=None.
func (s *Social) setVisit(w http.ResponseWriter, state, value string) {
	cookie := &http.Cookie{Name: s.visitCookie(state), Value: value, HttpOnly: true, MaxAge: int(login.ExternalTime.Seconds())}
	if value == "" {
		cookie.MaxAge = -1
	}
	viewer.NewJar(w, s.Config.Secure()).SetCrossSite(cookie)
}

// maxCallback is more than any provider posts.
const maxCallback = 64 << 10

// Mount puts the addresses on the mux. Providers come back by GET or, with a form, by POST from
// their own site.
func (s *Social) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	known := s.Guard.Known(s.fail)
	only := func(method string, next http.HandlerFunc) http.Handler {
		return before(s.Pages.Only(known(next).ServeHTTP, method))
	}
	mux.Handle("/auth", before(http.RedirectHandler("/login", http.StatusFound)))
	mux.Handle("/auth/authorize", only(http.MethodGet, s.toProvider))
	mux.Handle(paths.CallbackForm, only(http.MethodPost, s.fromProvider))
	mux.Handle("/auth/", only(http.MethodGet, s.fromProvider))
}

// toProvider sends the browser to a provider. Only a page of this site, or somebody's own hand, may
// begin it: another site, or an image in a page, may not.
func (s *Social) toProvider(w http.ResponseWriter, r *http.Request) {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		s.Pages.Fail(w, r, http.StatusForbidden)
		return
	}
	if dest := r.Header.Get("Sec-Fetch-Dest"); dest != "" && dest != "document" {
		s.Pages.Fail(w, r, http.StatusForbidden)
		return
	}
	query := r.URL.Query()
	left, err := s.Leave(r.Context(), viewer.Actor(r.Context()), login.ExternalStart{
		Type: query.Get("userIdentifierType"), Action: query.Get("socialActionType"), ReturnTo: query.Get("returnTo"),
	})
	if f, ok := fault.As(err); ok && !f.First.None() { // to log in, or prove it once more, and back to where the button is
		http.Redirect(w, r, paths.Of(f.First)+"?returnTo="+url.QueryEscape("/mypage"), http.StatusFound)
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.setVisit(w, left.State, left.Browser)
	w.Header().Set("Location", left.URL)
	w.WriteHeader(http.StatusFound)
}

// fromProvider takes the browser back.
func (s *Social) fromProvider(w http.ResponseWriter, r *http.Request) {
	answer := r.URL.Query()
	if r.Method == http.MethodPost {
		r.Body = http.MaxBytesReader(w, r.Body, maxCallback)
		if err := r.ParseForm(); err != nil {
			s.Pages.Fail(w, r, http.StatusBadRequest)
			return
		}
		answer = r.PostForm
	}
	state := answer.Get("state")
	browser := viewer.Token(r, s.visitCookie(state))
	if browser != "" {
		s.setVisit(w, state, "")
	}
	entered, err := s.Return(r.Context(), viewer.Actor(r.Context()), login.ExternalAnswer{
		State: state, Code: answer.Get("code"), Error: answer.Get("error"), Browser: browser,
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	viewer.SetSigned(r.Context(), entered.Signed)
	w.Header().Set("Location", paths.Of(entered.Next))
	w.WriteHeader(http.StatusSeeOther)
}

// fail shows what went wrong on the page for it; a fault of the server is an error page.
func (s *Social) fail(w http.ResponseWriter, r *http.Request, err error) {
	f, ok := fault.As(err)
	switch {
	case store.FailureOf(r.Context(), err) == store.Abandoned:
		panic(http.ErrAbortHandler)
	case ok && !f.RestartAt.None():
		http.Redirect(w, r, paths.Of(f.RestartAt), http.StatusSeeOther)
	case ok && f.Code == fault.ProfileForbidden: // as My Page, where linking begins, says
		http.Redirect(w, r, paths.Of(step.MyPage), http.StatusSeeOther)
	case ok && (f.Kind == fault.KindNotFound || f.Kind == fault.KindThrottled):
		s.Pages.Fail(w, r, f.Status())
	case ok && f.Kind != fault.KindUnavailable:
		if cause := f.Unwrap(); cause != nil {
			s.Log.WarnContext(r.Context(), "external sign-in refused", "code", f.Code, "error", cause.Error())
		}
		http.Redirect(w, r, pathSocialError+"?code="+url.QueryEscape(string(f.Code)), http.StatusSeeOther)
	default:
		s.Pages.Fail(w, r, s.Guard.Failed(r, "external sign-in", err))
	}
}
