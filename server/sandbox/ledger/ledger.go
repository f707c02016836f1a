package ledger

import (
	"slices"
	"time"
)

// Kinds of entry.
const (
	Charge = "charge"
	Refund = "refund"
)

// Statuses of an entry.
const (
	Authorized = "authorized" // charge: the amount is held on the card, no money has moved
	Settled    = "settled"    // charge: the money has moved
	Cancelled  = "cancelled"  // charge: the hold was released before any money moved
	Expired    = "expired"    // charge: the hold ran out before any money moved
	Refunded   = "refunded"   // refund: the money has gone back
)

// Entry is one charge or one refund. Amounts are yen and always positive.
type Entry struct {
	Provider   string    `json:"provider"`
	Kind       string    `json:"kind"`
	OrderID    string    `json:"orderId"`
	TrackingID string    `json:"trackingId"`
	CustCode   string    `json:"custCode"`
	Card       string    `json:"card"` // masked number
	Amount     int       `json:"amount"`
	Status     string    `json:"status"`
	At         time.Time `json:"at"` // when the status was reached, by the sandbox's clock
}

// Kept is, for every order id with money settled, what was settled and did not go back.
func Kept(entries []Entry) map[string]int {
	kept := map[string]int{}
	for _, e := range entries {
		switch e.Status {
		case Settled:
			kept[e.OrderID] += e.Amount
		case Refunded:
			kept[e.OrderID] -= e.Amount
		}
	}
	return kept
}

// Sort puts entries in the order in which they came to their status, oldest first.
func Sort(entries []Entry) {
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.At.Compare(b.At) })
}
