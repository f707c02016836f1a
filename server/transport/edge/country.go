package edge

import (
	"context"
	"net/http"
	"time"

	"kaiin/server/base/settings"
)

// isAbroad reports whether a request comes from a country where the store does not offer its
// service. While that is not known, no caller is kept out.
func (e *Edge) isAbroad(r *http.Request) bool {
	country := e.Country(visitOf(r.Context()).ip)
	if country == "" {
		return false
	}
	settings := e.settings(r.Context())
	return settings != nil && !settings.IsOfferedIn(country)
}

// settings never keep a page waiting: they are nil when there is no answer.
func (e *Edge) settings(ctx context.Context) *settings.Settings {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	settings, err := e.Settings(ctx)
	if err != nil {
		return nil
	}
	return settings
}
