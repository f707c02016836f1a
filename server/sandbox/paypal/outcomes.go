package paypal

import (
	"slices"

	"kaiin/server/sandbox/outcome"
)

// What a call or a notice can result in, apart from the outcomes that every service has.
const (
	agreementCancelled = "agreement_cancelled" // the member has ended the agreement at PayPal
	pending            = "pending"             // PayPal holds the capture back
	expiredToken       = "expired_token"       // the access token is over
	tooManyCalls       = "too_many"            // status 429
	failedAfter        = "failed_after"        // takes effect, status 500

	noticeTwice        = "webhook_doubled"
	noticeReordered    = "webhook_reordered"
	noticeBadSignature = "webhook_bad_signature"
	noticeOtherID      = "webhook_other_id"
	noticeForeignCert  = "webhook_foreign_cert"
	noticeLate         = "webhook_late"
	noticeLost         = "webhook_lost"
)

// Functions of both wires.
const (
	fnSetup     = "setup"
	fnVault     = "vault"
	fnForget    = "forget"
	fnOrder     = "order"
	fnAuthorize = "authorize"
	fnCapture   = "capture"
	fnVoid      = "void"
	fnRefund    = "refund"
	fnLookup    = "lookup"
	fnReport    = "report"

	nvpSet       = "SetExpressCheckout"
	nvpGet       = "GetExpressCheckoutDetails"
	nvpCreate    = "CreateBillingAgreement"
	nvpUpdate    = "BillAgreementUpdate"
	nvpReference = "DoReferenceTransaction"
	nvpCapture   = "DoCapture"
	nvpVoid      = "DoVoid"
	nvpRefund    = "RefundTransaction"
	nvpDetails   = "GetTransactionDetails"
	nvpSearch    = "TransactionSearch"
)

var noticeOutcomes = []string{noticeTwice, noticeReordered, noticeBadSignature, noticeOtherID, noticeForeignCert, noticeLate, noticeLost}

// Script is what may be scripted.
var Script = outcome.Service{
	Outcomes: append([]string{
		outcome.OK, outcome.Decline, outcome.HardDecline, agreementCancelled, pending, expiredToken, tooManyCalls, outcome.TimeoutBefore,
		outcome.TimeoutAfter, outcome.HTTP500, failedAfter, outcome.Slow, outcome.Duplicate, outcome.Cut, outcome.Doubled, outcome.Misencoded, outcome.WrongAmount,
	}, noticeOutcomes...),
	Functions: []string{
		fnSetup, fnVault, fnForget, fnOrder, fnAuthorize, fnCapture, fnVoid, fnRefund, fnLookup, fnReport,
		nvpSet, nvpGet, nvpCreate, nvpUpdate, nvpReference, nvpCapture, nvpVoid, nvpRefund, nvpDetails, nvpSearch,
	},
}

// usual are the functions that an outcome waits for when none is named.
var usual = map[string][]string{
	outcome.OK: {fnAuthorize, nvpReference}, outcome.Decline: {fnAuthorize, nvpReference}, outcome.HardDecline: {fnAuthorize, nvpReference},
	agreementCancelled: {fnAuthorize, nvpReference}, pending: {fnCapture, nvpCapture}, outcome.WrongAmount: {fnLookup, nvpDetails},
}

// movesMoney are the functions that every other outcome waits for.
var movesMoney = []string{fnAuthorize, fnCapture, fnVoid, fnRefund, nvpReference, nvpCapture, nvpVoid, nvpRefund}

// scripted takes what a call of the function shall come to.
func (s *Service) scripted(function string) outcome.Entry {
	e, _ := s.Queue.Take(Name, func(e outcome.Entry) bool {
		switch {
		case slices.Contains(noticeOutcomes, e.Outcome):
			return false
		case e.Function != "":
			return e.Function == function
		}
		meant, ok := usual[e.Outcome]
		if !ok {
			meant = movesMoney
		}
		return slices.Contains(meant, function)
	})
	return e
}
