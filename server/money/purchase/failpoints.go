package purchase

// The points at which a test may kill the process; those of an order's charge are payment's.
const (
	pointConfirmed   = "order.confirmed"   // what the member confirmed is committed, neither bank nor provider know of it
	pointTaken       = "order.taken"       // the unit and the use of a campaign are counted, not committed
	pointReturned    = "order.returned"    // the member is back from the bank, the order does not know yet
	pointCompleted   = "order.completed"   // what was bought is handed over, not committed
	pointUncompleted = "order.not-bought"  // that the order failed is written, not committed
	pointPlanChosen  = "order.plan-chosen" // the change of a contract's plan is committed, no answer was sent
	pointSwept       = "order.swept"       // orders whose time is over have been ended
)

// Failpoints are the names of all points.
var Failpoints = []string{pointConfirmed, pointTaken, pointReturned, pointCompleted, pointUncompleted, pointPlanChosen, pointSwept}
