package edge

import "net/http"

// GzippedAtOnce is gzippedAtOnce, for tests.
var GzippedAtOnce = gzippedAtOnce

// Ask is ask, for tests.
func (e *Edge) Ask(r *http.Request) (asked *http.Request, pattern string) { return e.ask(r) }
