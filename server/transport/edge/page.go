package edge

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kaiin/server/transport/viewer"
)

// page passes a page on to Next, with the policy and the nonce of this one answer.
func (e *Edge) page(w http.ResponseWriter, r *http.Request) {
	isPath := strings.HasPrefix(r.URL.Path, "/") // "*" is none
	if !isPath || len(r.RequestURI) > longestAddress || strings.ContainsFunc(r.URL.Path, unicode.IsControl) || strings.Contains(r.URL.Path, `\`) {
		e.failPage(w, r, http.StatusBadRequest)
		return
	}
	if slashes.MatchString(r.URL.Path) { // "//host/" would become a redirect to another site
		single := url.URL{Path: slashes.ReplaceAllString(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, single.String(), http.StatusPermanentRedirect)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		allow := []string{http.MethodGet, http.MethodHead}
		for _, method := range e.calls(r) {
			if !slices.Contains(allow, method) {
				allow = append(allow, method)
			}
		}
		w.Header().Set("Allow", strings.Join(allow, ", "))
		e.failPage(w, r, http.StatusMethodNotAllowed)
		return
	}
	if holdsSecret(r.URL.Path) {
		w.Header().Set("Referrer-Policy", "no-referrer")
	}
	if redirectMoved(w, r) {
		return
	}
	e.keepErrand(w, r)
	settings := e.settings(r.Context())
	if e.answerShared(w, r, settings) {
		return
	}
	if locale := askedLocale(r); locale != "" {
		viewer.NewJar(w, e.Config.Secure()).Set(&http.Cookie{Name: cookieLocale, Value: locale})
	}
	w.Header().Set("Content-Security-Policy", e.pagePolicy(r, visitOf(r.Context()).nonce, settings))
	e.next.ServeHTTP(w, r)
}

var slashes = regexp.MustCompile(`/{2,}`)
