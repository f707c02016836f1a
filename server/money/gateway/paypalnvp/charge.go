package paypalnvp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"kaiin/server/money/gateway"
)

// messageID is MSGSUBID, at most 38 characters: the same for every try of one thing, and for
// nothing else.
func messageID(of string) string {
	sum := sha256.Sum256([]byte(of))
	return hex.EncodeToString(sum[:16])
}

// Charge holds an amount on an agreement. Nothing is settled until Commit. The tracking id is that
// of the authorisation. Said again for the same order id, it answers as the first time, or is
// refused with gateway.ReasonDuplicate.
func (c *Client) Charge(ctx context.Context, in gateway.ChargeRequest) (trackingID string, err error) {
	switch {
	case in.Reference == "":
		return "", reference.refused(gateway.ReasonNoCard, "")
	case !ascii(in.OrderID) || len(in.OrderID) > 127 || in.Amount <= 0 || in.Tax < 0 || in.Tax > in.Amount || !plain(in.Reference):
		return "", reference.badRequest(errors.New("the charge has no number or no amount"))
	}
	a, err := c.call(ctx, reference,
		pair{"REFERENCEID", in.Reference}, pair{"PAYMENTACTION", "Authorization"}, pair{"PAYMENTTYPE", "InstantOnly"},
		pair{"AMT", strconv.Itoa(in.Amount)}, pair{"CURRENCYCODE", "JPY"},
		pair{"ITEMAMT", strconv.Itoa(in.Amount - in.Tax)}, pair{"TAXAMT", strconv.Itoa(in.Tax)},
		pair{"DESC", truncate(in.ItemName, 127)}, pair{"INVNUM", in.OrderID}, pair{"CUSTOM", marked + in.ItemID}, pair{"MSGSUBID", messageID("charge " + in.OrderID)})
	if err != nil {
		return "", err
	}
	amount, err := yen(a["AMT"])
	switch {
	case !plain(a["TRANSACTIONID"]):
		return "", reference.unclear("", "the answer has no transaction")
	case err != nil || amount != in.Amount || a["CURRENCYCODE"] != "JPY":
		return "", reference.unclear("", "the answer is about another amount")
	case a["PAYMENTSTATUS"] == "Denied", a["PAYMENTSTATUS"] == "Failed":
		return "", reference.refused(gateway.ReasonDeclined, a["PAYMENTSTATUS"])
	case a["PAYMENTSTATUS"] != "Pending" || a["PENDINGREASON"] != "authorization":
		return "", reference.unclear("", "the answer does not say that the amount is held")
	}
	return a["TRANSACTIONID"], nil
}

// Commit settles an authorised charge. One that is settled already is no error. A capture that
// PayPal holds back for a while is an unknown outcome: the look-up tells how it ended.
func (c *Client) Commit(ctx context.Context, trackingID string) error {
	now, err := c.of(ctx, doCapture, trackingID)
	switch {
	case err != nil:
		return err
	case now.tx.State == gateway.TransactionSettled:
		return nil
	case now.tx.State != gateway.TransactionAuthorized:
		return doCapture.rejected("10600")
	}
	a, err := c.call(ctx, doCapture,
		pair{"AUTHORIZATIONID", trackingID}, pair{"AMT", strconv.Itoa(now.tx.Amount)}, pair{"CURRENCYCODE", "JPY"},
		pair{"COMPLETETYPE", "Complete"}, pair{"INVNUM", now.orderID}, pair{"MSGSUBID", messageID("capture " + trackingID)})
	switch {
	case wrongState.is(err):
		return c.came(ctx, doCapture, now.orderID, gateway.TransactionSettled, err)
	case err != nil:
		return err
	}
	switch a["PAYMENTSTATUS"] {
	case "Completed":
		return nil
	case "Denied", "Failed":
		return doCapture.refused(gateway.ReasonDeclined, a["PAYMENTSTATUS"])
	}
	return doCapture.unclear("", "the capture is not completed")
}

// Refund gives money back. An amount of 0 is all that is left: it releases a charge that is only
// authorised, and does nothing when nothing is left of it. An amount above 0 is a part, in
// yen, of a settled charge. Its message id follows from what has gone back before: said again while
// nothing more has, it is the same refund, however often and late it arrives.
func (c *Client) Refund(ctx context.Context, trackingID string, amount int) error {
	if amount < 0 {
		return doRefund.badRequest(errors.New("the amount is negative"))
	}
	now, err := c.of(ctx, doRefund, trackingID)
	switch {
	case err != nil:
		return err
	case now.tx.State == gateway.TransactionCanceled && amount == 0:
		return nil
	case now.tx.State == gateway.TransactionAuthorized && amount == 0:
		_, err := c.call(ctx, doVoid, pair{"AUTHORIZATIONID", trackingID}, pair{"MSGSUBID", messageID("void " + trackingID)})
		if wrongState.is(err) {
			return c.came(ctx, doVoid, now.orderID, gateway.TransactionCanceled, err)
		}
		return err
	case now.tx.State != gateway.TransactionSettled:
		return doRefund.rejected("10009")
	}
	left := now.tx.Amount - now.tx.Refunded
	if amount == 0 {
		amount = left
	}
	// Also the whole is said as an amount: "Full" is refused once a part has gone back.
	a, err := c.call(ctx, doRefund,
		pair{"TRANSACTIONID", now.captureID}, pair{"REFUNDTYPE", "Partial"}, pair{"AMT", strconv.Itoa(amount)}, pair{"CURRENCYCODE", "JPY"},
		pair{"MSGSUBID", messageID(fmt.Sprintf("refund %s %d %d", now.captureID, now.tx.Refunded, amount))})
	if err != nil {
		return err
	}
	if !plain(a["REFUNDTRANSACTIONID"]) {
		return doRefund.unclear("", "the answer has no refund")
	}
	return nil
}

// came looks whether what was refused for its state had been carried out before, and its answer
// been lost.
func (c *Client) came(ctx context.Context, m method, orderID string, to gateway.TransactionState, refusal error) error {
	tx, err := c.Lookup(ctx, orderID, "")
	switch {
	case err != nil:
		return m.unclear("", "refused for its state, which cannot be read: %v", err)
	case tx.State == to:
		return nil
	}
	return refusal
}

func ascii(text string) bool {
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return text != ""
}
