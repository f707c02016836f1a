package paypal

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"kaiin/server/money/gateway"
)

// class is what an issue of a refusal means for us.
type class string

const (
	declined   class = "declined"      // the wallet, this time
	lost       class = "lost"          // the wallet, until its owner does something
	ended      class = "ended"         // the wallet is no longer ours: its owner ended it at PayPal, or it never was
	unapproved class = "unapproved"    // the setup token is not approved, spent or over
	duplicate  class = "duplicate"     // the order was paid, or its number used before
	wrongState class = "wrong state"   // the money is not, or no longer, where the call needs it: it may be where the call wants it
	underWay   class = "under way"     // an earlier try has not come to its end
	missing    class = "missing"       // there is no such thing
	rejected   class = "rejected"      // the request itself
	trouble    class = "trouble there" // nothing happened
)

// issues sorts details[].issue. An issue that is not in the table is a refusal of the request:
// never of a wallet for good.
var issues = func() map[string]class {
	byIssue := map[string]class{}
	for c, names := range map[class]string{
		declined: `INSTRUMENT_DECLINED PAYER_CANNOT_PAY PAYER_ACTION_REQUIRED TRANSACTION_REFUSED TRANSACTION_LIMIT_EXCEEDED
			MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED DECLINED_DUE_TO_RELATED_TXN REDIRECT_PAYER_FOR_ALTERNATE_FUNDING AUTHORIZATION_DENIED`,
		lost:       `PAYER_ACCOUNT_LOCKED_OR_CLOSED PAYER_ACCOUNT_RESTRICTED COMPLIANCE_VIOLATION`,
		ended:      `AGREEMENT_ALREADY_CANCELLED BILLING_AGREEMENT_NOT_FOUND TOKEN_ID_NOT_FOUND`,
		unapproved: `SETUP_TOKEN_NOT_APPROVED PAYMENT_SOURCE_NOT_APPROVED TOKEN_NOT_FOUND INVALID_SETUP_TOKEN SETUP_TOKEN_EXPIRED`,
		duplicate:  `DUPLICATE_INVOICE_ID ORDER_ALREADY_AUTHORIZED ORDER_ALREADY_CAPTURED ORDER_ALREADY_COMPLETED`,
		wrongState: `AUTHORIZATION_ALREADY_CAPTURED AUTHORIZATION_VOIDED AUTHORIZATION_EXPIRED PREVIOUSLY_CAPTURED PREVIOUSLY_VOIDED
			CANNOT_BE_VOIDED CAPTURE_FULLY_REFUNDED PENDING_CAPTURE`,
		underWay: `ORDER_COMPLETION_IN_PROGRESS PREVIOUS_REQUEST_IN_PROGRESS`,
		missing:  `INVALID_RESOURCE_ID`,
		trouble:  `RATE_LIMIT_REACHED`,
	} {
		for name := range strings.FieldsSeq(names) {
			byIssue[name] = c
		}
	}
	return byIssue
}()

func (c class) reason() gateway.Reason {
	switch c {
	case declined:
		return gateway.ReasonDeclined
	case lost:
		return gateway.ReasonHardDecline
	case ended:
		return gateway.ReasonEnded
	case unapproved:
		return gateway.ReasonDeclined
	case duplicate:
		return gateway.ReasonDuplicate
	case trouble:
		return gateway.ReasonTrouble
	}
	return gateway.ReasonRejected
}

// is tells whether an error is a refusal of the class.
func (c class) is(err error) bool {
	refused, ok := errors.AsType[*gateway.Error](err)
	return ok && classOf(refused.Code) == c
}

// classOf reads the code of a refusal: an issue, or HTTP and a status.
func classOf(code string) class {
	if c, known := issues[code]; known {
		return c
	}
	switch code {
	case "HTTP 404":
		return missing
	case "HTTP 429":
		return trouble
	}
	return rejected
}

