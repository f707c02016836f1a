package guard

import (
	"context"
	"net/http"
	"time"

	"kaiin/server/base/settings"
	"kaiin/server/transport/visit"
)

// IsAbroad reports whether a request comes from a country where the store does not offer its
// service. While that is not known, no caller is kept out.
func (g *Guard) IsAbroad(r *http.Request) bool {
	country := g.Country(visit.Of(r.Context()).IP)
	if country == "" {
		return false
	}
	settings := g.SettingsOrNil(r.Context())
	return settings != nil && !settings.IsOfferedIn(country)
}

// SettingsOrNil are the settings of the store. They never keep a page waiting: they are nil where
// there is no answer at once.
func (g *Guard) SettingsOrNil(ctx context.Context) *settings.Settings {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	settings, err := g.Settings(ctx)
	if err != nil {
		return nil
	}
	return settings
}
