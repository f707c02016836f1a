package edge

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"kaiin/server/base/logs"
	"kaiin/server/transport/guard"
)

const drainPatience = 30 * time.Second

// Serve answers on the listener until the context ends; then it lets open requests finish.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, drain func(), log *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
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
