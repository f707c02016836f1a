package edge

import (
	"net/http"

	"kaiin/server/base/fault"
	"kaiin/server/base/store"
)

func codeOf(status int) fault.Code {
	switch status {
	case http.StatusNotFound:
		return fault.CodeNotFound
	case http.StatusServiceUnavailable:
		return fault.CodeUnavailable
	default:
		return fault.Internal
	}
}

// failed is the status for an error that stopped a request and is no answer to the caller: 503
// where something cannot be asked or the time was up, 500 for a defect. It writes the one line
// about it. When the caller has gone it writes none and ends the request.
func (e *Edge) failed(r *http.Request, during string, err error) int {
	failure, v := store.FailureOf(r.Context(), err), visitOf(r.Context())
	if failure == store.Abandoned {
		panic(http.ErrAbortHandler)
	}
	e.Log.ErrorContext(r.Context(), during, "requestId", v.id, "path", v.pattern, "error", err.Error())
	if f, ok := fault.As(err); ok && f.Kind == fault.KindUnavailable || failure == store.Busy {
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
