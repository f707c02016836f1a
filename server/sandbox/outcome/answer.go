package outcome

import (
	"context"
	"io"
	"net/http"
	"time"
)

// How long is waited unless the entry says.
const (
	shortDelay = 200 * time.Millisecond // before a connection is dropped without an answer
	longDelay  = 3 * time.Second        // before a slow answer
)

// InternalServerError is the answer of HTTP500.
func InternalServerError(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusInternalServerError)
	_, _ = io.WriteString(w, "<html><body><h1>500 Internal Server Error</h1></body></html>")
}

// Linger waits before a slow answer.
func (e Entry) Linger(ctx context.Context) { e.wait(ctx, longDelay) }

// HangUp waits and drops the connection without an answer. It does not return.
func (e Entry) HangUp(ctx context.Context) {
	e.wait(ctx, shortDelay)
	panic(http.ErrAbortHandler)
}

// Leave drops the connection without an answer and returns at once, so that the call can go on.
func Leave(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_ = conn.Close()
}

// wait ends early when the caller has gone.
func (e Entry) wait(ctx context.Context, otherwise time.Duration) {
	if e.Delay > 0 {
		otherwise = e.Delay
	}
	select {
	case <-ctx.Done():
	case <-time.After(otherwise):
	}
}
