package paypalnvp

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kaiin/server/money/gateway"
)

const (
	searched = 3 * 366 * 24 * time.Hour // how far back transactions are searched
	maxFound = 40                       // transactions of one order
)

var wholeYen = regexp.MustCompile(`^(-?)(0|[1-9][0-9]{0,8})(\.00?)?$`)

var errNotYen = errors.New("the answer has an amount that is none in yen")

// yen reads an amount; of a refund it is negative.
func yen(text string) (int, error) {
	parts := wholeYen.FindStringSubmatch(text)
	if parts == nil {
		return 0, errNotYen
	}
	return strconv.Atoi(parts[1] + parts[2])
}

// found is what the transactions of an order come to.
type found struct {
	orderID   string
	captureID string
	tx        gateway.Transaction
}

// Lookup tells what PayPal knows of our order id. It changes nothing and never ends with
// gateway.ErrUnknownOutcome. A capture that PayPal holds back is an error of the reason pending:
// whether the money comes is open.
func (c *Client) Lookup(ctx context.Context, orderID, _ string) (gateway.Transaction, error) {
	f, err := c.find(ctx, orderID)
	return f.tx, err
}

// of finds the order that an authorisation belongs to, for a method that moves money.
func (c *Client) of(ctx context.Context, m method, trackingID string) (found, error) {
	if !plain(trackingID) {
		return found{}, m.rejected("10609")
	}
	a, err := c.call(ctx, details, pair{"TRANSACTIONID", trackingID})
	if err != nil {
		return found{}, fmt.Errorf("paypalnvp %s: %w", m.name, err)
	}
	if a["TRANSACTIONID"] != trackingID || !ascii(a["INVNUM"]) {
		return found{}, m.troubled("", "the answer is about another transaction")
	}
	f, err := c.find(ctx, a["INVNUM"])
	switch {
	case err != nil:
		return found{}, fmt.Errorf("paypalnvp %s: %w", m.name, err)
	case f.tx.State != gateway.TransactionNone && f.tx.TrackingID != trackingID:
		return found{}, m.troubled("", "the order was paid by another transaction")
	}
	return f, nil
}

// find reads every transaction with our order id as its invoice number.
func (c *Client) find(ctx context.Context, orderID string) (found, error) {
	f := found{orderID: orderID, tx: gateway.Transaction{State: gateway.TransactionNone}}
	if !ascii(orderID) {
		return f, search.badRequest(errors.New("the order id cannot be sent"))
	}
	a, err := c.call(ctx, search, pair{"STARTDATE", c.clock.Now().Add(-searched).UTC().Format("2006-01-02T15:04:05Z")}, pair{"INVNUM", orderID})
	if err != nil {
		return f, err
	}
	var all []answer
	for n := 0; ; n++ {
		id, ok := a["L_TRANSACTIONID"+strconv.Itoa(n)]
		switch {
		case !ok:
			return f.add(all)
		case n == maxFound || !plain(id):
			return f, search.troubled("", "the list of transactions makes no sense")
		}
		one, err := c.call(ctx, details, pair{"TRANSACTIONID", id})
		if err != nil {
			return f, err
		}
		if one["TRANSACTIONID"] != id {
			return f, details.troubled("", "the answer is about another transaction")
		}
		switch invoice := one["INVNUM"]; {
		case invoice == orderID:
			all = append(all, one)
		case !strings.HasPrefix(invoice, orderID): // a number that begins alike is another order; none at all is an answer cut short
			return f, details.troubled("", "the answer is about another order")
		}
	}
}

// add reads what the transactions of an order come to: one authorisation that counts, a capture
// of it, refunds of that. An authorisation that was denied counts for nothing; two that count are
// an error.
func (f found) add(all []answer) (found, error) {
	var held, taken answer
	back := 0
	for _, one := range all {
		amount, err := yen(one["AMT"])
		status := one["PAYMENTSTATUS"]
		switch {
		case err != nil || one["CURRENCYCODE"] != "JPY":
			return f, details.troubled("", errNotYen.Error())
		case status == "Denied" || status == "Failed":
		case one["PARENTTRANSACTIONID"] == "" && amount > 0 && held == nil:
			held = one
		case one["PARENTTRANSACTIONID"] != "" && amount < 0:
			back -= amount
		case one["PARENTTRANSACTIONID"] != "" && amount > 0 && taken == nil:
			taken = one
		default:
			return f, details.troubled("", "the order was paid twice, or with nothing")
		}
	}
	switch {
	case held == nil && taken == nil:
		return f, nil
	case held == nil || taken != nil && taken["PARENTTRANSACTIONID"] != held["TRANSACTIONID"]:
		return f, details.troubled("", "the transactions do not belong together")
	case taken == nil:
		return f.held(held)
	}
	return f.taken(held, taken, back)
}

func (f found) held(held answer) (found, error) {
	amount, _ := yen(held["AMT"]) // add has read it
	f.tx = gateway.Transaction{TrackingID: held["TRANSACTIONID"], Amount: amount}
	switch status := held["PAYMENTSTATUS"]; {
	case status == "Pending" && held["PENDINGREASON"] == "authorization":
		f.tx.State = gateway.TransactionAuthorized
	case status == "Voided", status == "Expired":
		f.tx.State = gateway.TransactionCanceled
	default:
		return f, details.troubled("", "the answer leaves the state of the authorisation open")
	}
	return f, nil
}

func (f found) taken(held, taken answer, back int) (found, error) {
	amount, _ := yen(taken["AMT"]) // add has read it
	f.captureID = taken["TRANSACTIONID"]
	f.tx = gateway.Transaction{TrackingID: held["TRANSACTIONID"], Amount: amount, Refunded: back}
	switch status := taken["PAYMENTSTATUS"]; {
	case status == "Completed" && back == 0, status == "PartiallyRefunded" && back > 0 && back < amount:
		f.tx.State = gateway.TransactionSettled
	case status == "Refunded" && back == amount:
		f.tx.State = gateway.TransactionCanceled
	case status == "Pending" && back == 0:
		return f, details.refused(gateway.ReasonPending, "Pending")
	default:
		return f, details.troubled("", "the answer leaves the state of the capture open")
	}
	return f, nil
}
