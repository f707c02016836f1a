package sbps

import (
	"errors"
	"fmt"

	"kaiin/server/money/gateway"
)

// function is one thing the API does. Its methods make the errors of a call; there are no others.
type function struct {
	id string
	// effect: it moves money or keeps a card, so that it matters whether a call without an answer
	// was carried out.
	effect bool
}

var (
	fnSaveCard     = function{"MG02-00131-101", true}
	fnUpdateCard   = function{"MG02-00132-101", true}
	fnDeleteCard   = function{"MG02-00103-101", false} // once more does no harm
	fnFindCard     = function{"MG02-00104-101", false}
	fnAuthenticate = function{"TA02-00101-101", false} // an unfinished one has no effect
	fnVerdict      = function{"TA02-00201-101", false}
	fnChargeTDS    = function{"ST01-00118-101", true}
	fnChargeSaved  = function{"ST01-00131-101", true}
	fnCommit       = function{"ST02-00101-101", true}
	fnRefund       = function{"ST02-00303-101", true}
	fnRefundPart   = function{"ST02-00307-101", true}
	fnLookup       = function{"MG01-00101-101", false}
)

// refuse is the error of an NG answer.
func (fn function) refuse(code string) error {
	class := classOf(code)
	if class == trouble {
		return fn.unclear(code, "trouble at the service (%s)", code)
	}
	return fn.refused(class.reason(), code)
}

func (fn function) refused(reason gateway.Reason, code string) error {
	return fmt.Errorf("sbps %s: %w", fn.id, &gateway.Error{Reason: reason, Code: code})
}

// unclear is the error of a call that may have been carried out or not. The causes are told as
// text, not wrapped: a cancelled context must not hide that money may have moved.
func (fn function) unclear(code, cause string, args ...any) error {
	if fn.effect {
		return fmt.Errorf("sbps %s: %s: %w", fn.id, fmt.Sprintf(cause, args...), gateway.ErrUnknownOutcome)
	}
	return fn.troubled(code, fmt.Sprintf(cause, args...))
}

func (fn function) troubled(code, cause string) error {
	return fmt.Errorf("sbps %s: %s: %w", fn.id, cause, &gateway.Error{Reason: gateway.ReasonTrouble, Code: code})
}

// unreachable is the error of a call for which no connection was made: it had no effect.
func (fn function) unreachable(cause error) error { return fn.troubled("", cause.Error()) }

// turnedAway is the error of a call that the service's door did not let in: it had no effect.
func (fn function) turnedAway(status int) error {
	return fn.refused(gateway.ReasonRejected, fmt.Sprintf("HTTP %d", status))
}

// badRequest is the error of a call that was not sent. Tokens come from the browser, everything
// else from us.
func (fn function) badRequest(err error) error {
	reason := gateway.ReasonRejected
	if bad, ok := errors.AsType[*badField](err); ok && tokenFields[bad.name] {
		reason = gateway.ReasonToken
	}
	return fmt.Errorf("sbps %s: %w: %w", fn.id, err, &gateway.Error{Reason: reason})
}
