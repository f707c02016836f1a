package viewer

import (
	"context"
	"net/http"

	"kaiin/ent"
	"kaiin/server/base/actor"
)

// Viewer is who sends a request, and how an answer reaches their browser's cookies.
type Viewer struct {
	Actor     actor.Actor
	Account   *ent.Account // the actor's, as it stood when the request began: for screens; actions read it anew
	RequestID string
	IsApp     bool
	Android   bool
	Mobile    bool
	Secure    bool // the site is on https
	// SetCookie adds a cookie to the answer; the jar fills in path, Secure and SameSite.
	SetCookie func(*http.Cookie)
}

type key struct{}

// With returns a context that carries the viewer.
func With(ctx context.Context, v *Viewer) context.Context { return context.WithValue(ctx, key{}, v) }

// Of is the viewer that ctx carries, else a visitor of whom nothing is known.
func Of(ctx context.Context) *Viewer {
	if v, ok := ctx.Value(key{}).(*Viewer); ok {
		return v
	}
	return &Viewer{Actor: actor.Actor{Locale: "ja"}, SetCookie: func(*http.Cookie) {}}
}

// Actor is the actor of the viewer that ctx carries.
func Actor(ctx context.Context) actor.Actor { return Of(ctx).Actor }
