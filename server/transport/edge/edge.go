package edge

import (
	"context"
	"log/slog"
	"net/http"

	"kaiin/server/base/config"
	"kaiin/server/transport/endpoints"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/pages"
	"kaiin/server/transport/visit"
	"kaiin/server/transport/zapi"
)

// Edge is the handler. Its fields are the parts it puts together. All exported fields but Clock are
// to be set.
type Edge struct {
	Config *config.Config
	Log    *slog.Logger

	Arrivals *visit.Arrivals
	Guard    *guard.Guard
	Pages    *pages.Pages
	Graph    part // /graphql, of members and of the staff
	Shim     *zapi.Handler

	Social      *endpoints.Social
	Bank        *endpoints.Bank
	Notices     *endpoints.Notices
	Newsletters *endpoints.Newsletters
	Apps        *endpoints.Apps
	Data        *endpoints.Data
	Staff       *endpoints.Staff
	Pictures    *endpoints.Pictures
	StoreFiles  *endpoints.StoreFiles
	Health      *endpoints.Health
	WellKnown   *endpoints.WellKnown
	Clock       *endpoints.SandboxClock // nil: there is no sandbox

	mux     *http.ServeMux
	staff   *http.ServeMux                       // of callers from the networks of the staff alone
	unknown func(methods ...string) http.Handler // of the API: a path without the method
	handler http.Handler
}

// Prepare makes the handler, and the pages in it, ready to serve; call it once all fields are set.
// The context is that of the lines it may log.
func (e *Edge) Prepare(ctx context.Context) error {
	e.Pages.Calls, e.Pages.FormsTo = e.calls, e.Apps.FormsTo
	e.Pages.Prepare()
	if err := e.mount(ctx); err != nil {
		return err
	}
	compress, err := newCompress()
	if err != nil {
		return err
	}
	e.handler = guard.Chain(http.HandlerFunc(e.route), e.Arrivals.Arrive, e.log, e.headers, compress, e.recover)
	return nil
}

// Drain makes the readiness check fail, so that no new callers are sent here. All else is answered
// as before.
func (e *Edge) Drain() { e.Health.Drain() }

// ServeHTTP is the whole way of a request.
func (e *Edge) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.handler.ServeHTTP(w, r) }
