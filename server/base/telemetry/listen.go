package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"kaiin/server/base/logs"
)

// longestProfile bounds an answer: a profile is taken for as long as its caller says.
const longestProfile = 2 * time.Minute

// Listen answers /metrics and /debug/pprof/ on the address, until the function that it returns is
// called. From now on things are measured.
func Listen(ctx context.Context, address string, log *slog.Logger) (end func(), err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Handler: Handler(), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: longestProfile, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: logs.OfServer(log),
	}
	ended := make(chan error, 1)
	go func() {
		defer logs.Crash(ctx)
		ended <- server.Serve(listener)
	}()
	unregister := Observe(aboutBuild)
	beginAll()
	measuring.Store(true)
	log.InfoContext(ctx, "telemetry", "address", listener.Addr().String())
	return func() {
		measuring.Store(false)
		unregister()
		_ = server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			log.WarnContext(ctx, "the listener of telemetry ended by an error", "error", fmt.Sprint(err))
		}
	}, nil
}

// Handler answers /metrics and /debug/pprof/. It is for a listener of its own: a caller who reaches
// it can make the process work and read what it does.
func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4, Timeout: 10 * time.Second}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
