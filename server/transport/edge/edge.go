package edge

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/pagecache"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/zapi"
)

// Edge is the handler. Its fields are the parts it puts together and the few things it needs of the domains itself.
type Edge struct {
	Config  *config.Config
	Log     *slog.Logger
	Secrets *secret.Box

	Viewers     *viewer.Finder
	Graph       *graph.Executor
	Shim        *zapi.Handler
	Social      *Social
	Bank        *Bank
	Notices     *Notices
	Newsletters *Newsletters
	Apps        *Apps
	Data        *Data
	Pictures    *Pictures
	Clock       *SandboxClock // nil: there is no sandbox

	// Time is the service's clock.
	Time *clock.Clock
	// Settings decide which outside services the pages may call.
	Settings func(ctx context.Context) (*settings.Settings, error)
	// Country is where an address is, by ISO 3166-1; "" when unknown.
	Country func(ip string) string
	// Plans have a page each, which visitors share and search engines are told of.
	Plans func(ctx context.Context) ([]*ent.Plan, error)
	// Ready is nil when everything behind the pages works.
	Ready func(ctx context.Context) error

	system   *clock.Clock // the machine's, which no sandbox moves
	patience time.Duration
	proxies  proxyWatch
	planted  onceAMinute  // requests with two session cookies
	next     http.Handler // the pages
	pages    http.RoundTripper
	shared   *pagecache.Cache[sharedKey]
	mux      *http.ServeMux
	unknown  func(methods ...string) http.Handler // of the API: a path without the method
	handler  http.Handler
	draining atomic.Bool
}

// Prepare makes the handler ready to serve; call it once all fields are set.
func (e *Edge) Prepare() error {
	e.system, e.patience = clock.New(), patience
	e.pages = newTransport()
	e.next = e.newProxy()
	e.shared = newShared()
	if err := e.mount(); err != nil {
		return err
	}
	compress, err := newCompress()
	if err != nil {
		return err
	}
	e.handler = chain(http.HandlerFunc(e.route), e.arrive, e.log, e.headers, compress, e.recover)
	return nil
}

// Drain makes the readiness check fail, so that no new callers are sent here before the server stops.
func (e *Edge) Drain() { e.draining.Store(true) }

// ServeHTTP is the whole way of a request.
func (e *Edge) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.handler.ServeHTTP(w, r) }
