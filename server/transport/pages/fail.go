package pages

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kaiin/server/base/fault"
	"kaiin/server/transport/visit"
)

// Fail shows the site's error page of the status (E-097), which Next renders with the store's look.
func (p *Pages) Fail(w http.ResponseWriter, r *http.Request, status int) {
	v := visit.Of(r.Context())
	asked := r.Clone(v.Connection) // there is time for the page though the time for the call may be up
	asked.Method, asked.Body, asked.ContentLength = http.MethodGet, http.NoBody, 0
	asked.URL = &url.URL{Path: "/errors/" + strconv.Itoa(status)}
	for _, name := range []string{"Content-Type", "Content-Length", "Range", "If-None-Match", "If-Modified-Since"} {
		asked.Header.Del(name)
	}
	w.Header().Set("Content-Security-Policy", p.pagePolicy(r, v.Nonce, p.Guard.SettingsOrNil(r.Context())))
	p.next.ServeHTTP(&statusWriter{ResponseWriter: w, status: status}, asked)
}

// statusWriter keeps the status that was decided here, whatever the error page itself is answered
// with, unless that fails.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if status >= 200 {
		status = w.status
		sayWhen(w.Header(), status)
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// sayWhen says when to come back to a page that is not to be had for a while.
func sayWhen(h http.Header, status int) {
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", strconv.Itoa(int(fault.RetrySoon.Seconds())))
	}
}

// Only answers 405 to every method that is not named, with the page for it. A GET in a pattern
// stands for HEAD too, but what only once can be asked for must not be spent by a program that
// looks ahead.
func (p *Pages) Only(next http.HandlerFunc, methods ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, method := range methods {
			if r.Method == method {
				next(w, r)
				return
			}
		}
		w.Header().Set("Allow", strings.Join(methods, ", "))
		p.Fail(w, r, http.StatusMethodNotAllowed)
	})
}
