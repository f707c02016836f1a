package sbps

import (
	"fmt"
	"time"

	"kaiin/server/sandbox/ledger"
)

// States of a charge.
const (
	stateAuthorized = "authorized"
	stateSold       = "sold"
	stateCancelled  = "cancelled"
)

// holdLife is how long an authorisation that is never committed stays on the card.
const holdLife = 60 * 24 * time.Hour

// charge is one approved authorisation and what became of it. Which part of a sold charge went back
// is in Refunds.
type charge struct {
	TrackingID   string    `json:"trackingId"`
	OrderID      string    `json:"orderId"`
	CustCode     string    `json:"custCode"`
	Amount       int       `json:"amount"`
	Card         card      `json:"card"`
	DealingsType string    `json:"dealingsType"`
	DivideTimes  string    `json:"divideTimes"`
	ApprovalNo   string    `json:"approvalNo"`
	State        string    `json:"state"`
	AuthorizedAt time.Time `json:"authorizedAt"`
	StateAt      time.Time `json:"stateAt"` // when State was reached
	Refunds      []refund  `json:"refunds,omitempty"`
	// Of carriers: the method's digits, the agreement, the month of one that the carrier made by
	// itself, and whether a result file leaves it out.
	Method   string `json:"method,omitempty"`
	Contract string `json:"contract,omitempty"`
	Month    string `json:"month,omitempty"`
	Free2    string `json:"free2,omitempty"`
	Unlisted bool   `json:"unlisted,omitempty"`
}

type refund struct {
	Amount int       `json:"amount"`
	At     time.Time `json:"at"`
}

func (c *charge) expired(now time.Time) bool {
	return c.State == stateAuthorized && now.After(c.AuthorizedAt.Add(holdLife))
}

// left is the part of the amount that has not gone back.
func (c *charge) left() int {
	left := c.Amount
	for _, r := range c.Refunds {
		left -= r.Amount
	}
	return left
}

// paymentStatus and commitStatus are the service's own codes for the state.
func (c *charge) paymentStatus(now time.Time) string {
	switch {
	case c.State == stateCancelled, c.expired(now):
		return "3"
	case c.State == stateAuthorized:
		return "1"
	case c.left() == 0:
		return "4"
	case len(c.Refunds) > 0:
		return "5"
	}
	return "2"
}

func (c *charge) commitStatus(now time.Time) string {
	switch {
	case c.State == stateCancelled, c.expired(now):
		return "3"
	case c.State == stateAuthorized:
		return "0"
	case c.left() == 0:
		return "2"
	}
	return "1"
}

// wireID is the tracking id under which the API knows the charge: that of the agreement for what
// the carrier charged by itself.
func (c *charge) wireID() string {
	if c.Month != "" {
		return c.Contract
	}
	return c.TrackingID
}

// paidWith is what the ledger shows as the card.
func (c *charge) paidWith() string {
	if c.Method != "" {
		return methodNames[c.Method]
	}
	return c.Card.masked()
}

// entries is the charge as the ledger shows it, and its refunds.
func (c *charge) entries(now time.Time) []ledger.Entry {
	entry := ledger.Entry{
		Provider: Name, Kind: ledger.Charge, OrderID: c.OrderID, TrackingID: c.TrackingID, CustCode: c.CustCode,
		Card: c.paidWith(), Amount: c.Amount, At: c.StateAt,
	}
	switch {
	case c.expired(now):
		entry.Status, entry.At = ledger.Expired, c.AuthorizedAt.Add(holdLife)
	case c.State == stateAuthorized:
		entry.Status = ledger.Authorized
	case c.State == stateCancelled:
		entry.Status = ledger.Cancelled
	default:
		entry.Status = ledger.Settled
	}
	entries := []ledger.Entry{entry}
	for _, r := range c.Refunds {
		back := entry
		back.Kind, back.Status, back.Amount, back.At = ledger.Refund, ledger.Refunded, r.Amount, r.At
		entries = append(entries, back)
	}
	return entries
}

func zeros(n int64, width int) string { return fmt.Sprintf("%0*d", width, n) }
