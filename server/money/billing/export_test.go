package billing

// What the tests of this package look at. They are outside it because their world builds on it.
var (
	KeepSeller    = keepSeller
	HistoryRows   = (*Service).history
	HistoryLength = (*Service).historyLength
)
