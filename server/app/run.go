package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/transport/edge"
)

// statementTime is how long a statement of the running product may take. It is as long as a call
// may take; a job does many short ones. Commands, such as one that looks through the whole book,
// have no limit.
const statementTime = time.Minute

// What the staff read by: so many connections, and so long a statement.
const (
	laneConnections   = 10
	laneStatementTime = 2 * time.Second
)

// Serve answers on the configured address, and works unless the configuration says otherwise, until
// the context ends. Then /readyz says that it stops, but for the time of KAIIN_DRAIN it answers and
// works as before. In the end it takes no more requests or jobs, and finishes those that
// have begun.
func (a *App) Serve(ctx context.Context) error {
	a.limit()
	end, err := a.startTelemetry(ctx)
	if err != nil {
		return err
	}
	defer end()
	working, rest := context.WithCancel(context.WithoutCancel(ctx))
	answer := func(ctx context.Context) error {
		defer rest()
		return a.listen(ctx, a.Edge, func() { a.Edge.Drain(); a.drain(ctx); rest() })
	}
	if !a.Config.Worker {
		return answer(ctx)
	}
	return both(ctx, func(context.Context) error { return a.Work(working) }, answer)
}

// WorkAlone works until the context ends, and takes no more jobs then. On the configured address it
// answers the health checks, and a sandbox that tells the time, and nothing else; it does so for
// the time of KAIIN_DRAIN longer.
func (a *App) WorkAlone(ctx context.Context) error {
	a.limit()
	end, err := a.startTelemetry(ctx)
	if err != nil {
		return err
	}
	defer end()
	var draining atomic.Bool
	checks := http.NewServeMux()
	checks.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	checks.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		err := a.ready(ctx)
		if draining.Load() {
			err = errors.New("stopping")
		}
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
	if told := a.Edge.Clock; told != nil {
		told.Move = a.takeClock
		checks.Handle("/internal/sandbox/clock", a.Edge)
	}
	return both(ctx, a.Work, func(ctx context.Context) error {
		return a.listen(ctx, checks, func() { draining.Store(true); a.drain(ctx) })
	})
}

// limit bounds what the process asks of PostgreSQL.
func (a *App) limit() {
	a.Store.LimitConnections(a.Config.DatabaseConnections)
	a.Store.LimitStatements(statementTime)
	if a.Lane != a.Store {
		a.Lane.LimitConnections(laneConnections)
		a.Lane.LimitStatements(laneStatementTime)
	}
}

// drain waits until a balancer that asks /readyz has noticed that it answers 503. A process that
// ends because a part of it has failed does not wait.
func (a *App) drain(ctx context.Context) {
	if errors.Is(context.Cause(ctx), errPartEnded) {
		return
	}
	a.Log.InfoContext(ctx, "stopping", "drain", a.Config.Drain.String())
	time.Sleep(a.Config.Drain)
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

// errPartEnded is why a process ends that no signal has ended.
var errPartEnded = errors.New("a part of the process has ended")

// both runs two things until the context ends or one of them does, and returns when both have.
func both(ctx context.Context, one, other func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan error, 2)
	for _, run := range []func(context.Context) error{one, other} {
		go func() {
			defer logs.Crash(ctx)
			defer cancel(errPartEnded)
			ended <- run(ctx)
		}()
	}
	return errors.Join(<-ended, <-ended)
}
