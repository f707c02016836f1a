package paypal

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"kaiin/server/money/gateway"
)

// money is an amount on the wire. Yen have no decimals; PayPal refuses "980.00".
type money struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

func yen(amount int) money { return money{"JPY", strconv.Itoa(amount)} }

var wholeYen = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.00?)?$`)

var errNotYen = errors.New("the answer has an amount that is none in yen")

// yen reads an amount. One in another currency, or with a fraction, is an error.
func (m money) yen() (int, error) {
	parts := wholeYen.FindStringSubmatch(m.Value)
	if m.Currency != "JPY" || parts == nil {
		return 0, errNotYen
	}
	return strconv.Atoi(parts[1])
}

// Charge makes an order and holds its amount on the wallet; nothing is settled until Commit. The
// tracking id is PayPal's id of the order. It is also told together with an unknown outcome, so
// that Lookup can find out.
//
// Said again with what it had kept, or within six hours for the same order id, it goes on with the
// first order, and holds nothing twice.
func (c *Client) Charge(ctx context.Context, in gateway.ChargeRequest) (trackingID string, err error) {
	if in.Reference == "" {
		return "", opAuthorize.refused(gateway.ReasonNoCard, "")
	}
	if in.KeptAs != "" {
		id, err := c.hold(ctx, in, in.KeptAs)
		if !missing.is(err) { // an unapproved order is gone after some hours
			return id, err
		}
	}
	id, err := c.create(ctx, in)
	if err != nil {
		return "", err
	}
	if in.Keep != nil && id != in.KeptAs {
		if err := in.Keep(id); err != nil {
			return "", opCreate.troubled("", "the id of the order was not kept: "+err.Error())
		}
	}
	return c.hold(ctx, in, id)
}

// hold holds the amount of the request on the wallet, for the order with the id.
func (c *Client) hold(ctx context.Context, in gateway.ChargeRequest, id string) (trackingID string, err error) {
	err = c.authorize(ctx, id, in.Reference, in.OrderID)
	if err != nil && !errors.Is(err, gateway.ErrUnknownOutcome) {
		return "", err
	}
	return id, err
}

// create makes an order without a source of payment. No money moves, so that its error is never an
// unknown outcome.
func (c *Client) create(ctx context.Context, in gateway.ChargeRequest) (id string, err error) {
	if in.OrderID == "" || in.Amount <= 0 || in.Tax < 0 || in.Tax > in.Amount {
		return "", opCreate.badRequest(errors.New("the order has no number or no amount"))
	}
	amount := map[string]any{"currency_code": "JPY", "value": strconv.Itoa(in.Amount), "breakdown": map[string]money{
		"item_total": yen(in.Amount - in.Tax), "tax_total": yen(in.Tax),
	}}
	unit := map[string]any{"amount": amount, "invoice_id": in.OrderID, "custom_id": in.ItemID}
	if in.ItemName != "" {
		unit["description"] = truncate(in.ItemName, 127)
	}
	var out order
	err = c.call(ctx, opCreate, request{http.MethodPost, "/v2/checkout/orders", "create-" + in.OrderID, map[string]any{
		"intent": "AUTHORIZE", "purchase_units": []any{unit},
	}}, &out)
	if err != nil {
		return "", err
	}
	if out.ID == "" {
		return "", opCreate.unclear("", "the answer has no order")
	}
	return out.ID, nil
}

// authorize holds the order's amount on a wallet. PayPal authorises an order at most once.
func (c *Client) authorize(ctx context.Context, id, walletID, orderID string) error {
	part, err := escape(id)
	if err != nil {
		return opAuthorize.badRequest(err)
	}
	var out order
	err = c.call(ctx, opAuthorize, request{http.MethodPost, "/v2/checkout/orders/" + part + "/authorize", "authorize-" + orderID, map[string]any{
		"payment_source": map[string]any{"paypal": map[string]string{"vault_id": walletID}},
	}}, &out)
	switch {
	case err != nil:
		return err
	case out.ID != id:
		return opAuthorize.unclear("", "the answer is about another order")
	case out.Status == "PAYER_ACTION_REQUIRED": // no member is there to act
		return opAuthorize.refused(gateway.ReasonDeclined, "PAYER_ACTION_REQUIRED")
	}
	switch tx, err := out.transaction(); {
	case err != nil:
		return opAuthorize.unclear("", "%v", err)
	case tx.State == gateway.TransactionAuthorized:
		return nil
	case tx.State == gateway.TransactionNone:
		return opAuthorize.refused(gateway.ReasonDeclined, "AUTHORIZATION_DENIED")
	}
	return opAuthorize.unclear("", "the order is not authorised any more")
}

// Commit settles an authorised order. One that is settled already is no error. A capture
// that PayPal holds back for a while is an unknown outcome: the look-up, or a notice, tells
// how it ended.
func (c *Client) Commit(ctx context.Context, id string) error {
	now, err := c.order(ctx, opCapture, id)
	if err != nil {
		return err
	}
	tx, err := now.transaction()
	switch {
	case err != nil:
		return opCapture.unclear("", "%v", err)
	case tx.State == gateway.TransactionSettled:
		return nil
	case tx.State == gateway.TransactionNone && now.capture().ID != "":
		return opCapture.refused(gateway.ReasonDeclined, "CAPTURE_"+clean(now.capture().Status))
	case tx.State != gateway.TransactionAuthorized:
		return opCapture.refused(gateway.ReasonRejected, "AUTHORIZATION_VOIDED")
	}
	part, err := escape(now.authorization().ID)
	if err != nil {
		return opCapture.badRequest(err)
	}
	var out capture
	err = c.call(ctx, opCapture, request{http.MethodPost, "/v2/payments/authorizations/" + part + "/capture", "capture-" + id, map[string]any{
		"amount": now.authorization().Amount, "final_capture": true,
	}}, &out)
	switch {
	case wrongState.is(err):
		return c.settled(ctx, id, err)
	case err != nil:
		return err
	}
	switch out.Status {
	case "COMPLETED":
		return nil
	case "DECLINED", "FAILED":
		return opCapture.refused(gateway.ReasonDeclined, "CAPTURE_"+out.Status)
	}
	return opCapture.unclear("", "the capture is %s", clean(out.Status))
}

// settled looks whether a capture that was refused for its state had been carried out before.
func (c *Client) settled(ctx context.Context, id string, refusal error) error {
	tx, err := c.lookup(ctx, id)
	switch {
	case err != nil:
		return opCapture.unclear("", "refused for its state, which cannot be read: %v", err)
	case tx.State == gateway.TransactionSettled:
		return nil
	}
	return refusal
}

// Refund gives money back. An amount of 0 is all that is left: it releases an order that is only
// authorised, and does nothing when nothing is left of it. An amount above 0 is a part, in
// yen, of a settled order. Its request id follows from what has gone back before: said again while
// nothing more has, it is the same refund, however often and late it arrives.
func (c *Client) Refund(ctx context.Context, id string, amount int) error {
	if amount < 0 {
		return opRefund.badRequest(errors.New("the amount is negative"))
	}
	now, err := c.order(ctx, opRefund, id)
	if err != nil {
		return err
	}
	tx, err := now.transaction()
	switch {
	case err != nil:
		return opRefund.unclear("", "%v", err)
	case tx.State == gateway.TransactionCanceled && amount == 0:
		return nil
	case tx.State == gateway.TransactionAuthorized && amount == 0:
		return c.void(ctx, now)
	case tx.State != gateway.TransactionSettled:
		return opRefund.refused(gateway.ReasonRejected, "NOT_SETTLED")
	}
	if amount == 0 {
		amount = tx.Amount - tx.Refunded
	}
	part, err := escape(now.capture().ID)
	if err != nil {
		return opRefund.badRequest(err)
	}
	key := fmt.Sprintf("refund-%s-%d-%d", now.capture().ID, tx.Refunded, amount)
	var out refund
	err = c.call(ctx, opRefund, request{http.MethodPost, "/v2/payments/captures/" + part + "/refund", key, map[string]any{"amount": yen(amount)}}, &out)
	switch {
	case err != nil:
		return err
	case out.Status == "COMPLETED", out.Status == "PENDING": // pending: it is on its way, by a slow transfer
		return nil
	case out.Status == "FAILED", out.Status == "CANCELLED":
		return opRefund.refused(gateway.ReasonRejected, "REFUND_"+out.Status)
	}
	return opRefund.unclear("", "the refund is %s", clean(out.Status))
}

// void releases the hold of an order. When PayPal refuses because of the state it is in, an earlier
// call may have done it.
func (c *Client) void(ctx context.Context, now order) error {
	part, err := escape(now.authorization().ID)
	if err != nil {
		return opVoid.badRequest(err)
	}
	err = c.call(ctx, opVoid, request{http.MethodPost, "/v2/payments/authorizations/" + part + "/void", "void-" + now.ID, nil}, nil)
	if !wrongState.is(err) {
		return err
	}
	switch tx, lookupErr := c.lookup(ctx, now.ID); {
	case lookupErr != nil:
		return opVoid.unclear("", "refused for its state, which cannot be read: %v", lookupErr)
	case tx.State == gateway.TransactionCanceled:
		return nil
	}
	return err
}

// order reads an order for a call that moves money: trouble on the way there means that no money
// was moved.
func (c *Client) order(ctx context.Context, op operation, id string) (order, error) {
	part, err := escape(id)
	if err != nil {
		return order{}, op.badRequest(err)
	}
	var out order
	if err := c.call(ctx, opLookup, request{method: http.MethodGet, path: "/v2/checkout/orders/" + part}, &out); err != nil {
		return order{}, fmt.Errorf("paypal %s: %w", op.name, err)
	}
	if out.ID != id {
		return order{}, op.troubled("", "the answer is about another order")
	}
	return out, nil
}
