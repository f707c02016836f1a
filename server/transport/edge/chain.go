package edge

import (
	"net/http"
	"slices"
)

// middleware wraps a handler.
type middleware = func(http.Handler) http.Handler

// chain puts middleware before a handler, in the order in which a request passes it.
func chain(handler http.Handler, before ...middleware) http.Handler {
	for _, m := range slices.Backward(before) {
		handler = m(handler)
	}
	return handler
}
