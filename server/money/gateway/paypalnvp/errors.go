package paypalnvp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kaiin/server/money/gateway"
)

// class is what an error code means for us.
type class string

const (
	declined   class = "declined"    // the agreement, this time
	lost       class = "lost"        // until the member does something at PayPal
	ended      class = "ended"       // the agreement was cancelled, or is none
	unapproved class = "unapproved"  // the token is not approved, spent or over
	duplicate  class = "duplicate"   // the invoice number was used
	wrongState class = "wrong state" // the money is not, or no longer, where the method needs it
	busy       class = "busy"        // turned away at the door
	trouble    class = "trouble"     // at PayPal, before the effect or after it
	rejected   class = "rejected"    // the message itself
)

// classes sorts the codes of PayPal's guide. One that is not in the table is a refusal of the
// message, never of an agreement for good.
var classes = func() map[string]class {
	byCode := map[string]class{}
	for c, codes := range map[class]string{
		declined:   "10202 10205 10207 10210 10212 10417 10422 10486 10606 10608 10610 10626 10628 11084 11091", // limits, risk, funding, the merchant's filters
		lost:       "10203 10204 10603",                                                                         // the member has to act; account closed or restricted
		ended:      "10201 10211 11451",                                                                         // cancelled, no such agreement
		unapproved: "10408 10409 10410 10411 10415 11455 11456",                                                 // token missing, another's, unknown, over, spent; agreement not accepted, made before
		duplicate:  "10206 10412 10624",
		wrongState: "10600 10601 10602 10618 10620 10621 10622", // voided, expired, completed
		busy:       "10014 10101",                               // too many calls, closed for a while
		trouble:    "10001",
		rejected:   "10002 10004 10007 10009 10209 10609 11302 11452",
	} {
		for code := range strings.FieldsSeq(codes) {
			byCode[code] = c
		}
	}
	return byCode
}()

// disabling are warnings with which a method is not carried out although its answer says that it
// was: 11452, the merchant may not charge by reference.
var disabling = []string{"11452"}

func classOf(code string) class {
	if c, known := classes[code]; known {
		return c
	}
	return rejected
}

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
	case busy, trouble:
		return gateway.ReasonTrouble
	}
	return gateway.ReasonRejected
}

// is tells whether an error is a refusal of the class.
func (c class) is(err error) bool {
	refused, ok := errors.AsType[*gateway.Error](err)
	return ok && classOf(refused.Code) == c
}

// method is one thing the API does. Its methods make the errors of a call; there are no others.
type method struct {
	name string
	// effect: it moves money or keeps an agreement, so that it matters whether a call without an
	// answer was carried out.
	effect bool
}

var (
	setCheckout = method{"SetExpressCheckout", false} // an unapproved one has no effect
	getCheckout = method{"GetExpressCheckoutDetails", false}
	create      = method{"CreateBillingAgreement", true}
	update      = method{"BillAgreementUpdate", false} // once more does no harm
	reference   = method{"DoReferenceTransaction", true}
	doCapture   = method{"DoCapture", true}
	doVoid      = method{"DoVoid", true}
	doRefund    = method{"RefundTransaction", true}
	details     = method{"GetTransactionDetails", false}
	search      = method{"TransactionSearch", false}
)

// judge makes an error of an answer that does not say that the method was carried out.
func (m method) judge(a answer) error {
	codes := a.codes()
	if a.succeeded() {
		if i := slices.IndexFunc(codes, func(code string) bool { return slices.Contains(disabling, code) }); i >= 0 {
			return m.rejected(codes[i])
		}
		return nil
	}
	code := "none"
	for _, c := range codes {
		if !digits(c) {
			continue
		}
		if _, known := classes[c]; known || code == "none" {
			code = c
		}
	}
	class := classOf(code)
	switch {
	case code == "none":
		return m.unclear("", "a failure without a code")
	case class == trouble:
		return m.unclear(code, "trouble at PayPal (%s)", code)
	}
	return m.refused(class.reason(), code)
}

func digits(code string) bool {
	for _, c := range code {
		if c < '0' || c > '9' {
			return false
		}
	}
	return code != "" && len(code) <= 8
}

func (m method) refused(reason gateway.Reason, code string) error {
	return fmt.Errorf("paypalnvp %s: %w", m.name, &gateway.Error{Reason: reason, Code: code})
}

func (m method) rejected(code string) error { return m.refused(gateway.ReasonRejected, code) }

// unclear is the error of a call that may have been carried out or not. The causes are told as
// text, not wrapped: a cancelled context must not hide that money may have moved.
func (m method) unclear(code, cause string, args ...any) error {
	if m.effect {
		return fmt.Errorf("paypalnvp %s: %s: %w", m.name, fmt.Sprintf(cause, args...), gateway.ErrUnknownOutcome)
	}
	return m.troubled(code, fmt.Sprintf(cause, args...))
}

// troubled is the error of a call that had no effect.
func (m method) troubled(code, cause string) error {
	return fmt.Errorf("paypalnvp %s: %s: %w", m.name, cause, &gateway.Error{Reason: gateway.ReasonTrouble, Code: code})
}

// badRequest is the error of a call that was not sent because it is wrong.
func (m method) badRequest(err error) error {
	return fmt.Errorf("paypalnvp %s: %w: %w", m.name, err, &gateway.Error{Reason: gateway.ReasonRejected})
}
