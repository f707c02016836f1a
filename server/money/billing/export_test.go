package billing

// What the tests of this package, which stand outside it because their world builds on it, look at.
var (
	Freeze        = freeze
	HistoryRows   = (*Service).history
	HistoryLength = (*Service).historyLength
)
