package pages

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kaiin/server/transport/staffnet"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// ServeHTTP passes a request for a page on to Next, with the policy and the nonce of this one
// answer.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	isPath := strings.HasPrefix(r.URL.Path, "/") // "*" is none
	if !isPath || len(r.RequestURI) > longestAddress || strings.ContainsFunc(r.URL.Path, unicode.IsControl) || strings.Contains(r.URL.Path, `\`) {
		p.Fail(w, r, http.StatusBadRequest)
		return
	}
	if slashes.MatchString(r.URL.Path) { // "//host/" would become a redirect to another site
		single := url.URL{Path: slashes.ReplaceAllString(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, single.String(), http.StatusPermanentRedirect)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		allow := []string{http.MethodGet, http.MethodHead}
		for _, method := range p.Calls(r) {
			if !slices.Contains(allow, method) {
				allow = append(allow, method)
			}
		}
		w.Header().Set("Allow", strings.Join(allow, ", "))
		p.Fail(w, r, http.StatusMethodNotAllowed)
		return
	}
	if holdsSecret(r.URL.Path) {
		w.Header().Set("Referrer-Policy", "no-referrer")
	}
	if redirectMoved(w, r) {
		return
	}
	p.keepErrand(w, r)
	settings := p.Guard.SettingsOrNil(r.Context())
	if p.answerShared(w, r, settings) {
		return
	}
	if locale := visit.AskedLocale(r); locale != "" {
		viewer.NewJar(w, p.Config.Secure()).Set(&http.Cookie{Name: visit.CookieLocale, Value: locale})
	}
	w.Header().Set("Content-Security-Policy", p.pagePolicy(r, visit.Of(r.Context()).Nonce, settings))
	switch {
	case !isOfStaff(r.URL.Path):
	case staffnet.Allows(p.Config, r):
		p.headersOfStaff(w, r)
	default:
		r = hide(r)
	}
	p.next.ServeHTTP(w, r)
}

var slashes = regexp.MustCompile(`/{2,}`)
