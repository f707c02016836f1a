package pages

import (
	"net/http"
	"net/url"
	"strings"

	"kaiin/server/base/step"
	"kaiin/server/transport/paths"
)

// moved are addresses that old mails and bookmarks hold, and where they lead now.
var moved = map[string]string{
	"/forgetpassword": paths.Of(step.ForgotPassword),
	"/newpassword":    paths.Of(step.ResetPassword),
}

// redirectMoved leads from an old address to its new one for good, with its query, and reports
// whether it was one.
func redirectMoved(w http.ResponseWriter, r *http.Request) bool {
	path, ok := moved[strings.TrimRight(r.URL.Path, "/")]
	if !ok {
		return false
	}
	to := url.URL{Path: path, RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
	return true
}

// holdsSecret is a page whose address holds the secret of a mailed link. No other site may learn
// it: the browser names the page to no site, and there is no tag manager on it (RFC 9700 4.2, OWASP
// ASVS 14.2.1).
func holdsSecret(path string) bool {
	switch strings.TrimRight(path, "/") {
	case paths.Of(step.ResetPassword), "/newpassword", paths.Of(step.UndoEmail), paths.Of(step.HeldChange), paths.Of(step.Leave), paths.Of(step.StopLeaving), paths.Of(step.StopNewsletter):
		return true
	}
	return false
}
