package reconciliation

// The points at which a test may kill the process, in order.
const (
	pointComparing       = "reconcile.comparing"        // a batch of the provider's list is compared and written, not committed
	pointCompared        = "reconcile.compared"         // it is committed, the next one and what it asks for are to come
	pointMissed          = "reconcile.missed"           // charges that are in no list are noted
	pointUnknownReturned = "reconcile.unknown-returned" // unknown money went back, not recorded
)

// Failpoints are the names of all points.
var Failpoints = []string{pointComparing, pointCompared, pointMissed, pointUnknownReturned}
