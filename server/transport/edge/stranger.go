package edge

import (
	"net/http"

	"kaiin/server/base/actor"
	"kaiin/server/base/useragent"
	"kaiin/server/transport/viewer"
)

// stranger is a viewer of whom only the request is known.
func (e *Edge) stranger(v *visit) *viewer.Viewer {
	agent := useragent.Parse(v.agent)
	return &viewer.Viewer{
		Actor:     actor.Actor{Locale: v.locale, IP: v.ip, Behind: v.behind, UserAgent: v.agent, CrossSite: v.crossSite},
		RequestID: v.id,
		IsApp:     agent.App, Android: agent.Android, Mobile: agent.Mobile,
		SetCookie: func(*http.Cookie) {},
	}
}

// speaking gives a request its language and id before it is known who asks, for what is answered at once.
func (e *Edge) speaking(r *http.Request) *http.Request {
	return r.WithContext(viewer.With(r.Context(), e.stranger(visitOf(r.Context()))))
}

// speak wraps what is answered without knowing the caller.
func (e *Edge) speak(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, e.speaking(r)) })
}
