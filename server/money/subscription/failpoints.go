package subscription

// The points at which a test may kill the process; those of a contract's charge are payment's.
const (
	pointSwept     = "contract.swept"      // contracts on which something is due have been given jobs
	pointPrepared  = "contract.prepared"   // what is due is decided and written, not committed
	pointWaived    = "contract.waived"     // a period that went by is waived, not committed
	pointRenewed   = "contract.renewed"    // the next term is written, not committed
	pointRefused   = "contract.refused"    // a refusal is written, not committed
	pointHeld      = "contract.held"       // the hold is written, not committed
	pointHoldEnded = "contract.hold-ended" // the end of a contract that was on hold for too long is written, not committed
	pointEnded     = "contract.ended"      // the end is written, what it owes and entitled to is not
	pointCancelled = "contract.cancelled"  // the cancellation is committed, no answer was sent
	pointUndone    = "contract.undone"     // taking it back is committed, no answer was sent
	pointPlanKept  = "contract.plan-kept"  // taking the choice of a plan back is committed, no answer was sent

	pointPlanSwitched = "contract.plan-switched" // the contract is of the plan that was chosen, not committed
)

// Failpoints are the names of all points.
var Failpoints = []string{
	pointSwept, pointPrepared, pointWaived, pointRenewed, pointRefused, pointHeld, pointHoldEnded, pointEnded, pointCancelled, pointUndone,
	pointPlanKept, pointPlanSwitched,
}
