package endpoints

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"kaiin/server/money/gateway"
	"kaiin/server/transport/paths"
	"kaiin/server/transport/visit"
)

// Notices takes what providers of payment tell us of their own accord.
type Notices struct {
	Site

	// Receive keeps a notice of a network (actor.Actor.Network) and tells what to answer: 404 for a
	// provider that tells us nothing, 429 to a network that has sent too much that no provider did.
	Receive func(ctx context.Context, provider, network string, header http.Header, body []byte) (status int, answer string)

	busy chan struct{}
}

// noticesAtOnce bounds how many notices are verified at once, which may ask the provider: strangers
// can send as many as they like. A provider that is turned away sends its notice again.
const noticesAtOnce = 16

// noticePatience is how long the body of a notice may take to come.
const noticePatience = 10 * time.Second

// Mount puts the addresses for notices on the mux.
func (n *Notices) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	const pattern = paths.Notice + "{provider}"
	n.busy = make(chan struct{}, noticesAtOnce)
	only := n.Pages.Only(n.take, http.MethodPost)
	mux.Handle(pattern, before(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visit.Of(r.Context()).Pattern = pattern // a stranger may have made the rest up
		only.ServeHTTP(w, r)
	})))
}

// take reads a notice as a whole, and then has it verified and kept. It comes from another origin,
// with no session. Only its signature tells whether it can be trusted.
func (n *Notices) take(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetReadDeadline(visit.Now().Add(noticePatience)) // where it cannot be set, the server's own holds
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, gateway.MaxNotice))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		n.answer(w, http.StatusRequestEntityTooLarge, "")
		return
	case err != nil:
		n.answer(w, http.StatusBadRequest, "")
		return
	}
	select {
	case n.busy <- struct{}{}:
		defer func() { <-n.busy }()
	default:
		w.Header().Set("Retry-After", "60")
		n.answer(w, http.StatusServiceUnavailable, "")
		return
	}
	status, text := n.Receive(r.Context(), r.PathValue("provider"), visit.Of(r.Context()).Stranger().Actor.Network(), r.Header, body)
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "60")
	}
	n.answer(w, status, text)
}

func (n *Notices) answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
