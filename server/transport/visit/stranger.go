package visit

import (
	"net/http"

	"kaiin/server/base/actor"
	"kaiin/server/base/useragent"
	"kaiin/server/transport/viewer"
)

// Stranger is a viewer of whom only the request is known.
func (v *Visit) Stranger() *viewer.Viewer {
	agent := useragent.Parse(v.Agent)
	return &viewer.Viewer{
		Actor:     actor.Actor{Locale: v.Locale, IP: v.IP, Behind: v.Behind, UserAgent: v.Agent, CrossSite: v.CrossSite},
		RequestID: v.ID,
		IsApp:     agent.App, Android: agent.Android, Mobile: agent.Mobile,
		SetCookie: func(*http.Cookie) {},
	}
}

// AsStranger is the request of a viewer of whom nothing more is known. What is answered before
// anyone has found out who asks has its language and id from it.
func AsStranger(r *http.Request) *http.Request {
	return r.WithContext(viewer.With(r.Context(), Of(r.Context()).Stranger()))
}

// ForStrangers wraps what is answered without knowing the caller.
func ForStrangers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, AsStranger(r)) })
}
