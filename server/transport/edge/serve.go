package edge

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"kaiin/server/base/logs"
	"kaiin/server/transport/guard"
)

const drainPatience = 30 * time.Second

// Serve answers on the listener until the context ends. Then it calls drain and goes on to answer
// until that returns, but keeps no connection open after an answer, so that callers make their next
// one elsewhere. In the end it closes the listener and lets open requests finish.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, drain func(), log *slog.Logger) error {
	var draining atomic.Bool
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if draining.Load() {
				w.Header().Set("Connection", "close")
			}
			handler.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      guard.Patience + 30*time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          logs.OfServer(log),
	}
	failed := make(chan error, 1)
	go func() {
		defer logs.Crash(ctx)
		failed <- server.Serve(listener)
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	draining.Store(true)
	drain()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainPatience)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		_ = server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
