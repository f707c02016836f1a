package edge

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"kaiin/server/fault"
	"kaiin/server/login"
	"kaiin/server/paths"
	"kaiin/server/store"
	"kaiin/server/viewer"
)

// The way to an external provider and back. Package login sees to what is true; here are the addresses, the cookie that binds
// a visit to this browser, and where a browser goes from there.
const (
	pathAuth         = "/auth"
	pathAuthorize    = "/auth/authorize"
	PathCallback     = "/auth/callback"
	PathCallbackForm = "/auth/callback/form"
	pathSocialError  = "/social/relate/error"
)

// cookieExternal binds a visit to a provider to the browser that began it. It has to come along with a post from the
// provider's site, hence SameSite=None; over plain http, which only a development machine uses, browsers take no such cookie.
const (
	cookieExternal     = "external"
	cookieExternalLife = 60 * 60
)

// maxCallback is more than any provider posts.
const maxCallback = 64 << 10

func (e *Edge) social(w http.ResponseWriter, r *http.Request, v *visit) {
	v.pattern = r.URL.Path
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // codes and states are in the address
	if r.URL.Path == pathAuth {
		http.Redirect(w, r, "/login", http.StatusFound)
		return
	}
	allowed := http.MethodGet
	if r.URL.Path == PathCallbackForm {
		allowed = http.MethodPost
	}
	if r.Method != allowed {
		w.Header().Set("Allow", allowed)
		e.failPage(w, r, http.StatusMethodNotAllowed)
		return
	}
	who, err := e.viewer(w, r, v)
	if err != nil {
		e.failSocial(w, r, v, err)
		return
	}
	r = r.WithContext(viewer.With(r.Context(), who))
	if r.URL.Path == pathAuthorize {
		e.toProvider(w, r, v, who)
		return
	}
	e.fromProvider(w, r, v, who)
}

// toProvider sends the browser to a provider. Only a page of this site, or somebody's own hand, may begin it: another site, or
// an image in a page, may not.
func (e *Edge) toProvider(w http.ResponseWriter, r *http.Request, v *visit, who *viewer.Viewer) {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		e.failPage(w, r, http.StatusForbidden)
		return
	}
	if dest := r.Header.Get("Sec-Fetch-Dest"); dest != "" && dest != "document" {
		e.failPage(w, r, http.StatusForbidden)
		return
	}
	query := r.URL.Query()
	left, err := e.LeaveForProvider(r.Context(), who.Actor, login.ExternalStart{
		Type: query.Get("userIdentifierType"), Action: query.Get("socialActionType"), ReturnTo: query.Get("returnTo"),
		Browser: tokenIn(r.Header["Cookie"], cookieExternal),
	})
	if f, ok := fault.As(err); ok && !f.First.None() { // to log in, or prove it once more, and back to where the button is
		http.Redirect(w, r, paths.Of(f.First)+"?returnTo="+url.QueryEscape("/mypage"), http.StatusFound)
		return
	}
	if err != nil {
		e.failSocial(w, r, v, err)
		return
	}
	e.jar(w).setCrossSite(&http.Cookie{Name: cookieExternal, Value: left.Browser, HttpOnly: true, MaxAge: cookieExternalLife})
	w.Header().Set("Location", left.URL)
	w.WriteHeader(http.StatusFound)
}

// fromProvider takes the browser back.
func (e *Edge) fromProvider(w http.ResponseWriter, r *http.Request, v *visit, who *viewer.Viewer) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	answer := r.URL.Query()
	if r.Method == http.MethodPost {
		r.Body = http.MaxBytesReader(w, r.Body, maxCallback)
		if err := r.ParseForm(); err != nil {
			e.failPage(w, r, http.StatusBadRequest)
			return
		}
		answer = r.PostForm
	}
	entered, err := e.ReturnFromProvider(ctx, who.Actor, login.ExternalAnswer{
		State: answer.Get("state"), Code: answer.Get("code"), Error: answer.Get("error"),
		Browser: tokenIn(r.Header["Cookie"], cookieExternal),
	})
	if err != nil {
		e.failSocial(w, r, v, err)
		return
	}
	viewer.SetSigned(ctx, entered.Signed)
	w.Header().Set("Location", paths.Of(entered.Next))
	w.WriteHeader(http.StatusSeeOther)
}

// failSocial shows what went wrong on the page for it; what is nobody's fault is an error page.
func (e *Edge) failSocial(w http.ResponseWriter, r *http.Request, v *visit, err error) {
	f, ok := fault.As(err)
	switch {
	case ok && !f.RestartAt.None():
		http.Redirect(w, r, paths.Of(f.RestartAt), http.StatusSeeOther)
	case ok && (f.Kind == fault.KindNotFound || f.Kind == fault.KindThrottled):
		e.failPage(w, r, f.Status())
	case ok && f.Kind != fault.KindUnavailable:
		if cause := f.Unwrap(); cause != nil {
			e.Log.WarnContext(r.Context(), "external sign-in refused", "requestId", v.id, "code", f.Code, "error", cause.Error())
		}
		http.Redirect(w, r, pathSocialError+"?code="+url.QueryEscape(f.Code), http.StatusSeeOther)
	default:
		e.Log.ErrorContext(r.Context(), "external sign-in", "requestId", v.id, "error", err.Error())
		status := http.StatusInternalServerError
		if ok || store.Unreachable(err) {
			status = http.StatusServiceUnavailable
		}
		e.failPage(w, r, status)
	}
}

func ownsSocial(path string) bool { return path == pathAuth || strings.HasPrefix(path, pathAuth+"/") }
