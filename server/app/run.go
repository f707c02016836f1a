package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/transport/edge"
)

// statementTime is how long a statement of the running product may take. It is as long as a call
// may take; a job does many short ones. Commands, such as one that looks through the whole book,
// have no limit.
const statementTime = time.Minute

// Serve answers on the configured address, and works unless the configuration says otherwise, until
// the context ends.
func (a *App) Serve(ctx context.Context) error {
	a.Store.LimitConnections(a.Config.DatabaseConnections)
	a.Store.LimitStatements(statementTime)
	if !a.Config.Worker {
		return a.listen(ctx, a.Edge, a.Edge.Drain)
	}
	return both(ctx, a.Work, func(ctx context.Context) error { return a.listen(ctx, a.Edge, a.Edge.Drain) })
}

// WorkAlone works until the context ends. On the configured address it answers the health checks
// and nothing else.
func (a *App) WorkAlone(ctx context.Context) error {
	a.Store.LimitConnections(a.Config.DatabaseConnections)
	a.Store.LimitStatements(statementTime)
	checks := http.NewServeMux()
	checks.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	checks.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		err := a.ready(ctx)
		if store.FailureOf(r.Context(), err) == store.Abandoned {
			panic(http.ErrAbortHandler)
		}
		if err != nil {
			a.Log.WarnContext(ctx, "not ready", "error", err.Error())
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte("ready\n"))
	})
	return both(ctx, a.Work, func(ctx context.Context) error { return a.listen(ctx, checks, func() {}) })
}

func (a *App) listen(ctx context.Context, handler http.Handler, drain func()) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.Config.Listen)
	if err != nil {
		return fmt.Errorf("KAIIN_LISTEN: %w", err)
	}
	if a.Config.Production && len(a.Config.Trusted) == 0 {
		a.Log.WarnContext(ctx, "KAIIN_TRUSTED_PROXIES is empty: callers behind a proxy are not told apart by their address")
	}
	a.Log.InfoContext(ctx, "listening", "address", listener.Addr().String(), "origin", a.Config.Origin.String())
	return edge.Serve(ctx, listener, handler, drain, a.Log)
}

// both runs two things until the context ends or one of them does, and returns when both have.
func both(ctx context.Context, one, other func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 2)
	for _, run := range []func(context.Context) error{one, other} {
		go func() {
			defer logs.Crash(ctx)
			defer cancel()
			ended <- run(ctx)
		}()
	}
	return errors.Join(<-ended, <-ended)
}
