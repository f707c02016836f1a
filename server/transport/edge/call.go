package edge

import (
	"context"
	"net/http"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/transport/viewer"
)

// patience is how long an API call may take; the slowest part of one is the card company.
const patience = 60 * time.Second

// refusal writes an error in the form of a transport.
type refusal = func(w http.ResponseWriter, r *http.Request, status int, code fault.Code)

// call prepares a call of GraphQL or of the shim: the clock is set, the origin is checked and the
// caller is identified.
func (e *Edge) call(refuse refusal) middleware {
	own := e.ownOrigin(refuse)
	known := e.viewer(func(w http.ResponseWriter, r *http.Request, err error) {
		e.refuseUnknown(w, e.speaking(r), err, refuse)
	})
	return func(next http.Handler) http.Handler { return chain(next, private, e.withPatience, own, known) }
}

// private keeps an answer out of caches and other sites.
func private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// withPatience ends the work for a call when its time is up.
func (e *Edge) withPatience(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), e.patience)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// onlyOnce wraps addresses with one-time keys, codes and states in them: no cache keeps the answer
// and no other site learns the address.
func onlyOnce(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// viewer finds out who asks. What the handler leaves in r.Pattern is the path in the log.
func (e *Edge) viewer(failed func(http.ResponseWriter, *http.Request, error)) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			v := visitOf(r.Context())
			who := e.stranger(v)
			who.Actor.Abroad = e.isAbroad(r)
			if err := e.Viewers.Find(w, r, who); err != nil {
				failed(w, r, err)
				return
			}
			if v.fromPage {
				viewer.MendAccountCookie(r, who)
			}
			if viewer.AreTwo(r, viewer.CookieSession) {
				e.reportPlanted(r)
			}
			r = r.WithContext(viewer.With(r.Context(), who))
			r.Pattern = ""
			next.ServeHTTP(w, r)
			if r.Pattern != "" {
				v.pattern = r.Pattern
			}
		})
	}
}

// reportPlanted logs that a request came with two different session cookies. Neither counts. Their
// values stay out of the log.
func (e *Edge) reportPlanted(r *http.Request) {
	if times, tell := e.planted.note(e.system.Now()); tell {
		v := visitOf(r.Context())
		e.Log.WarnContext(r.Context(), "two different session cookies came along and another site has planted one of them: neither counts",
			"requestId", v.id, "path", v.pattern, "times", times)
	}
}

// refuseUnknown answers when it could not be found out who asks.
func (e *Edge) refuseUnknown(w http.ResponseWriter, r *http.Request, err error, refuse refusal) {
	status := e.failed(r, "session", err)
	refuse(w, r, status, codeOf(status))
}
