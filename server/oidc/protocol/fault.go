package protocol

import (
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ory/fosite"

	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/oidc"
)

// Errors that fosite has no name for.
var (
	errPending    = &fosite.RFC6749Error{ErrorField: "authorization_pending", DescriptionField: "The member has not answered yet.", CodeField: http.StatusBadRequest}
	errSlowDown   = &fosite.RFC6749Error{ErrorField: "slow_down", DescriptionField: "The device asks too often.", CodeField: http.StatusBadRequest}
	errExpired    = &fosite.RFC6749Error{ErrorField: "expired_token", DescriptionField: "The device code is over.", CodeField: http.StatusBadRequest}
	errRefused    = &fosite.RFC6749Error{ErrorField: "access_denied", DescriptionField: "The member has refused.", CodeField: http.StatusBadRequest}
	errSignedOut  = &fosite.RFC6749Error{ErrorField: "login_required", DescriptionField: "The member is not logged in any more.", CodeField: http.StatusBadRequest}
	errToken      = &fosite.RFC6749Error{ErrorField: "invalid_token", DescriptionField: "The token is unknown, over, or was ended.", CodeField: http.StatusUnauthorized}
	errUnmet      = &fosite.RFC6749Error{ErrorField: "unmet_authentication_requirements", DescriptionField: "The member cannot log in as the app asks.", CodeField: http.StatusBadRequest}
	errBusy       = &fosite.RFC6749Error{ErrorField: "temporarily_unavailable", DescriptionField: "Try again later.", CodeField: http.StatusServiceUnavailable}
	errTooMany    = &fosite.RFC6749Error{ErrorField: "temporarily_unavailable", DescriptionField: "Too many requests came from this network. Try again later.", CodeField: http.StatusTooManyRequests}
	errUnexpected = &fosite.RFC6749Error{ErrorField: "server_error", DescriptionField: "Something went wrong on our side.", CodeField: http.StatusInternalServerError}
)

// errNotEnough says that the token lacks the scope, or belongs to no member.
type errNotEnough struct {
	*fosite.RFC6749Error
	scope string
}

func (e *errNotEnough) Unwrap() error { return e.RFC6749Error }

func notEnough(scope string) error {
	return &errNotEnough{&fosite.RFC6749Error{ErrorField: "insufficient_scope", DescriptionField: "The token is not for this.", CodeField: http.StatusForbidden}, scope}
}

// known are the errors of package oidc, in the words of the protocol.
var known = map[error]*fosite.RFC6749Error{
	oidc.ErrUnknown: fosite.ErrInvalidGrant, oidc.ErrUsed: fosite.ErrInvalidGrant, oidc.ErrRedirect: fosite.ErrInvalidGrant, oidc.ErrVerifier: fosite.ErrInvalidGrant,
	oidc.ErrScope: fosite.ErrInvalidScope, oidc.ErrTooLong: fosite.ErrInvalidRequest, oidc.ErrPending: errPending, oidc.ErrSlowDown: errSlowDown, oidc.ErrExpired: errExpired, oidc.ErrRefused: errRefused,
}

// told is an error as the protocol tells it. An error that the caller did not cause is logged.
func told(r *http.Request, err error) *fosite.RFC6749Error {
	for one, as := range known {
		if errors.Is(err, one) {
			if hint := one.Error() + "."; !strings.EqualFold(hint, as.DescriptionField) {
				return as.WithHint(hint)
			}
			return as
		}
	}
	if as := new(fosite.RFC6749Error); errors.As(err, &as) {
		return as
	}
	switch f, _ := fault.As(err); {
	case f == nil:
	case f.Kind == fault.KindThrottled:
		return errTooMany
	case f.Kind == fault.KindUnauthenticated: // the session has ended since the call began: no caller caused it
		return errSignedOut
	}
	if store.FailureOf(r.Context(), err) != store.Broken {
		return errBusy
	}
	slog.ErrorContext(r.Context(), "the OpenID provider failed", "alarm", logs.OIDCFailed, "path", r.URL.Path, "error", err)
	return errUnexpected
}

// retryAfter says when anyone who asked too often may come back, and when to try again what cannot
// be answered at present.
func retryAfter(w http.ResponseWriter, as *fosite.RFC6749Error, err error) {
	wait := time.Duration(0)
	if f, ok := fault.As(err); ok {
		wait = f.RetryAfter
	}
	if wait == 0 && as.CodeField == http.StatusServiceUnavailable {
		wait = fault.RetrySoon
	}
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
}

// refuse answers an error as JSON (RFC 6749 5.2). A client that has not proved itself is told how
// it may.
func (e *Endpoints) refuse(w http.ResponseWriter, r *http.Request, err error) {
	as := told(r, err)
	if as.CodeField == http.StatusUnauthorized && as.ErrorField == fosite.ErrInvalidClient.ErrorField {
		w.Header().Set("WWW-Authenticate", `Basic realm="`+e.Provider.Issuer+`", charset="UTF-8"`)
	}
	retryAfter(w, as, err)
	answer(w, as.CodeField, map[string]string{"error": as.ErrorField, "error_description": described(as)})
}

// described is what an error says, in the characters that RFC 6749 5.2 and RFC 6750 3 allow: what
// the app itself has sent may hold others. What would be markup in a page is none of them.
func described(as *fosite.RFC6749Error) string {
	return strings.Map(func(c rune) rune {
		if c < 0x20 || c > 0x7e || strings.ContainsRune(`"\<>&`, c) {
			return '?'
		}
		return c
	}, as.GetDescription())
}

// refuseBearer answers an error of a call with an access token (RFC 6750 3).
func (e *Endpoints) refuseBearer(w http.ResponseWriter, r *http.Request, err error) {
	as := told(r, err)
	challenge := `Bearer realm="` + e.Provider.Issuer + `"`
	if err != errMissing {
		challenge += `, error="` + as.ErrorField + `", error_description="` + described(as) + `"`
	}
	if short := (*errNotEnough)(nil); errors.As(err, &short) {
		challenge += `, scope="` + short.scope + `"`
	}
	if as.CodeField < http.StatusInternalServerError {
		w.Header().Set("WWW-Authenticate", challenge)
	}
	retryAfter(w, as, err)
	answer(w, as.CodeField, map[string]string{"error": as.ErrorField, "error_description": described(as)})
}

// answer writes JSON that no cache keeps.
func answer(w http.ResponseWriter, status int, body any) {
	document, err := json.Marshal(body)
	if err != nil {
		panic(err) // only for what JSON has no form for
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Pragma", "no-cache")
	w.WriteHeader(status)
	_, _ = w.Write(document)
}
