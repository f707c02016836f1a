package zapi

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// row says which document answers a path, and what becomes its variables. Without a verb it is
// a GET.
//
// There is one way for all actions: what the path says, what the row fixes and what the body holds
// are together the document's variable input, by the names of its fields. A document without one
// takes them as variables of their own.
type row struct {
	verb     string
	path     string
	document string
	internal bool     // answered below /zapi/internal too
	page     string   // of a page's data: the path of the page
	queries  []string // query parameters that are taken over: those of the page's address (variableOf)
	fixed    map[string]any
	hasBody  bool
	most     int64                                    // bytes that a member's body may have; 0: as any other
	acting   bool                                     // a GET that acts, as the specification has it: only for pages of ours
	reshape  func(body map[string]any) map[string]any // nil: the body is taken as it is
	resumes  bool                                     // a body without returnTo goes on with what the app asks for that the browser came from
	names    map[string]string                        // fields of the input that the body calls otherwise
}

func screen(page, document string) row {
	return row{path: strings.TrimSuffix(page, "/") + "/screen-data", document: document, internal: true, page: page}
}

func post(path, document string) row {
	return row{verb: http.MethodPost, path: path, document: document, hasBody: true}
}

// remove is a DELETE. A body is not read.
func remove(path, document string) row {
	return row{verb: http.MethodDelete, path: path, document: document}
}

func (r row) query(names ...string) row { r.queries = names; return r }

// variableOf is the variable for a parameter of an address. The pages that apps lead to have the
// names of the protocol: user_code is userCode.
func variableOf(parameter string) string {
	words := strings.Split(parameter, "_")
	for i := range words[1:] {
		words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
	}
	return strings.Join(words, "")
}

func (r row) with(name string, value any) row { r.fixed = map[string]any{name: value}; return r }

// acts: the GET does something, which a page of another site must not make a member's browser do.
func (r row) acts() row { r.acting = true; return r }

// forApps: where an app has led the browser to the login or the sign-up, a body that does not say
// where to go next goes back to that.
func (r row) forApps() row { r.resumes = true; return r }

// body: it is read, where the verb would not say so.
func (r row) body() row { r.hasBody = true; return r }

// large: the body of a member's call may have so many bytes.
func (r row) large(most int64) row { r.most = most; return r }

// without: the named member of the body counts for nothing, because the path decides it.
func (r row) without(name string) row {
	r.reshape = func(body map[string]any) map[string]any {
		delete(body, name)
		return body
	}
	return r
}

// renamed: the named member of the body is another field of the input, because the path says the
// one of that name.
func (r row) renamed(member, field string) row {
	r.names = map[string]string{field: member}
	r.reshape = func(body map[string]any) map[string]any {
		if value, ok := body[member]; ok {
			body[field] = value
			delete(body, member)
		}
		return body
	}
	return r
}

// rest: all members of the body but the named ones are together the field into, unless the body has
// a member of that name.
func (r row) rest(into string, named ...string) row {
	r.reshape = func(body map[string]any) map[string]any {
		if _, ok := body[into]; ok {
			return body
		}
		input, others := map[string]any{}, map[string]any{}
		for name, value := range body {
			if slices.Contains(named, name) {
				input[name] = value
			} else {
				others[name] = value
			}
		}
		if len(others) > 0 {
			input[into] = others
		}
		return input
	}
	return r
}

func (r row) method() string {
	if r.verb == "" {
		return http.MethodGet
	}
	return r.verb
}

// paths are where the row answers.
func (r row) paths() []string {
	if r.internal {
		return []string{r.path, "/zapi/internal" + r.path}
	}
	return []string{r.path}
}

// pageOf is the page whose data a path is for, with its query, as a member would see it in the
// address bar.
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
