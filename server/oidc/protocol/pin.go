package protocol

import (
	"errors"
	"math"
	"net/http"
	"strconv"

	"github.com/ory/fosite"

	"kaiin/server/base/fault"
	"kaiin/server/base/jsonbody"
	"kaiin/server/identity/pin"
	"kaiin/server/oidc"
)

// Errors of PINs, of our own.
var (
	errWrongPin  = &fosite.RFC6749Error{ErrorField: "wrong_pin", DescriptionField: "That is not the PIN.", CodeField: http.StatusUnprocessableEntity}
	errPinNotSet = &fosite.RFC6749Error{ErrorField: "pin_not_set", DescriptionField: "The member has no PIN.", CodeField: http.StatusConflict}
	errNoPins    = &fosite.RFC6749Error{ErrorField: "not_found", DescriptionField: "The store has no PINs.", CodeField: http.StatusNotFound}
	errTooOften  = &fosite.RFC6749Error{ErrorField: "too_many_tries", DescriptionField: "Wrong PINs were tried. Wait retry_after seconds.", CodeField: http.StatusTooManyRequests}
)

// checkPin tells an app whether the digits are the PIN of the member whose access token it sends.
// The body is a JSON object, {"pinCode": "1234"}.
//
//	200 {"verified": true}
//	422 wrong_pin
//	409 pin_not_set
//	429 too_many_tries    with retry_after, in seconds, and Retry-After
//	400 invalid_request   not such an object, or not four digits; no try is counted
//	401, 403              RFC 6750: invalid_token, insufficient_scope
//	404 not_found         in a store without PINs
//	503 temporarily_unavailable
func (e *Endpoints) checkPin(w http.ResponseWriter, r *http.Request) {
	text, err := bearerHeader(r)
	var token *oidc.Token
	if err == nil {
		token, err = e.memberToken(r, text, oidc.ScopePin)
	}
	if err != nil {
		e.refuseBearer(w, r, err)
		return
	}
	digits, err := pinOf(w, r)
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	switch right, err := e.Pins.Check(r.Context(), token.Family.AccountID, pin.Apps, digits); {
	case err != nil:
		e.refusePin(w, r, err)
	case !right:
		e.refuse(w, r, errWrongPin)
	default:
		answer(w, http.StatusOK, map[string]bool{"verified": true})
	}
}

// pinOf are the digits that the body holds, and nothing else.
func pinOf(w http.ResponseWriter, r *http.Request) (string, error) {
	body, err := jsonbody.Read(w, r)
	if err != nil {
		return "", fosite.ErrInvalidRequest.WithHint("The body must be a JSON object.")
	}
	digits, ok := body["pinCode"].(string)
	if !ok || len(body) != 1 {
		return "", fosite.ErrInvalidRequest.WithHint("The body must hold pinCode, a string of digits, and nothing else.")
	}
	return digits, nil
}

// refusePin answers what package pin says.
func (e *Endpoints) refusePin(w http.ResponseWriter, r *http.Request, err error) {
	f, _ := fault.As(err)
	switch {
	case errors.Is(err, pin.ErrNotSet):
		err = errPinNotSet
	case f == nil:
	case f.Kind == fault.KindThrottled:
		seconds := int(math.Ceil(f.RetryAfter.Seconds()))
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
		answer(w, errTooOften.CodeField, map[string]any{"error": errTooOften.ErrorField, "error_description": described(errTooOften), "retry_after": seconds})
		return
	case f.Kind == fault.KindInvalid:
		err = fosite.ErrInvalidRequest.WithHint("pinCode must have four digits.")
	case f.Kind == fault.KindNotFound:
		err = errNoPins
	case f.Kind == fault.KindUnavailable:
		err = errBusy
	}
	e.refuse(w, r, err)
}
