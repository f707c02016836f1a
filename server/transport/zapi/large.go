package zapi

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/viewer"
)

// pictureBody is the most bytes of a call with a picture of 5 MB in base64.
const pictureBody = 7 << 20

// Large calls take memory: so many are read and answered at once, and others wait so long for
// a place.
const (
	largeAtOnce = 1
	largeWait   = 10 * time.Second
)

// room is how many bytes the body of a call may have. More than that of any other call is for
// members only, of routes that say so, and each such call has its place until leave is called.
// Calls that say that they are small need none. Fault: unavailable.
func (h *Handler) room(r *http.Request, route *route) (limit int64, leave func(), err error) {
	isSmall := r.ContentLength >= 0 && r.ContentLength <= jsonbody.Limit
	if route.most <= jsonbody.Limit || isSmall || !viewer.Actor(r.Context()).SignedIn() {
		return jsonbody.Limit, func() {}, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), largeWait)
	defer cancel()
	select {
	case h.large <- struct{}{}:
		debug.FreeOSMemory() // of the former one, before this one takes as much
		return route.most, func() { <-h.large }, nil
	case <-ctx.Done():
		return 0, nil, fault.Unavailable(fault.CodeUnavailable, errors.New("other large calls take their time"))
	}
}
