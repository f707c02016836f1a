package endpoints

import (
	"net/http"
	"strings"
	"time"

	"kaiin/server/base/words"
)

const (
	securityPath = "/.well-known/security.txt"
	securityDays = 180 // RFC 9116 2.5.5 asks for less than a year
)

// securityTxt says where people report a weakness of the site (RFC 9116). A store without a contact
// has no such file.
func (k *WellKnown) securityTxt(w http.ResponseWriter, r *http.Request) {
	settings, err := k.Guard.Settings(r.Context())
	if err != nil {
		k.Pages.Fail(w, r, http.StatusServiceUnavailable)
		return
	}
	security := settings.Security
	if len(security.Contact) == 0 {
		k.Pages.Fail(w, r, http.StatusNotFound)
		return
	}
	var b strings.Builder
	field := func(name, value string) { b.WriteString(name + ": " + value + "\n") }
	for _, contact := range security.Contact {
		field("Contact", contact)
	}
	field("Expires", k.Time.Now().Truncate(24*time.Hour).AddDate(0, 0, securityDays).Format(time.RFC3339))
	field("Preferred-Languages", strings.Join(words.Locales, ", "))
	field("Canonical", k.at(securityPath))
	if policy, err := k.Config.Origin.Parse(security.Policy); err == nil && security.Policy != "" {
		field("Policy", policy.String())
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400") // the same for all callers
	_, _ = w.Write([]byte(b.String()))
}
