package edge

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"kaiin/server/fault"
	"kaiin/server/jsonbody"
	"kaiin/server/zapi"
)

// moveClock takes the sandbox's clock over: POST {offsetSeconds} with the bearer token. It answers when everything that has
// become due is done, which may take minutes. The route exists only where a sandbox is configured, hence never in production.
func (e *Edge) moveClock(w http.ResponseWriter, r *http.Request) {
	r = e.speaking(r)
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		zapi.WriteError(w, r, http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED")
		return
	}
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+e.Config.SandboxToken)) != 1 {
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
		zapi.WriteError(w, r, http.StatusBadRequest, fault.CodeInvalid)
		return
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // no deadline: the sandbox has one
	if err := e.MoveClock(r.Context(), time.Duration(seconds)*time.Second); err != nil {
		if f, ok := fault.As(err); ok {
			zapi.WriteError(w, r, f.Status(), f.Code)
			return
		}
		e.Log.ErrorContext(r.Context(), "moving the clock", "requestId", visitOf(r.Context()).id, "error", err.Error())
		zapi.WriteError(w, r, http.StatusInternalServerError, fault.CodeInternal)
		return
	}
	say(w, http.StatusOK, "ok")
}
