package zapi

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"kaiin/server/fault"
	"kaiin/server/graph"
	"kaiin/server/jsonbody"
)

// Handler answers the table.
type Handler struct {
	graph  *graph.Executor
	routes []*route
}

// New checks the table against the documents. Its error means that the program was built from parts that do not fit.
func New(documents *graph.Executor) (*Handler, error) {
	h := &Handler{graph: documents}
	var problems []error
	for _, r := range table {
		routes, err := compile(r, documents)
		problems = append(problems, err)
		h.routes = append(h.routes, routes...)
	}
	return h, errors.Join(problems...)
}

// Owns reports whether a path is one of the API whatever the method, so that what is not found there is told as JSON.
func Owns(path string) bool {
	segments := split(path)
	return len(segments) > 0 && (segments[0] == "zapi" || segments[len(segments)-1] == "screen-data")
}

// Methods are those the table knows at the path; none when it knows nothing there.
func (h *Handler) Methods(path string) []string {
	var methods []string
	segments := split(path)
	for _, r := range h.routes {
		if _, ok := r.match(segments); ok {
			methods = append(methods, r.method())
		}
	}
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	return methods
}

func (h *Handler) find(method string, segments []string) (*route, map[string]any) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for _, r := range h.routes {
		if r.method() != method {
			continue
		}
		if variables, ok := r.match(segments); ok {
			return r, variables
		}
	}
	return nil, nil
}

// ServeHTTP answers one call for the viewer that the request's context carries, and leaves the path's pattern in r.Pattern
// for the log.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	segments := split(r.URL.Path)
	route, variables := h.find(r.Method, segments)
	if route == nil {
		if methods := h.Methods(r.URL.Path); len(methods) > 0 {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			WriteError(w, r, http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED")
			return
		}
		WriteError(w, r, http.StatusNotFound, fault.CodeNotFound)
		return
	}
	r.Pattern = route.pattern
	variables, err := route.read(w, r, variables)
	if err != nil {
		refuse(w, r, err)
		return
	}
	response := h.graph.Run(r.Context(), route.document, variables)
	if first := elsewhere(response); first != "" && route.page != "" {
		writeJSON(w, http.StatusOK, map[string]string{"redirectTo": andBack(first, pageOf(segments, r.URL.RawQuery))})
		return
	}
	answer(w, r, route, response)
}

// read adds what query and body say to what the path says, and makes the variables of it.
func (t *route) read(w http.ResponseWriter, r *http.Request, said map[string]any) (map[string]any, error) {
	query := r.URL.Query()
	for _, name := range t.queries { // others are the page's own business (C-003)
		if query.Has(name) {
			said[name] = query.Get(name)
		}
	}
	maps.Copy(said, t.fixed)
	if t.hasBody {
		body, err := jsonbody.Read(w, r)
		if err != nil {
			return nil, err
		}
		if t.reshape != nil {
			body = t.reshape(body)
		}
		for name, value := range body {
			if _, twice := said[name]; twice { // the path says it already
				return nil, fault.Invalid("UNKNOWN_FIELD", name)
			}
			said[name] = value
		}
	}
	if t.input {
		said = map[string]any{"input": said}
	}
	maps.Copy(said, t.options)
	return said, nil
}
