package zapi

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/viewer"
)

// Handler answers the table, once it is mounted.
type Handler struct {
	graph  *graph.Executor
	routes []*route
	large  chan struct{} // a place for each large call that is being read or answered
}

// New checks the table against the documents. Its error means that the program was built from parts
// that do not fit.
func New(documents *graph.Executor) (*Handler, error) {
	h := &Handler{graph: documents, large: make(chan struct{}, largeAtOnce)}
	var problems []error
	for _, r := range table {
		routes, err := compile(r, documents)
		problems = append(problems, err)
		h.routes = append(h.routes, routes...)
	}
	return h, errors.Join(problems...)
}

// Mount puts every path of the table on the mux. The middleware before a handler has to put a
// viewer into the request's context.
func (h *Handler) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	for _, route := range h.routes {
		pattern, handler := route.method()+" "+route.pattern, before(h.answerer(route))
		mux.Handle(pattern, handler)
		if !Owns(route.pattern) { // see Tidy
			mux.Handle(pattern+"/{$}", handler)
		}
	}
}

// answerer answers the calls of one route, and leaves its pattern in r.Pattern for the log.
func (h *Handler) answerer(route *route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Pattern = route.pattern
		if from := r.Header.Get("Sec-Fetch-Site"); route.acting && from != "" && from != "same-origin" {
			WriteError(w, r, http.StatusForbidden, fault.CrossOrigin)
			return
		}
		said := map[string]any{}
		for _, name := range route.inPath {
			said[name] = r.PathValue(name)
		}
		limit, leave, err := h.room(r, route)
		if err != nil {
			refuse(w, r, err)
			return
		}
		defer leave()
		variables, err := route.read(w, r, said, limit)
		if err != nil {
			refuse(w, r, err)
			return
		}
		response := h.graph.Run(r.Context(), route.document, variables)
		if first := elsewhere(response); first != "" && route.page != "" {
			writeJSON(w, http.StatusOK, map[string]string{"redirectTo": andBack(first, pageOf(r.URL.Path, r.URL.RawQuery))})
			return
		}
		answer(w, r, route, response)
	})
}

// Owns reports whether a path is one of the API whatever the method, so that what is not found
// there is told as JSON.
func Owns(path string) bool {
	path = strings.TrimLeft(path, "/")
	first, _, _ := strings.Cut(path, "/")
	path = strings.TrimRight(path, "/")
	return first == "zapi" || first == "api" || path[strings.LastIndexByte(path, '/')+1:] == "screen-data"
}

// Tidy is the request as the mux has to see it to find a path that this package owns: empty
// segments do not count, so a slash at the end makes no difference (C-005), and a slash may be
// written as %2F.
func Tidy(r *http.Request) *http.Request {
	path := r.URL.Path
	if r.URL.RawPath == "" && !strings.Contains(path, "//") && !strings.HasSuffix(path, "/") {
		return r
	}
	tidy := *r
	tidy.URL = &url.URL{Path: "/" + strings.Join(split(path), "/"), RawQuery: r.URL.RawQuery}
	return &tidy
}

// Unclaimed answers a call of what this package owns by a method that its path has not: 405 with
// those it has, 404 when it has none.
func Unclaimed(methods ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(methods) == 0 {
			WriteError(w, r, http.StatusNotFound, fault.CodeNotFound)
			return
		}
		w.Header().Set("Allow", strings.Join(methods, ", "))
		WriteError(w, r, http.StatusMethodNotAllowed, fault.MethodNotAllowed)
	})
}

// read adds what query and body say to what the path says, and makes the variables of it.
func (t *route) read(w http.ResponseWriter, r *http.Request, said map[string]any, limit int64) (map[string]any, error) {
	query := r.URL.Query()
	for _, name := range t.queries { // others are the page's own business (C-003)
		if query.Has(name) {
			said[variableOf(name)] = query.Get(name)
		}
	}
	maps.Copy(said, t.fixed)
	if t.hasBody {
		body, err := jsonbody.ReadUpTo(w, r, limit)
		if err != nil {
			return nil, err
		}
		if t.reshape != nil {
			body = t.reshape(body)
		}
		for name, value := range body {
			if _, twice := said[name]; twice { // the path says it already
				return nil, fault.Invalid(fault.UnknownField, name)
			}
			said[name] = value
		}
	}
	if errand, ok := viewer.Errand(r); ok && t.resumes && said["returnTo"] == nil {
		said["returnTo"] = paths.Of(errand)
	}
	if t.input {
		said = map[string]any{"input": said}
	}
	maps.Copy(said, t.options)
	return said, nil
}
