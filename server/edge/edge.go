package edge

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"sync/atomic"
	"time"

	"kaiin/ent"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/config"
	"kaiin/server/graph"
	"kaiin/server/login"
	"kaiin/server/secret"
	"kaiin/server/step"
	"kaiin/server/zapi"
)

// Edge is the handler. Its functions are the few things it needs of the domains.
type Edge struct {
	Config  *config.Config
	Log     *slog.Logger
	Secrets *secret.Box
	Graph   *graph.Executor
	Shim    *zapi.Handler

	// Resume is the session of a sid cookie and its account; nil for a token that is not, or no longer, one.
	Resume func(ctx context.Context, token string) (*ent.Session, *ent.Account, error)
	// LeaveForProvider begins a visit to an external provider, ReturnFromProvider ends it.
	LeaveForProvider   func(ctx context.Context, a actor.Actor, in login.ExternalStart) (login.Left, error)
	ReturnFromProvider func(ctx context.Context, a actor.Actor, in login.ExternalAnswer) (login.Entered, error)
	// ReturnFromBank settles what a 3-D Secure page was about and says where the member goes on.
	ReturnFromBank func(ctx context.Context, key string) (next step.Step, err error)
	// Settings decide which outside services the pages may call.
	Settings func(ctx context.Context) (*catalog.Settings, error)
	// Ready is nil when everything behind the pages works.
	Ready func(ctx context.Context) error
	// MoveClock takes over the sandbox's clock and answers when everything due has been done; nil: there is no sandbox.
	MoveClock func(ctx context.Context, offset time.Duration) error

	system   *clock.Clock // the machine's, which no sandbox moves
	next     *httputil.ReverseProxy
	pages    http.RoundTripper
	static   http.Handler
	pools    *gzipPool
	draining atomic.Bool
}

// Prepare makes the handler ready to serve; call it once all fields are set.
func (e *Edge) Prepare() error {
	e.system = clock.New()
	e.pools = newGzipPool()
	e.pages = newTransport()
	e.next = e.newProxy()
	var err error
	e.static, err = e.newStatic()
	return err
}

// Drain makes the readiness check fail, so that no new callers are sent here before the server stops.
func (e *Edge) Drain() { e.draining.Store(true) }

// ServeHTTP is the whole way of a request.
func (e *Edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := e.arrive(r)
	r = r.WithContext(withVisit(r.Context(), v))
	out := &recorder{ResponseWriter: w}
	defer e.leave(out, r, v)
	e.setHeaders(out.Header(), v)
	compressed := e.pools.wrap(out, r)
	defer compressed.finish()
	defer e.recovered(compressed, r, v)
	e.route(compressed, r, v)
}