// operation is one thing the API does. Its methods make the errors of a call; there are no others.
type operation struct {
	name string
	// effect: it moves money or keeps a wallet, so that it matters whether a call without an answer
	// was carried out.
	effect bool
}

var (
	opBegin     = operation{"setup token", false} // an unapproved one has no effect
	opFinish    = operation{"payment token", true}
	opDelete    = operation{"delete payment token", false} // once more does no harm
	opList      = operation{"payment tokens", false}
	opCreate    = operation{"create order", false} // an order without a source moves nothing
	opAuthorize = operation{"authorize order", true}
	opCapture   = operation{"capture authorization", true}
	opVoid      = operation{"void authorization", true}
	opRefund    = operation{"refund capture", true}
	opLookup    = operation{"order", false}
	opVerify    = operation{"verify webhook", false}
	opReport    = operation{"transactions", false}
	opTaken     = operation{"capture", false}
)

// problem is the body of a refusal.
type problem struct {
	Name    string `json:"name"`
	Details []struct {
		Issue string `json:"issue"`
	} `json:"details"`
}

// refuse is the error of an answer that is none of success. A refusal whose body cannot be read is
// one all the same: its status says that nothing was carried out.
func (op operation) refuse(status int, text []byte) error {
	switch {
	case status >= 500, status == http.StatusRequestTimeout, status < 400:
		return op.unclear(fmt.Sprintf("HTTP %d", status), "HTTP %d", status)
	}
	var p problem
	code := fmt.Sprintf("HTTP %d", status)
	if err := decode(text, &p); err == nil {
		for _, d := range p.Details {
			if d.Issue = clean(d.Issue); d.Issue == "" {
				continue
			}
			if _, known := issues[d.Issue]; known || !strings.Contains(code, "_") {
				code = d.Issue
			}
		}
	}
	class := classOf(code)
	if op == opFinish && status == http.StatusUnprocessableEntity && class == rejected {
		class = unapproved // the issues of the vault are not public; the member can begin anew
	}
	switch {
	case class == underWay, status == http.StatusConflict && class == rejected:
		return op.unclear(code, "an earlier call is under way (%s)", code)
	default:
		return op.refused(class.reason(), code)
	}
}

// clean is an issue that may be shown: capital letters, digits and underscores, or nothing.
func clean(issue string) string {
	for _, c := range issue {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' {
			return ""
		}
	}
	if len(issue) > 80 {
		return ""
	}
	return issue
}

func (op operation) refused(reason gateway.Reason, code string) error {
	return fmt.Errorf("paypal %s: %w", op.name, &gateway.Error{Reason: reason, Code: code})
}

// unclear is the error of a call that may have been carried out or not. The causes are told as
// text, not wrapped: a cancelled context must not hide that money may have moved.
func (op operation) unclear(code, cause string, args ...any) error {
	if op.effect {
		return fmt.Errorf("paypal %s: %s: %w", op.name, fmt.Sprintf(cause, args...), gateway.ErrUnknownOutcome)
	}
	return op.troubled(code, fmt.Sprintf(cause, args...))
}

// troubled is the error of a call that had no effect.
func (op operation) troubled(code, cause string) error {
	return fmt.Errorf("paypal %s: %s: %w", op.name, cause, &gateway.Error{Reason: gateway.ReasonTrouble, Code: code})
}

// noToken is the error of a call that was not sent, since there is no access token for it.
func (op operation) noToken(err error) error {
	if status, refused := errors.AsType[turnedAway](err); refused {
		return op.refused(gateway.ReasonRejected, fmt.Sprintf("HTTP %d", int(status)))
	}
	if errors.Is(err, context.Canceled) {
		return op.troubled("", "given up before anything was sent")
	}
	return op.troubled("", err.Error())
}

// badRequest is the error of a call that was not sent because it is wrong.
func (op operation) badRequest(err error) error {
	return fmt.Errorf("paypal %s: %w: %w", op.name, err, &gateway.Error{Reason: gateway.ReasonRejected})
}
