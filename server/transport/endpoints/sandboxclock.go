package endpoints

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/zapi"
)

// SandboxClock takes the sandbox's clock over. It exists only where a sandbox is configured, so
// never in production.
type SandboxClock struct {
	Site

	// Move takes over the sandbox's clock and answers when everything due has been done.
	Move func(ctx context.Context, offset time.Duration) error
}

// Mount puts the clock's path on the mux.
func (c *SandboxClock) Mount(mux *http.ServeMux, before func(http.Handler) http.Handler) {
	mux.Handle("/internal/sandbox/clock", before(http.HandlerFunc(c.move)))
}

// move answers POST {offsetSeconds} with the bearer token, when everything that has become due is
// done, which may take minutes.
func (c *SandboxClock) move(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		zapi.WriteError(w, r, http.StatusMethodNotAllowed, fault.MethodNotAllowed)
		return
	}
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+c.Config.SandboxToken)) != 1 {
		zapi.WriteError(w, r, http.StatusUnauthorized, fault.CodeUnauthenticated)
		return
	}
	body, err := jsonbody.Read(w, r)
	var refused *jsonbody.Error
	if errors.As(err, &refused) {
		zapi.WriteError(w, r, refused.Status, refused.Code)
		return
	}
	number, _ := body["offsetSeconds"].(json.Number)
	seconds, err := number.Int64()
	if err != nil || seconds < 0 || len(body) != 1 {
		zapi.WriteError(w, r, http.StatusBadRequest, fault.InvalidRequest)
		return
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // no deadline: the sandbox has one
	err = c.Move(r.Context(), time.Duration(seconds)*time.Second)
	c.Pages.Forget() // pages of the time before
	if err != nil {
		if f, ok := fault.As(err); ok {
			zapi.WriteError(w, r, f.Status(), f.Code)
			return
		}
		status := c.Guard.Failed(r, "moving the clock", err)
		zapi.WriteError(w, r, status, guard.CodeOf(status))
		return
	}
	say(w, http.StatusOK, "ok")
}
