package sbps

import (
	"context"
	"errors"

	"kaiin/server/money/gateway"
)

// Charge authorises the amount in one sum, on the card of the authentication or else on the
// saved one.
func (c *Client) Charge(ctx context.Context, in gateway.ChargeRequest) (trackingID string, err error) {
	fn, options := fnChargeSaved, []field{text("cust_manage_flg", "0", 1), text("cardbrand_return_flg", "0", 1)}
	if in.AuthenticationID != "" {
		fn, options = fnChargeTDS, append(options, text("tds_authentication_id", in.AuthenticationID, 64))
	}
	if in.OrderID == "" {
		return "", fn.badRequest(&badField{"order_id", "is empty"})
	}
	r, err := c.call(ctx, fn,
		text("cust_code", in.CustomerCode, 64),
		text("order_id", in.OrderID, 38),
		text("item_id", in.ItemID, 32),
		wide("item_name", itemName(in.ItemName), maxItemName),
		yen("tax", in.Tax),
		yen("amount", in.Amount),
		text("sps_cust_info_return_flg", "0", 1),
		group("pay_method_info", sealed("dealings_type", "10")),
		group("pay_option_manage", options...),
		c.encryptedFlag())
	if err != nil {
		return "", err
	}
	if r.TrackingID == "" {
		return "", fn.unclear("", "the answer has no tracking id")
	}
	return r.TrackingID, nil
}

// Commit settles an authorised charge. One that is settled already is no error.
func (c *Client) Commit(ctx context.Context, trackingID string) error {
	return c.bring(ctx, fnCommit, trackingID, gateway.TransactionSettled)
}

// Refund cancels an authorised charge or gives back what is left of a settled one, when the
// amount is 0; one that has gone back already is no error. An amount above 0 is a part of a
// settled charge.
func (c *Client) Refund(ctx context.Context, trackingID string, amount int) error {
	switch {
	case amount == 0:
		return c.bring(ctx, fnRefund, trackingID, gateway.TransactionCanceled)
	case amount < 0:
		return fnRefundPart.badRequest(&badField{"amount", "is negative"})
	case trackingID == "":
		return fnRefundPart.badRequest(&badField{"tracking_id", "is empty"})
	}
	_, err := c.callOn(ctx, fnRefundPart, trackingID, group("pay_option_manage", yen("amount", amount)))
	return err
}

// callOn is call for what is done to a transaction. An answer about another one tells nothing.
func (c *Client) callOn(ctx context.Context, fn function, trackingID string, fields ...field) (*reply, error) {
	r, err := c.call(ctx, fn, append([]field{text("tracking_id", trackingID, 14)}, fields...)...)
	if err == nil && r.TrackingID != "" && r.TrackingID != trackingID {
		return nil, fn.unclear("", "the answer is about another transaction")
	}
	return r, err
}

// bring moves a transaction to a state.
func (c *Client) bring(ctx context.Context, fn function, trackingID string, to gateway.TransactionState) error {
	if trackingID == "" {
		return fn.badRequest(&badField{"tracking_id", "is empty"})
	}
	_, err := c.callOn(ctx, fn, trackingID)
	return fn.reached(to, err, func() (gateway.Transaction, error) {
		return c.found(c.callOn(ctx, fnLookup, trackingID, c.encryptedFlag()))
	})
}

// reached is the end of a call that moves a transaction to a state. When the service refuses
// because of the state it is in, an earlier call may have brought it there and its answer been
// lost: the look-up tells.
func (fn function) reached(to gateway.TransactionState, err error, lookup func() (gateway.Transaction, error)) error {
	if !wrongState.is(err) {
		return err
	}
	now, lookupErr := lookup()
	switch {
	case lookupErr != nil:
		refused, _ := errors.AsType[*gateway.Error](err)
		return fn.unclear("", "refused for its state (%s), which cannot be read: %v", refused.Code, lookupErr)
	case now.State == to:
		return nil
	}
	return err
}
