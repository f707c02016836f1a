package sbps

import (
	"context"

	"kaiin/server/payment"
)

// Lookup tells what became of an order id. Its amount is zero: the service does not tell it.
//
// MG01-00101 is documented for tracking ids; see the package comment for the order id.
func (c *Client) Lookup(ctx context.Context, orderID string) (payment.Transaction, error) {
	if orderID == "" {
		return payment.Transaction{}, fnLookup.badRequest(&badField{"order_id", "is empty"})
	}
	return c.find(ctx, text("order_id", orderID, 38))
}

// find looks a transaction up by the tracking id or the order id.
func (c *Client) find(ctx context.Context, id field) (payment.Transaction, error) {
	r, err := c.call(ctx, fnLookup, id, c.encryptedFlag())
	if missing.is(err) {
		return payment.Transaction{State: payment.TransactionNone}, nil
	}
	if err != nil {
		return payment.Transaction{}, err
	}
	if err := c.reveal(&r.Paid.CommitStatus, &r.Paid.PaymentStatus); err != nil {
		return payment.Transaction{}, fnLookup.unclear("", "%v", err)
	}
	state := stateOf(r.Paid)
	if state == "" || r.Status == "1" || r.TrackingID == "" {
		return payment.Transaction{}, fnLookup.unclear("", "the answer leaves the state open (res_status %q, payment_status %q, commit_status %q)",
			r.Status, r.Paid.PaymentStatus, r.Paid.CommitStatus)
	}
	return payment.Transaction{State: state, TrackingID: r.TrackingID}, nil
}

// stateOf reads payment_status and commit_status; it is empty when they leave the state open: 10 and 11 unknown, 20 to 22
// accepted and not done, 90 to 92 error. A committed charge counts as settled before the sale shows, because nothing but
// a refund stops it.
func stateOf(p paid) payment.TransactionState {
	switch p.PaymentStatus {
	case "1":
		switch p.CommitStatus {
		case "0", "":
			return payment.TransactionAuthorized
		case "1":
			return payment.TransactionSettled
		}
	case "2", "5": // sold, refunded in part
		return payment.TransactionSettled
	case "3", "4", "6": // cancelled, refunded, refund requested
		return payment.TransactionCanceled
	}
	return ""
}
