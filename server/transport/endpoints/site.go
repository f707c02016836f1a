package endpoints

import (
	"log/slog"

	"kaiin/server/base/config"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/pages"
)

// Site is what the endpoints use of the site that they are part of.
type Site struct {
	Config *config.Config
	Log    *slog.Logger
	// Guard finds who asks and logs what fails.
	Guard *guard.Guard
	// Pages shows error pages, and the pages that a browser gets at the address of an endpoint.
	Pages *pages.Pages
}
