package edge

import (
	"net/http"
	"regexp"
	"strings"

	"kaiin/server/fault"
	"kaiin/server/paths"
	"kaiin/server/store"
)

var bankPath = regexp.MustCompile(`^/payment/tds/([A-Za-z0-9_-]{20,100})/(ok|ng)$`)

// fromBank takes the browser back from a 3-D Secure page and sends it on with 303. The bank may come by GET or by POST from its
// own origin, where the session cookie stays behind; the one-time key in the path is all that counts, and what the bank says
// besides is not believed: the outcome is asked of the card company.
func (e *Edge) fromBank(w http.ResponseWriter, r *http.Request, v *visit) {
	v.pattern = "/payment/tds/{key}/{result}"
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer") // the key is in the address
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, POST")
		e.failPage(w, r, http.StatusMethodNotAllowed)
		return
	}
	parts := bankPath.FindStringSubmatch(r.URL.Path)
	if parts == nil {
		e.failPage(w, r, http.StatusNotFound)
		return
	}
	next, err := e.ReturnFromBank(e.speaking(r).Context(), parts[1])
	redirectTo := paths.Of(next)
	f, isFault := fault.As(err)
	switch {
	case err == nil && strings.HasPrefix(redirectTo, "/") && !strings.HasPrefix(redirectTo, "//"):
		w.Header().Set("Location", redirectTo)
		w.WriteHeader(http.StatusSeeOther)
	case isFault && f.Kind != fault.KindUnavailable:
		e.failPage(w, r, f.Status())
	default:
		e.Log.ErrorContext(r.Context(), "return from 3-D Secure", "requestId", v.id, "error", err, "redirectTo", redirectTo)
		status := http.StatusInternalServerError
		if isFault || store.Unreachable(err) {
			status = http.StatusServiceUnavailable
		}
		e.failPage(w, r, status)
	}
}
