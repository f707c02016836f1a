package zapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"kaiin/server/graph"
)

// route is a row at one of its paths.
type route struct {
	row
	pattern string
	inPath  []string // the names of the variables in the path
}

func variable(segment string) (string, bool) {
	if !strings.HasPrefix(segment, "{") {
		return "", false
	}
	return segment[1 : len(segment)-1], true
}

// compile checks a row against its document and lists its routes.
func compile(r row, documents *graph.Executor) ([]*route, error) {
	d, ok := documents.Describe(r.document)
	if !ok {
		return nil, fmt.Errorf("%s: there is no document %s", r.path, r.document)
	}
	if d.Mutation != (r.method() != http.MethodGet) {
		return nil, fmt.Errorf("%s: %s does not fit the method %s", r.path, r.document, r.method())
	}
	asked := slices.DeleteFunc(slices.Clone(d.Fields), func(field string) bool {
		return (field == "root" || field == "header") && slices.Contains(d.Variables, "root") // left out, see below
	})
	if len(asked) != 1 {
		return nil, fmt.Errorf("%s: %s has to ask for one thing, not for %v", r.path, r.document, asked)
	}
	names := slices.Clone(r.queries)
	for name := range r.fixed {
		names = append(names, name)
	}
	var routes []*route
	for _, path := range r.paths() {
		route := &route{row: r, pattern: path}
		for _, s := range split(path) {
			if name, ok := variable(s); ok {
				route.inPath = append(route.inPath, name)
			}
		}
		names = append(names, route.inPath...)
		routes = append(routes, route)
	}
	for _, name := range names {
		if !slices.Contains(d.Variables, name) {
			return nil, fmt.Errorf("%s: %s has no variable %s", r.path, r.document, name)
		}
	}
	if slices.Contains(d.Variables, "root") { // pages get it by a call of its own (C-006)
		for _, route := range routes {
			route.fixed = map[string]any{"root": false}
			for name, value := range r.fixed {
				route.fixed[name] = value
			}
		}
	}
	return routes, nil
}
