package edge

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"kaiin/server/actor"
	"kaiin/server/graph"
	"kaiin/server/session"
	"kaiin/server/store"
	"kaiin/server/viewer"
	"kaiin/server/zapi"
)

const (
	pathGraphQL = "/graphql"
	pathHealth  = "/healthz"
	pathReady   = "/readyz"
	pathClock   = "/internal/sandbox/clock"
	PrefixBank  = "/payment/tds/"
)

// patience is how long an API call may take; the slowest part of one is the card company.
const patience = 60 * time.Second

func (e *Edge) route(w http.ResponseWriter, r *http.Request, v *visit) {
	path := r.URL.Path
	switch {
	case path == pathHealth:
		e.health(w)
	case path == pathReady:
		e.ready(w, r)
	case path == pathClock && e.MoveClock != nil:
		e.moveClock(w, r)
	case path == pathGraphQL:
		e.api(w, r, v, e.Graph, graph.WriteError)
	case zapi.Owns(path) || slices.Contains(e.Shim.Methods(path), r.Method):
		e.api(w, r, v, e.Shim, zapi.WriteError)
	case ownsSocial(path):
		e.social(w, r, v)
	case strings.HasPrefix(path, PrefixBank):
		e.fromBank(w, r, v)
	case strings.HasPrefix(path, staticPrefix) && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		e.static.ServeHTTP(w, r)
	default:
		e.page(w, r, v)
	}
}

// api answers a call of GraphQL or of the shim: who asks is found out, where from is checked, and the clock is set.
func (e *Edge) api(w http.ResponseWriter, r *http.Request, v *visit, next http.Handler, refuse func(http.ResponseWriter, *http.Request, int, string)) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	r = r.WithContext(ctx)
	if !e.ownOrigin(r) {
		refuse(w, e.speaking(r), http.StatusForbidden, "CROSS_ORIGIN")
		return
	}
	who, err := e.viewer(w, r, v)
	if err != nil {
		e.refuseUnknown(w, e.speaking(r), v, err, refuse)
		return
	}
	r = r.WithContext(viewer.With(ctx, who))
	next.ServeHTTP(w, r)
	if r.Pattern != "" {
		v.pattern = r.Pattern
	}
}

// refuseUnknown answers when it could not be found out who asks.
func (e *Edge) refuseUnknown(w http.ResponseWriter, r *http.Request, v *visit, err error, refuse func(http.ResponseWriter, *http.Request, int, string)) {
	if errors.Is(err, context.Canceled) {
		panic(http.ErrAbortHandler)
	}
	e.Log.ErrorContext(r.Context(), "session", "requestId", v.id, "path", v.pattern, "error", err.Error())
	if store.Unreachable(err) || errors.Is(err, context.DeadlineExceeded) {
		refuse(w, r, http.StatusServiceUnavailable, "UNAVAILABLE")
		return
	}
	refuse(w, r, http.StatusInternalServerError, "INTERNAL")
}

// viewer is who asks, by the sid cookie; a token that is none of ours is no session.
func (e *Edge) viewer(w http.ResponseWriter, r *http.Request, v *visit) (*viewer.Viewer, error) {
	jar := e.jar(w)
	who := e.stranger(v)
	who.SetCookie = jar.set
	who.Actor.TrustedDevice = tokenIn(r.Header["Cookie"], viewer.CookieTrustedDevice)
	who.Actor.KnownBrowser = tokenIn(r.Header["Cookie"], viewer.CookieKnownBrowser)
	if token := tokenIn(r.Header["Cookie"], viewer.CookieSession); token != "" {
		row, owner, err := e.Resume(r.Context(), token)
		if err != nil {
			return nil, err
		}
		who.Actor, who.Account = session.Bind(who.Actor, row, owner), owner
	}
	if v.fromPage {
		mendAccountCookie(r, jar, who.Actor)
	}
	return who, nil
}

// mendAccountCookie makes the cookie auid agree with the page that is being made: sessions end without the browser's doing,
// and a page whose cookie says something else would be loaded again.
func mendAccountCookie(r *http.Request, jar *jar, a actor.Actor) {
	told, ok := cookie(r.Header["Cookie"], viewer.CookieAccount)
	switch {
	case a.SignedIn() && told != a.AccountID.String():
		jar.set(&http.Cookie{Name: viewer.CookieAccount, Value: a.AccountID.String()})
	case !a.SignedIn() && ok:
		jar.set(&http.Cookie{Name: viewer.CookieAccount, MaxAge: -1})
	}
}

// stranger is a viewer of whom only the request is known.
func (e *Edge) stranger(v *visit) *viewer.Viewer {
	return &viewer.Viewer{
		Actor:     actor.Actor{Locale: v.locale, IP: v.ip, UserAgent: v.agent},
		RequestID: v.id,
		IsApp:     isApp(v.agent), Android: isAndroid(v.agent), Mobile: isMobile(v.agent),
		SetCookie: func(*http.Cookie) {},
	}
}

// speaking gives a request its language and id before it is known who asks, for what is answered at once.
func (e *Edge) speaking(r *http.Request) *http.Request {
	return r.WithContext(viewer.With(r.Context(), e.stranger(visitOf(r.Context()))))
}
