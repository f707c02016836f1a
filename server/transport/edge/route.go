package edge

import (
	"context"
	"net/http"
	"strings"

	"kaiin/server/transport/gql"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/staffnet"
	"kaiin/server/transport/visit"
	"kaiin/server/transport/zapi"
)

// part answers some paths of the site: it puts its patterns on the mux, each with the middleware
// that its handlers need.
type part interface {
	Mount(mux *http.ServeMux, before func(http.Handler) http.Handler)
}

// mount puts all parts on the mux.
func (e *Edge) mount(ctx context.Context) error {
	files, err := e.Pages.Files()
	if err != nil {
		return err
	}
	if err := e.StoreFiles.Open(ctx); err != nil {
		return err
	}
	e.mux = http.NewServeMux()
	shim := e.Guard.Call(zapi.WriteError)
	once := func(next http.Handler) http.Handler { return guard.Chain(next, guard.OnlyOnce, e.Guard.WithPatience) }
	for _, p := range []struct {
		part
		before guard.Middleware
	}{
		{e.Graph, e.Guard.Call(gql.WriteError)},
		{e.Shim, func(next http.Handler) http.Handler { return guard.Chain(next, e.byScript, shim) }},
		{e.Social, once},
		{e.Bank, once},
		{e.Notices, once},
		{e.Newsletters, once},
		{e.Apps, once},
		{e.Data, func(next http.Handler) http.Handler { return guard.Chain(next, guard.Private, e.Guard.WithPatience) }},
		{e.Pictures, e.Guard.WithPatience},
		{e.StoreFiles, visit.ForStrangers},
		{files, noMiddleware},
		{e.Health, noMiddleware},
		{e.WellKnown, visit.ForStrangers},
	} {
		p.Mount(e.mux, p.before)
	}
	e.staff = http.NewServeMux()
	e.Staff.Mount(e.staff, visit.ForStrangers)
	e.mux.HandleFunc(pagePattern, e.Pages.ServeHTTP)
	if e.Clock != nil {
		e.Clock.Mount(e.mux, visit.ForStrangers)
	}
	e.unknown = func(methods ...string) http.Handler { return shim(zapi.Unclaimed(methods...)) }
	return nil
}

func noMiddleware(next http.Handler) http.Handler { return next }

// byScript wraps the calls at the addresses of pages. A page without its scripts posts its form
// there as it is, which no call takes: the member gets an error page, as from every other page, and
// no JSON.
func (e *Edge) byScript(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Sec-Fetch-Dest") == "document" && !zapi.Owns(r.URL.Path) {
			e.Pages.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// route asks the mux who answers.
func (e *Edge) route(w http.ResponseWriter, r *http.Request) {
	if pattern := e.ofStaff(r); pattern != "" {
		e.noteRoute(r, pattern)
		e.staff.ServeHTTP(w, r)
		return
	}
	asked, pattern := e.ask(r)
	e.noteRoute(r, pattern)
	switch {
	case pattern == pagePattern && zapi.Owns(r.URL.Path):
		e.unknown(e.calls(asked)...).ServeHTTP(w, r)
	case pattern == pagePattern:
		e.Pages.ServeHTTP(w, r)
	default:
		e.mux.ServeHTTP(w, asked)
	}
}

// ofStaff is the pattern of an address of the staff, for callers from their networks. To all others
// it is a path like any that is not known.
func (e *Edge) ofStaff(r *http.Request) string {
	if !strings.HasPrefix(r.URL.Path, paths.Staff+"/") || !isClean(r.URL.Path) || !staffnet.Allows(e.Config, r) {
		return ""
	}
	_, pattern := e.staff.Handler(r)
	return pattern
}

// pagePattern is a page of Next: every path that no other pattern takes.
const pagePattern = "/"

// ask returns the pattern of whatever answers a request, and the request as the mux has to see it.
func (e *Edge) ask(r *http.Request) (asked *http.Request, pattern string) {
	if zapi.Owns(r.URL.Path) {
		r = zapi.Tidy(r)
	}
	if !isClean(r.URL.Path) {
		return r, pagePattern
	}
	return r, e.pattern(r)
}

// pattern is the mux's for a path that is clean. Where it would lead from /a to the folder /a/,
// there is only a page.
func (e *Edge) pattern(r *http.Request) string {
	if _, pattern := e.mux.Handler(r); !strings.HasSuffix(pattern, r.URL.Path+"/") {
		return pattern
	}
	return pagePattern
}

// isClean reports whether the mux would take a path as it is, and not lead to a cleaner one: that
// is for pages to do.
func isClean(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.Contains(path, "//") && !strings.Contains(path+"/", "/./") && !strings.Contains(path+"/", "/../")
}

// calls are the methods of a path, apart from those it has as a page.
func (e *Edge) calls(r *http.Request) []string {
	if !isClean(r.URL.Path) {
		return nil
	}
	var methods []string
	asked := *r
	for _, asked.Method = range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if e.pattern(&asked) != pagePattern {
			methods = append(methods, asked.Method)
		}
	}
	return methods
}
