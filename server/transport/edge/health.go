package edge

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kaiin/server/base/store"
)

const readyPatience = 3 * time.Second

// health answers the checks of whatever runs this program.
type health struct{ edge *Edge }

// Mount puts /healthz and /readyz on the mux.
func (h health) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	mux.Handle("/healthz", before(http.HandlerFunc(h.alive)))
	mux.Handle("/readyz", before(http.HandlerFunc(h.ready)))
}

// alive says that the process runs, whatever the state of what it depends on.
func (health) alive(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") }

// ready says whether members can be sent here: the database answers and is migrated, Next answers, and no stop has begun. What
// is wrong goes to the log.
func (h health) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyPatience)
	defer cancel()
	err := errors.Join(h.edge.Ready(ctx), h.edge.nextAnswers(ctx))
	if h.edge.draining.Load() {
		err = errors.New("stopping")
	}
	if store.FailureOf(r.Context(), err) == store.Abandoned {
		panic(http.ErrAbortHandler)
	}
	if err != nil {
		h.edge.Log.WarnContext(r.Context(), "not ready", "error", err.Error())
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
