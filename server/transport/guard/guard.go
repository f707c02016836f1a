package guard

import (
	"context"
	"log/slog"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/base/settings"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// Guard holds what its middleware asks. All exported fields are to be set.
type Guard struct {
	Config *config.Config // the origin of the site
	Log    *slog.Logger

	// Viewers finds who asks by the cookies.
	Viewers *viewer.Finder
	// Settings are those of the store, among them the countries in which it offers its service.
	Settings func(ctx context.Context) (*settings.Settings, error)
	// Country is where an address is, by ISO 3166-1; "" when unknown.
	Country func(ip string) string
	// Patience is how long a call may take.
	Patience time.Duration

	planted visit.OnceAMinute // requests with two session cookies
}
