package payment

import (
	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/base/failpoint"
)

// The points of the money path at which a test may kill the process, in order.
const (
	pointAttempted  = "attempted"            // the attempt is committed, the provider knows nothing
	pointNamed      = "named"                // the provider's own name for the order is kept, no amount is held; not passed where it finds orders by our id
	pointAuthorised = "authorised"           // the provider has authorised, we have not kept that
	pointTracked    = "tracked"              // the tracking id is committed
	pointCommitted  = "committed-at-gateway" // the money has moved, we have not recorded it
	pointSettled    = "settled"              // the outcome is committed, nothing follows from it yet
	pointApplied    = "applied"              // what follows from it is committed, no answer was sent

	pointRefundAttempted   = "refund.attempted"           // a refund is committed and taken up, the provider knows nothing
	pointRefundAsked       = "refund.asked"               // that the provider is going to be asked is committed
	pointRefundedAtGateway = "refund.refunded-at-gateway" // the money has gone back, we have not recorded it
	pointRefundDone        = "refund.done"                // the refund is recorded

	pointRecording = "charge.recording" // the outcome and what becomes of the bill are written, not committed
	pointApplying  = "charge.applying"  // what follows from the outcome is written, not committed
	pointUnknown   = "charge.unknown"   // that the outcome is open is committed
	pointResolving = "charge.resolving" // an open charge is taken up again, the provider is not asked yet
	pointSwept     = "charge.swept"     // charges without a worker have been given jobs

	pointChallenged = "card.challenged" // the provider has begun 3-D Secure, we have not kept that
	pointJudged     = "card.judged"     // the verdict of 3-D Secure is committed

	pointAgreed    = "method.agreed"    // what was agreed to is known, not kept; not for cards
	pointLinked    = "method.linked"    // what a notice tells of a form is written, not committed
	pointEnding    = "method.ending"    // that an agreement was ended at the provider is written, not committed
	pointForgotten = "method.forgotten" // the provider has forgotten a method, the job does not know it

	pointNoticeRead   = "notice.read"     // a notice is verified, and not kept
	pointNoticeKept   = "notice.kept"     // it is kept, the provider is not answered
	pointNoticeActing = "notice.acting"   // it is taken up, nothing is asked or done yet
	pointNoticeActed  = "notice.acted-on" // what follows from it is committed, and not that it was acted on
)

// Failpoints are the names of all points: those of purchases, renewals and refunds are passed by
// each of them that succeeds.
var Failpoints = func() (names []string) {
	for _, kind := range []string{"purchase", "renewal"} {
		for _, point := range []string{pointAttempted, pointAuthorised, pointTracked, pointCommitted, pointSettled, pointApplied} {
			names = append(names, kind+"."+point)
		}
	}
	return append(names, pointRefundAttempted, pointRefundAsked, pointRefundedAtGateway, pointRefundDone,
		pointRecording, pointApplying, pointUnknown, pointResolving, pointSwept, pointChallenged, pointJudged,
		pointAgreed, pointLinked, pointEnding, pointForgotten, pointNoticeRead, pointNoticeKept, pointNoticeActing, pointNoticeActed)
}()

func reached(c *ent.Charge, point string) {
	kind := "renewal"
	if c.Initiator == charge.InitiatorMember {
		kind = "purchase"
	}
	failpoint.Reached(kind + "." + point)
}
