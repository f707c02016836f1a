package paymenttest

import (
	"slices"
	"time"

	"kaiin/server/money/gateway"
)

// Entry is a line of the provider's ledger.
type Entry struct {
	OrderID          string
	CustomerCode     string
	AuthenticationID string
	Amount, Tax      int
	State            gateway.TransactionState
	TrackingID       string
	SettledAt        time.Time // zero: never
	Refunds          []Refunded
}

// Refunded is money of an entry that went back, in yen.
type Refunded struct {
	Amount int
	At     time.Time
}

// Refunded is what has gone back of what was settled, in yen.
func (e Entry) Refunded() (yen int) {
	for _, r := range e.Refunds {
		yen += r.Amount
	}
	return yen
}

// Kept is what the entry took and did not give back, in yen.
func (e Entry) Kept() int {
	if e.SettledAt.IsZero() {
		return 0
	}
	return e.Amount - e.Refunded()
}

func (e Entry) copied() Entry {
	e.Refunds = slices.Clone(e.Refunds)
	return e
}

// Cards is how many cards the provider keeps.
func (g *Gateway) Cards() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.cards)
}

// Ledger is what was authorised or settled, in no order.
func (g *Gateway) Ledger() (entries []Entry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range g.entries {
		entries = append(entries, e.copied())
	}
	return entries
}

// Entry is the ledger's line of the order id; the zero Entry when there is none.
func (g *Gateway) Entry(orderID string) Entry {
	g.mu.Lock()
	defer g.mu.Unlock()
	if e := g.entries[orderID]; e != nil {
		return e.copied()
	}
	return Entry{}
}

// Settled is how many transactions took money and did not give all of it back, and how much they
// kept together.
func (g *Gateway) Settled() (count, yen int) {
	for _, e := range g.Ledger() {
		if e.State == gateway.TransactionSettled {
			count, yen = count+1, yen+e.Kept()
		}
	}
	return count, yen
}

// Book adds a settled entry that we never asked for, as of the given moment: what reconciliation
// has to find.
func (g *Gateway) Book(e Entry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	e.State, e.TrackingID = gateway.TransactionSettled, g.nextTracking()
	if e.SettledAt.IsZero() {
		e.SettledAt = g.Clock.Now()
	}
	g.entries[e.OrderID] = &e
}

// Misreport changes what every later list of settlements says: edit gets the true list of a day.
// Nil ends it.
func (g *Gateway) Misreport(edit func([]gateway.Settlement) []gateway.Settlement) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.edit = edit
}
