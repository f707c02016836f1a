package guard

import (
	"context"
	"net/http"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Patience is the usual time that a call may take; the slowest part of one is the card company.
const Patience = 60 * time.Second

// Refusal writes an error in the form of a transport, such as the error object of GraphQL.
type Refusal = func(w http.ResponseWriter, r *http.Request, status int, code fault.Code)

// Call prepares a call of GraphQL or of the shim: the clock is set, the origin is checked and the
// caller is identified.
func (g *Guard) Call(refuse Refusal) Middleware {
	own := g.OwnOrigin(refuse)
	known := g.Known(func(w http.ResponseWriter, r *http.Request, err error) {
		g.refuseUnknown(w, visit.AsStranger(r), err, refuse)
	})
	return func(next http.Handler) http.Handler { return Chain(next, Private, g.WithPatience, own, known) }
}

// Private keeps an answer out of caches and other sites.
func Private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// WithPatience ends the work for a call when its time (Patience) is up.
func (g *Guard) WithPatience(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), g.Patience)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// OnlyOnce wraps addresses with one-time keys, codes and states in them: no cache keeps the answer
// and no other site learns the address.
func OnlyOnce(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// Known finds out who asks and puts the viewer into the context; failed answers where that cannot
// be found out. What the handler leaves in r.Pattern is the path in the log.
func (g *Guard) Known(failed func(http.ResponseWriter, *http.Request, error)) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			v := visit.Of(r.Context())
			who := v.Stranger()
			who.Actor.Abroad = g.IsAbroad(r)
			if err := g.Viewers.Find(w, r, who); err != nil {
				failed(w, r, err)
				return
			}
			if v.FromPage {
				viewer.MendAccountCookie(r, who)
			}
			if viewer.AreTwo(r, viewer.CookieSession) {
				g.reportPlanted(r)
			}
			r = r.WithContext(viewer.With(r.Context(), who))
			r.Pattern = ""
			next.ServeHTTP(w, r)
			if r.Pattern != "" {
				v.Pattern = r.Pattern
			}
		})
	}
}

// reportPlanted logs that a request came with two different session cookies. Neither counts. Their
// values stay out of the log.
func (g *Guard) reportPlanted(r *http.Request) {
	if times, tell := g.planted.Note(visit.Now()); tell {
		v := visit.Of(r.Context())
		g.Log.WarnContext(r.Context(), "two different session cookies came along and another site has planted one of them: neither counts", "alarm", logs.SessionPlanted,
			"path", v.Pattern, "times", times)
	}
}

// refuseUnknown answers when it could not be found out who asks.
func (g *Guard) refuseUnknown(w http.ResponseWriter, r *http.Request, err error, refuse Refusal) {
	status := g.Failed(r, "session", err)
	refuse(w, r, status, CodeOf(status))
}
