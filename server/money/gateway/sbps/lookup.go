package sbps

import (
	"context"
	"errors"
	"strconv"

	"kaiin/server/money/gateway"
)

// Lookup tells what became of an order id.
//
// MG01-00101 is documented for tracking ids; see the package comment for the order id, and for the
// amounts, which are 0 when the service does not tell them.
func (c *Client) Lookup(ctx context.Context, orderID, _ string) (gateway.Transaction, error) {
	if orderID == "" {
		return gateway.Transaction{}, fnLookup.badRequest(&badField{"order_id", "is empty"})
	}
	return c.found(c.call(ctx, fnLookup, text("order_id", orderID, 38), c.encryptedFlag()))
}

// found reads the answer to a look-up of a card's charge.
func (c *Client) found(r *reply, err error) (gateway.Transaction, error) {
	return c.foundAs(fnLookup, func(status paid) paid { return status }, r, err)
}

// foundAs reads the answer to a look-up of a method; read puts its payment_status into the words
// of cards.
func (c *Client) foundAs(fn function, read func(paid) paid, r *reply, err error) (gateway.Transaction, error) {
	if missing.is(err) {
		return gateway.Transaction{State: gateway.TransactionNone}, nil
	}
	if err != nil {
		return gateway.Transaction{}, err
	}
	if err := c.reveal(&r.Paid.CommitStatus, &r.Paid.PaymentStatus); err != nil {
		return gateway.Transaction{}, fn.unclear("", "%v", err)
	}
	status := read(r.Paid)
	state := stateOf(status)
	if state == "" || r.Status == "1" || r.TrackingID == "" {
		return gateway.Transaction{}, fn.unclear("", "the answer leaves the state open (res_status %q, payment_status %q, commit_status %q)",
			r.Status, r.Paid.PaymentStatus, r.Paid.CommitStatus)
	}
	amount, refunded, err := status.amounts()
	if err != nil {
		return gateway.Transaction{}, fn.unclear("", "%v", err)
	}
	return gateway.Transaction{State: state, TrackingID: r.TrackingID, Amount: amount, Refunded: refunded}, nil
}

// stateOf reads payment_status and commit_status; it is empty when they leave the state open: 10
// and 11 unknown, 20 to 22 accepted and not done, 90 to 92 error. A committed charge counts as
// settled before the sale shows, because nothing but a refund stops it.
func stateOf(p paid) gateway.TransactionState {
	switch p.PaymentStatus {
	case "1":
		switch p.CommitStatus {
		case "0", "":
			return gateway.TransactionAuthorized
		case "1":
			return gateway.TransactionSettled
		}
	case "2", "5": // sold, refunded in part
		return gateway.TransactionSettled
	case "3", "4", "6": // cancelled, refunded, refund requested
		return gateway.TransactionCanceled
	}
	return ""
}

var errAmounts = errors.New("the amounts of the answer make no sense with its state")

// amounts reads what was charged and what of it went back. Both are 0 unless both are told; they
// are told in yen and have to agree with the payment status.
func (p paid) amounts() (amount, refunded int, err error) {
	if p.Amount == "" || p.RefundAmount == "" {
		return 0, 0, nil
	}
	amount, ok := readYen(p.Amount)
	refunded, okToo := readYen(p.RefundAmount)
	fits := refunded == 0
	switch p.PaymentStatus {
	case "4":
		fits = refunded == amount
	case "5":
		fits = refunded > 0 && refunded < amount
	case "6":
		fits = refunded <= amount
	}
	if !ok || !okToo || !fits || amount == 0 {
		return 0, 0, errAmounts
	}
	return amount, refunded, nil
}

// readYen reads an amount as the service writes it: digits only, seven of them at most.
func readYen(text string) (yen int, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && len(text) <= 7
}
