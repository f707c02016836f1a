package payment

import (
	"kaiin/ent"
	"kaiin/server/failpoint"
)

// The points of the money path at which a test may kill the process, in order.
const (
	pointAttempted  = "attempted"            // the attempt is committed, the provider knows nothing
	pointAuthorised = "authorised"           // the provider has authorised, we have kept nothing of it
	pointTracked    = "tracked"              // the tracking id is committed
	pointCommitted  = "committed-at-gateway" // the money has moved, we have not recorded it
	pointSettled    = "settled"              // the outcome is committed, nobody has been answered
)

// Failpoints are the names of all points: each is passed by every charge of its kind that succeeds.
var Failpoints = func() (names []string) {
	for _, kind := range []string{"purchase", "renewal"} {
		for _, point := range []string{pointAttempted, pointAuthorised, pointTracked, pointCommitted, pointSettled} {
			names = append(names, kind+"."+point)
		}
	}
	return names
}()

func reached(c *ent.Charge, point string) {
	kind := "renewal"
	if c.OrderID != nil {
		kind = "purchase"
	}
	failpoint.Reached(kind + "." + point)
}
