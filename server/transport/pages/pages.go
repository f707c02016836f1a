package pages

import (
	"context"
	"log/slog"
	"net/http"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/pagecache"
	"kaiin/server/transport/visit"
)

// Pages answers with the pages of Next. All exported fields are to be set.
type Pages struct {
	Config *config.Config
	Log    *slog.Logger
	Time   *clock.Clock // of the service

	// Arrivals signs what the calls of a page have to keep of its request.
	Arrivals *visit.Arrivals
	// Guard says who is abroad, and holds the settings of the store.
	Guard *guard.Guard
	// Plans have a page each, which visitors share and search engines are told of.
	Plans func(ctx context.Context) ([]*ent.Plan, error)
	// Calls are the methods that the path of a request has apart from those of a page. The router
	// knows them.
	Calls func(r *http.Request) []string
	// FormsTo are the origins of apps to which the forms of a page lead in the end, by the request
	// for the page.
	FormsTo func(r *http.Request) []string

	transport http.RoundTripper // to Next
	next      http.Handler      // the proxy over it
	shared    *pagecache.Cache[sharedKey]
}

// Prepare makes the pages ready to be asked for; call it once, when Config is set.
func (p *Pages) Prepare() {
	p.transport = traced{newTransport()}
	p.next = p.newProxy()
	p.shared = newShared()
}

// Forget drops the pages that visitors share.
func (p *Pages) Forget() { p.shared.Forget() }
