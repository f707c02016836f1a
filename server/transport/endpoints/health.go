package endpoints

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"kaiin/server/base/store"
)

const readyPatience = 3 * time.Second

// Health answers the checks of whatever runs this program.
type Health struct {
	Site

	// Ready is nil when everything behind the pages works.
	Ready func(ctx context.Context) error

	draining atomic.Bool
}

// Drain makes the readiness check fail, so that no new callers are sent here before the server
// stops.
func (h *Health) Drain() { h.draining.Store(true) }

// Mount puts /healthz and /readyz on the mux.
func (h *Health) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	mux.Handle("/healthz", before(http.HandlerFunc(h.alive)))
	mux.Handle("/readyz", before(http.HandlerFunc(h.ready)))
}

// alive says that the process runs, whatever the state of what it depends on.
func (*Health) alive(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") }

// ready says whether members can be sent here: the database answers and is migrated, Next answers,
// and no stop has begun. What is wrong goes to the log.
func (h *Health) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyPatience)
	defer cancel()
	err := errors.Join(h.Ready(ctx), h.Pages.Answers(ctx))
	if h.draining.Load() {
		err = errors.New("stopping")
	}
	if store.FailureOf(r.Context(), err) == store.Abandoned {
		panic(http.ErrAbortHandler)
	}
	if err != nil {
		h.Log.WarnContext(r.Context(), "not ready", "error", err.Error())
		say(w, http.StatusServiceUnavailable, "not ready")
		return
	}
	say(w, http.StatusOK, "ready")
}

func say(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(word + "\n"))
}
