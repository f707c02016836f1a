package providerbilling

// The points at which a test may kill the process, in order.
const (
	pointMonthsKeeping = "months.keeping" // lines of a provider's file are written, not committed
	pointMonthsKept    = "months.kept"    // they are committed, further lines are to come
	pointMonthApplying = "month.applying" // what a month means is written, not committed
	pointMonthBooked   = "month.booked"   // its charge is committed, nothing follows from that yet
	pointMonthApplied  = "month.applied"  // what follows from it is committed, the job does not know it
)

// Failpoints are the names of all points.
var Failpoints = []string{pointMonthsKeeping, pointMonthsKept, pointMonthApplying, pointMonthBooked, pointMonthApplied}
