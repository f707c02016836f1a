package zapi

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// row says which document answers a path, and what becomes its variables. Without a verb it is a GET.
type row struct {
	verb     string
	path     string
	document string
	internal bool     // answered below /zapi/internal too
	page     string   // of a page's data: the path of the page
	queries  []string // query parameters that become variables of the same name
	fixed    map[string]any
	toInput  *bodyMap
}

// bodyMap turns the JSON object of a body into variables. prefix is what the names of an input's fields begin with because of
// it; answers leave it out.
type bodyMap struct {
	variables func(map[string]any) map[string]any
	prefix    string
}

func screen(page, document string) row {
	return row{path: strings.TrimSuffix(page, "/") + "/screen-data", document: document, internal: true, page: page}
}

func post(path, document string) row {
	return row{verb: http.MethodPost, path: path, document: document}
}

// remove is a DELETE. It may come without a body.
func remove(path, document string) row {
	return row{verb: http.MethodDelete, path: path, document: document}
}

func (r row) query(names ...string) row       { r.queries = names; return r }
func (r row) with(name string, value any) row { r.fixed = map[string]any{name: value}; return r }
func (r row) body(m bodyMap) row              { r.toInput = &m; return r }
func (r row) method() string {
	if r.verb == "" {
		return http.MethodGet
	}
	return r.verb
}

// asVariables: each member of the body is the variable of its name.
var asVariables = bodyMap{variables: func(body map[string]any) map[string]any { return body }}

// as: the whole body is one variable.
func as(name string) bodyMap {
	return bodyMap{prefix: name + ".", variables: func(body map[string]any) map[string]any { return map[string]any{name: body} }}
}

// asWith: the whole body and one more member, which the path decides, are one variable.
func asWith(name, member string, value any) bodyMap {
	return bodyMap{prefix: name + ".", variables: func(body map[string]any) map[string]any {
		body[member] = value
		return map[string]any{name: body}
	}}
}

// restAs: the named members are variables; all others together are one more, unless the body has a member of its name.
func restAs(rest string, named ...string) bodyMap {
	return bodyMap{variables: func(body map[string]any) map[string]any {
		if _, ok := body[rest]; ok {
			return body
		}
		variables, others := map[string]any{}, map[string]any{}
		for name, value := range body {
			if slices.Contains(named, name) {
				variables[name] = value
			} else {
				others[name] = value
			}
		}
		if len(others) > 0 {
			variables[rest] = others
		}
		return variables
	}}
}

// paths are where the row answers.
func (r row) paths() []string {
	if r.internal {
		return []string{r.path, "/zapi/internal" + r.path}
	}
	return []string{r.path}
}

// pageOf is the page whose data a path is for, with its query, as a member would see it in the address bar.
func pageOf(path, query string) string {
	page := split(path)
	page = page[:len(page)-1]
	if len(page) >= 2 && page[0] == "zapi" && page[1] == "internal" {
		page = page[2:]
	}
	u := url.URL{Path: "/" + strings.Join(page, "/"), RawQuery: query}
	return u.String()
}

// split cuts a path into segments without the empty ones.
func split(path string) []string {
	return slices.DeleteFunc(strings.Split(path, "/"), func(s string) bool { return s == "" })
}
