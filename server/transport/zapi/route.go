package zapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"kaiin/server/transport/graph"
)

// route is a row at one of its paths.
type route struct {
	row
	pattern string
	inPath  []string       // the names of the variables in the path
	input   bool           // the document takes one
	options map[string]any // variables that leave out what only pages of ours ask for
}

func variable(segment string) (string, bool) {
	if !strings.HasPrefix(segment, "{") {
		return "", false
	}
	return segment[1 : len(segment)-1], true
}

// left are the parts of documents that callers of the shim get elsewhere or not at all: what every
// page shares comes by a call of its own (C-006), and what an action changed is in the data of the
// next page.
var left = []string{"root", "changed"}

// compile checks a row against its document and lists its routes.
func compile(r row, documents *graph.Executor) ([]*route, error) {
	d, ok := documents.Describe(r.document)
	if !ok {
		return nil, fmt.Errorf("%s: there is no document %s", r.path, r.document)
	}
	if d.Mutation != (r.acting || r.method() != http.MethodGet) {
		return nil, fmt.Errorf("%s: %s does not fit the method %s", r.path, r.document, r.method())
	}
	asked := slices.DeleteFunc(slices.Clone(d.Fields), func(field string) bool {
		return (field == "root" || field == "header") && slices.Contains(d.Variables, "root")
	})
	if len(asked) != 1 {
		return nil, fmt.Errorf("%s: %s has to ask for one thing, not for %v", r.path, r.document, asked)
	}
	var names []string
	for _, parameter := range r.queries {
		names = append(names, variableOf(parameter))
	}
	for name := range r.fixed {
		names = append(names, name)
	}
	var routes []*route
	for _, path := range r.paths() {
		route := &route{row: r, pattern: path, input: d.Input != nil, options: map[string]any{}}
		for _, name := range left {
			if slices.Contains(d.Variables, name) {
				route.options[name] = false
			}
		}
		for _, s := range split(path) {
			if name, ok := variable(s); ok {
				route.inPath = append(route.inPath, name)
			}
		}
		names = append(names, route.inPath...)
		routes = append(routes, route)
	}
	for _, name := range names {
		if known := slices.Concat(d.Input, d.Variables); !slices.Contains(known, name) {
			return nil, fmt.Errorf("%s: %s has no variable %s", r.path, r.document, name)
		}
	}
	return routes, nil
}
