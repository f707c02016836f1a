package acts

// Where a process may die (package failpoint): between an effect, its act and the answer. The act
// of a read has no effect: it is committed before anything is read.
const (
	pointEffect  = "acts.effect"  // something is done, and its act is not written; neither is committed
	pointWritten = "acts.written" // both are written, and not committed
	pointDone    = "acts.done"    // both are committed, and the caller does not know it
)

// Failpoints are the names of all points.
var Failpoints = []string{pointEffect, pointWritten, pointDone}
