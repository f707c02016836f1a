package edge

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kaiin/server/base/telemetry"
	"kaiin/server/transport/visit"
)

// begin begins the span of a request. Only a call that a page makes goes on with a trace, that of
// the request for the page: what anyone else says of traces counts for nothing.
func begin(r *http.Request, v *visit.Visit) (context.Context, telemetry.Span) {
	if v.FromPage {
		return telemetry.Within(telemetry.Continue(r.Context(), r.Header.Get(telemetry.HeaderTraceparent)), telemetry.Server, "request")
	}
	return telemetry.Begin(r.Context(), telemetry.Server, "request")
}

// measure tells of a request when it was answered.
func (e *Edge) measure(w *recorder, r *http.Request, v *visit.Visit, span telemetry.Span) {
	if !telemetry.Measuring() && !telemetry.Recording(r.Context()) {
		return
	}
	if v.Route == "" {
		v.Route = elsewhere
	}
	method := knownMethod(r.Method)
	if w.status == http.StatusNotFound || w.status == http.StatusMethodNotAllowed {
		method, v.Route = elsewhere, elsewhere // anyone can ask every route with every method
	}
	telemetry.Requests.Record(r.Context(), visit.Now().Sub(v.Began).Seconds(), method, v.Route, strconv.Itoa(w.status))
	span.Name(method + " " + v.Route)
	span.Set("http.request.method", method)
	span.Set("http.route", v.Route)
	span.SetInt("http.response.status_code", w.status)
	if w.status >= http.StatusInternalServerError {
		span.Fail(strconv.Itoa(w.status))
	}
	span.End(nil)
}

// knownMethod is a method of HTTP, and the word of the conventions for what a caller has made up.
func knownMethod(method string) string {
	if slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}, method) {
		return method
	}
	return "_OTHER"
}

// elsewhere is the route of what no route is for, and the method with which it was asked for.
const elsewhere = "other"

// noteRoute keeps the route of a request for metrics and traces. A page has the pattern of its
// screen-data; what a caller has made up has none.
func (e *Edge) noteRoute(r *http.Request, pattern string) {
	if !telemetry.Measuring() && !telemetry.Recording(r.Context()) {
		return
	}
	if pattern == pagePattern {
		pattern = e.pageRoute(r)
	}
	if _, path, found := strings.Cut(pattern, " "); found {
		pattern = path
	}
	visit.Of(r.Context()).Route = strings.TrimSuffix(pattern, "/{$}")
}

// nextData is where browsers ask Next for the data of a page.
const nextData = "/_next/data/"

func (e *Edge) pageRoute(r *http.Request) string {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, nextData):
		return nextData
	case !isClean(path):
		return elsewhere
	}
	asked, at := *r, *r.URL
	at.Path, at.RawPath = strings.TrimSuffix(path, "/")+screenData, ""
	asked.Method, asked.URL = http.MethodGet, &at
	_, pattern := e.mux.Handler(&asked)
	pattern, found := strings.CutSuffix(pattern, screenData)
	switch {
	case !found:
		return elsewhere
	case pattern == "GET ":
		return "/"
	}
	return pattern
}

const screenData = "/screen-data"
