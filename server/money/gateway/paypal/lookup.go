package paypal

import (
	"context"
	"errors"
	"fmt"

	"kaiin/server/money/gateway"
)

// order is PayPal's account of an order with one unit.
type order struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Units  []struct {
		Amount   money  `json:"amount"`
		Invoice  string `json:"invoice_id"`
		Payments struct {
			Authorizations []authorization `json:"authorizations"`
			Captures       []capture       `json:"captures"`
			Refunds        []refund        `json:"refunds"`
		} `json:"payments"`
	} `json:"purchase_units"`
}

type authorization struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Amount money  `json:"amount"`
}

type capture struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Amount money  `json:"amount"`
}

type refund struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Amount money  `json:"amount"`
}

var errHeldBack = errors.New("PayPal holds the payment back")

var errUnreadable = errors.New("the answer leaves the state of the order open")

// Lookup tells what became of an order, by PayPal's id of it. It changes nothing and never ends
// with gateway.ErrUnknownOutcome. Without that id no money has moved, since nothing is settled
// without it: none. A capture that PayPal holds back is an error of the reason
// pending: whether the money comes is open.
func (c *Client) Lookup(ctx context.Context, orderID, trackingID string) (gateway.Transaction, error) {
	if trackingID == "" {
		return gateway.Transaction{State: gateway.TransactionNone}, nil
	}
	out, err := c.order(ctx, opLookup, trackingID)
	switch {
	case missing.is(err):
		return gateway.Transaction{State: gateway.TransactionNone}, nil
	case err != nil:
		return gateway.Transaction{}, err
	case len(out.Units) == 1 && out.Units[0].Invoice != orderID:
		return gateway.Transaction{}, opLookup.troubled("", "the answer is about another order of ours")
	}
	return out.found()
}

// lookup is Lookup for an order that was found a moment ago.
func (c *Client) lookup(ctx context.Context, id string) (gateway.Transaction, error) {
	out, err := c.order(ctx, opLookup, id)
	if err != nil {
		return gateway.Transaction{}, err
	}
	return out.found()
}

func (o order) found() (gateway.Transaction, error) {
	tx, err := o.transaction()
	if errors.Is(err, errHeldBack) {
		return gateway.Transaction{}, opLookup.refused(gateway.ReasonPending, "PENDING")
	}
	if err != nil {
		return gateway.Transaction{}, opLookup.troubled("", err.Error())
	}
	return tx, nil
}

// authorization is the one authorisation of an order; the zero value without one.
func (o order) authorization() authorization {
	if len(o.Units) != 1 || len(o.Units[0].Payments.Authorizations) != 1 {
		return authorization{}
	}
	return o.Units[0].Payments.Authorizations[0]
}

// capture is the one capture of an order; the zero value without one.
func (o order) capture() capture {
	if len(o.Units) != 1 || len(o.Units[0].Payments.Captures) != 1 {
		return capture{}
	}
	return o.Units[0].Payments.Captures[0]
}

// transaction reads the state of an order's money. An answer that does not say is an error, as are
// two payments of one order.
func (o order) transaction() (gateway.Transaction, error) {
	if o.ID == "" || len(o.Units) > 1 {
		return gateway.Transaction{}, errUnreadable
	}
	none := gateway.Transaction{State: gateway.TransactionNone}
	if len(o.Units) == 0 || len(o.Units[0].Payments.Authorizations) == 0 && len(o.Units[0].Payments.Captures) == 0 {
		switch o.Status {
		case "CREATED", "SAVED", "APPROVED", "PAYER_ACTION_REQUIRED", "VOIDED":
			return none, nil
		}
		return gateway.Transaction{}, errUnreadable
	}
	held := o.authorization()
	if held.ID == "" || len(o.Units[0].Payments.Captures) > 1 {
		return gateway.Transaction{}, errUnreadable
	}
	amount, err := held.Amount.yen()
	if err != nil || amount == 0 {
		return gateway.Transaction{}, errNotYen
	}
	tx := gateway.Transaction{TrackingID: o.ID, Amount: amount}
	taken := o.capture()
	refused := taken.Status == "DECLINED" || taken.Status == "FAILED"
	if taken.ID != "" && !refused {
		return o.captured(tx, taken)
	}
	switch {
	case held.Status == "CREATED":
		tx.State = gateway.TransactionAuthorized
	case held.Status == "VOIDED", held.Status == "EXPIRED":
		tx.State = gateway.TransactionCanceled
	case held.Status == "DENIED", refused:
		return none, nil
	case held.Status == "PENDING":
		return gateway.Transaction{}, errHeldBack
	default: // captured without a capture
		return gateway.Transaction{}, fmt.Errorf("the authorisation is %s", clean(held.Status))
	}
	return tx, nil
}

// captured reads an order whose money was taken. Its amount is the capture's.
func (o order) captured(tx gateway.Transaction, taken capture) (gateway.Transaction, error) {
	amount, err := taken.Amount.yen()
	if err != nil {
		return gateway.Transaction{}, err
	}
	tx.Amount = amount
	for _, r := range o.Units[0].Payments.Refunds {
		if r.Status != "COMPLETED" && r.Status != "PENDING" {
			continue
		}
		back, err := r.Amount.yen()
		if err != nil {
			return gateway.Transaction{}, err
		}
		tx.Refunded += back
	}
	switch {
	case taken.Status == "REFUNDED" && tx.Refunded == amount:
		tx.State = gateway.TransactionCanceled
	case taken.Status == "COMPLETED" && tx.Refunded == 0, taken.Status == "PARTIALLY_REFUNDED" && tx.Refunded > 0 && tx.Refunded < amount:
		tx.State = gateway.TransactionSettled
	case taken.Status == "PENDING" && tx.Refunded == 0:
		return gateway.Transaction{}, errHeldBack
	default: // refunds that do not add up
		return gateway.Transaction{}, fmt.Errorf("the capture is %s", clean(taken.Status))
	}
	return tx, nil
}
