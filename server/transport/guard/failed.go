package guard

import (
	"net/http"

	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/transport/visit"
)

// CodeOf is the code that a call is told with a status of Failed, or with the status of an error
// page.
func CodeOf(status int) fault.Code {
	switch status {
	case http.StatusNotFound:
		return fault.CodeNotFound
	case http.StatusServiceUnavailable:
		return fault.CodeUnavailable
	default:
		return fault.Internal
	}
}

// Failed is the status for an error that stopped a request and is no answer to the caller: 503
// where something cannot be asked or the time was up, 500 for a defect. It writes the one line
// about it. When the caller has gone it writes none and ends the request.
func (g *Guard) Failed(r *http.Request, during string, err error) int {
	failure, v := store.FailureOf(r.Context(), err), visit.Of(r.Context())
	if failure == store.Abandoned {
		panic(http.ErrAbortHandler)
	}
	g.Log.ErrorContext(r.Context(), during, "alarm", logs.RequestFailed, "path", v.Pattern, "error", err.Error())
	if f, ok := fault.As(err); ok && f.Kind == fault.KindUnavailable || failure == store.Busy {
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
