package edge

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// page passes a page on to Next, with the policy and the nonce of this one answer.
func (e *Edge) page(w http.ResponseWriter, r *http.Request, v *visit) {
	if strings.ContainsFunc(r.URL.Path, unicode.IsControl) || strings.Contains(r.URL.Path, `\`) {
		e.failPage(w, r, http.StatusBadRequest)
		return
	}
	if slashes.MatchString(r.URL.Path) { // "//host/" would become a redirect to another site
		single := url.URL{Path: slashes.ReplaceAllString(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, single.String(), http.StatusPermanentRedirect)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", strings.Join(append([]string{http.MethodGet, http.MethodHead}, e.Shim.Methods(r.URL.Path)...), ", "))
		e.failPage(w, r, http.StatusMethodNotAllowed)
		return
	}
	if holdsSecret(r.URL.Path) {
		w.Header().Set("Referrer-Policy", "no-referrer")
	}
	if redirectMoved(w, r) {
		return
	}
	if locale := askedLocale(r); locale != "" {
		e.jar(w).set(&http.Cookie{Name: cookieLocale, Value: locale})
	}
	w.Header().Set("Content-Security-Policy", e.pagePolicy(r, v.nonce))
	e.next.ServeHTTP(w, r)
}

var slashes = regexp.MustCompile(`/{2,}`)

func (e *Edge) jar(w http.ResponseWriter) *jar {
	return &jar{header: w.Header(), secure: e.Config.Origin.Scheme == "https"}
}
