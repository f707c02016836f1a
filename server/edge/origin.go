package edge

import "net/http"

// ownOrigin refuses a call that may change something and was made by a page of another site.
func (e *Edge) ownOrigin(refuse refusal) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !e.isOwn(r) {
				refuse(w, e.speaking(r), http.StatusForbidden, "CROSS_ORIGIN")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// isOwn reports whether a call that may change something was made by a page of this site, or by no browser at all.
//
// Browsers say with Origin who sends a POST, and cannot be made to lie; Sec-Fetch-Site says the same where it exists. A
// program that is no browser sends neither, and carries nobody's cookies. What is left, a form of another site in a browser
// without Origin, fails at the content type: no form can send application/json.
func (e *Edge) isOwn(r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true // nothing changes by them
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return false
	}
	for _, origin := range r.Header["Origin"] {
		if origin != e.Config.Origin.String() {
			return false
		}
	}
	return true
}
