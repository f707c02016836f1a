package guard

import (
	"net/http"
	"slices"
)

// Middleware wraps a handler.
type Middleware = func(http.Handler) http.Handler

// Chain puts middleware before a handler, in the order in which a request passes it.
func Chain(handler http.Handler, before ...Middleware) http.Handler {
	for _, m := range slices.Backward(before) {
		handler = m(handler)
	}
	return handler
}
