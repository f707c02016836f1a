package sbps

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
)

// function is that of the carrier's method: its effect matters unless it only ends or looks.
func (c *Carrier) function(id string, effect bool) function {
	return function{id + "-" + c.method, effect}
}

func (c *Carrier) charges() function  { return function{c.cfg.Charge, true} }
func (c *Carrier) captures() function { return c.function("ST02-00201", true) }
func (c *Carrier) refunds() function  { return c.function("ST02-00303", true) }
func (c *Carrier) looks() function    { return c.function("MG01-00101", false) }

// Charge authorises the amount on the member's agreement, or settles it where the merchant's
// setting is "automatic sales". What a carrier charges by itself is never charged by us.
func (c *Carrier) Charge(ctx context.Context, in gateway.ChargeRequest) (trackingID string, err error) {
	fn := c.charges()
	switch {
	case c.simple:
		return "", fn.badRequest(errors.New("the carrier charges by itself"))
	case in.Reference == "":
		return "", fn.refused(gateway.ReasonNoCard, "no agreement")
	case in.OrderID == "" || in.Amount <= 0:
		return "", fn.badRequest(&badField{"order_id or amount", "is empty"})
	}
	r, err := c.client.call(ctx, fn,
		text("tracking_id", in.Reference, 14),
		text("cust_code", in.CustomerCode, 64),
		text("order_id", in.OrderID, 38),
		text("item_id", in.ItemID, 32),
		wide("item_name", itemName(in.ItemName), maxItemName),
		yen("tax", in.Tax),
		yen("amount", in.Amount),
		wide("free1", "", 20), wide("free2", c.name, 20), wide("free3", "", 20))
	if err != nil {
		return "", err
	}
	if r.TrackingID == "" || r.TrackingID == in.Reference {
		return "", fn.unclear("", "the answer names no charge")
	}
	return r.TrackingID, nil
}

// Commit captures an authorised charge. One that is settled already is no error. Where sales are
// automatic it only looks.
func (c *Carrier) Commit(ctx context.Context, trackingID string) error {
	fn := c.captures()
	id, month, err := c.split(fn, trackingID)
	switch {
	case err != nil:
		return err
	case !c.cfg.Automatic && !c.simple:
		_, err = c.client.callOn(ctx, fn, id)
		return fn.reached(gateway.TransactionSettled, err, func() (gateway.Transaction, error) { return c.state(ctx, id, month) })
	}
	now, err := c.state(ctx, id, month)
	switch {
	case err != nil:
		return fn.unclear("", "sales are automatic, and the look-up fails: %v", err)
	case now.State == gateway.TransactionSettled:
		return nil
	case now.State == gateway.TransactionAuthorized:
		return fn.unclear("", "sales are automatic, and the sale does not show yet")
	}
	return fn.refused(gateway.ReasonRejected, "not settled")
}

// Refund cancels an authorised charge or gives back what is left of a settled one, when the amount
// is 0; one that has gone back already is no error. An amount above 0 is a part of a settled
// charge; where the method knows no parts it is refused and not sent.
func (c *Carrier) Refund(ctx context.Context, trackingID string, amount int) error {
	fn := c.refunds()
	id, month, err := c.split(fn, trackingID)
	switch {
	case err != nil:
		return err
	case amount < 0:
		return fn.badRequest(&badField{"amount", "is negative"})
	case amount > 0 && !c.parts:
		return fn.refused(gateway.ReasonRejected, "no parts")
	}
	var options, fields []field
	if amount > 0 {
		options = append(options, yen("amount", amount))
	}
	if month != "" {
		options = append(options, text("cancel_target_month", month, 6))
	}
	if len(options) > 0 {
		fields = append(fields, group("pay_option_manage", options...))
	}
	if c.encrypts {
		fields = append(fields, c.client.encryptedFlag())
	}
	_, err = c.client.callOn(ctx, fn, id, fields...)
	if amount > 0 {
		return err
	}
	return fn.reached(gateway.TransactionCanceled, err, func() (gateway.Transaction, error) { return c.state(ctx, id, month) })
}

// Lookup tells what became of a charge, by its tracking id where it is known and by its order
// id otherwise.
func (c *Carrier) Lookup(ctx context.Context, orderID, trackingID string) (gateway.Transaction, error) {
	fn := c.looks()
	if trackingID == "" {
		if orderID == "" {
			return gateway.Transaction{}, fn.badRequest(&badField{"order_id", "is empty"})
		}
		t, err := c.found(c.client.call(ctx, fn, text("order_id", orderID, 38), c.client.encryptedFlag()))
		if err == nil && c.simple && t.TrackingID != "" {
			return c.firstMonth(ctx, t)
		}
		return t, err
	}
	id, month, err := c.split(fn, trackingID)
	if err != nil {
		return gateway.Transaction{}, err
	}
	return c.state(ctx, id, month)
}

// firstMonth names the month of an order's own charge, which the look-up by order id does not: last
// month's when there is one, for orders are looked up soon, else this month's.
func (c *Carrier) firstMonth(ctx context.Context, t gateway.Transaction) (gateway.Transaction, error) {
	now := c.client.clock.Now().In(clock.Tokyo)
	last := time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, clock.Tokyo).Format("200601")
	switch before, err := c.state(ctx, t.TrackingID, last); {
	case err == nil && before.State != gateway.TransactionNone:
		return before, nil
	case err != nil && !wrongState.is(err): // nothing was sold then
		return gateway.Transaction{}, err
	}
	t.TrackingID = monthly(t.TrackingID, now.Format("200601"))
	return t, nil
}

// state looks a charge up by the service's own id, and the month of what the carrier charges
// by itself.
func (c *Carrier) state(ctx context.Context, id, month string) (gateway.Transaction, error) {
	fields := []field{c.client.encryptedFlag()}
	if month != "" {
		fields = append([]field{group("pay_option_manage", text("cancel_target_month", month, 6))}, fields...)
	}
	t, err := c.found(c.client.callOn(ctx, c.looks(), id, fields...))
	if err == nil && t.TrackingID != "" {
		t.TrackingID = monthly(t.TrackingID, month)
	}
	return t, err
}

func (c *Carrier) found(r *reply, err error) (gateway.Transaction, error) {
	read := func(status paid) paid { return status } // carriers tell it as cards do
	if c.kind == gateway.SbpsPaypay {
		read = paypayStatus
	}
	return c.client.foundAs(c.looks(), read, r, err)
}

// paypayStatus puts payment_status of PayPay into the words of cards: 1 authorised, 3 sold, 4
// cancelled, 5 given back. The amounts of 5 say whether whole or in part. 0 and 2 are under way and
// 9 is an error, which leave the state open.
func paypayStatus(p paid) paid {
	status := map[string]string{"1": "1", "3": "2", "4": "3"}[p.PaymentStatus]
	if p.PaymentStatus == "5" && p.Amount != "" && p.RefundAmount != "" {
		if status = "5"; p.Amount == p.RefundAmount {
			status = "4"
		}
	}
	p.PaymentStatus = status
	return p
}

// Forget ends the agreement. One that is over, or unknown, is no error. Where the service has no
// function for it nothing is sent: a form ends it (FormRequest.Ends), and what stays is an
// agreement that is never charged.
func (c *Carrier) Forget(ctx context.Context, m gateway.Kept) error {
	if c.ends == "" || m.Reference == "" {
		return nil
	}
	_, err := c.client.callOn(ctx, c.function(c.ends, false), m.Reference)
	if ended.is(err) || missing.is(err) || noAgreement.is(err) {
		return nil
	}
	return err
}

// What a carrier charges by itself has no tracking id of its own for each month: ours is the
// agreement's with the month after it.
var monthForm = regexp.MustCompile(`^[0-9]{4}(0[1-9]|1[0-2])$`)

func monthly(id, month string) string {
	if month == "" {
		return id
	}
	return id + "/" + month
}

// Month tells what became of a month that the carrier charges by itself. That nothing was sold in
// it is an answer here: none.
func (c *Carrier) Month(ctx context.Context, reference, month string) (gateway.Transaction, error) {
	id, month, err := c.split(c.looks(), reference+"/"+month)
	if err != nil {
		return gateway.Transaction{}, err
	}
	t, err := c.state(ctx, id, month)
	if refused, ok := errors.AsType[*gateway.Error](err); ok && strings.HasPrefix(refused.Code, c.method+noSaleInMonth) {
		return gateway.Transaction{State: gateway.TransactionNone}, nil
	}
	return t, err
}

// noSaleInMonth is the type of a code that says that nothing was sold in cancel_target_month.
const noSaleInMonth = "27"

// split takes a tracking id of ours apart. One that is none is refused and not sent.
func (c *Carrier) split(fn function, trackingID string) (id, month string, err error) {
	id, month, ofMonth := strings.Cut(trackingID, "/")
	if !trackingForm.MatchString(id) || ofMonth && !(c.simple && monthForm.MatchString(month)) {
		return "", "", fn.badRequest(&badField{"tracking_id", "is none"})
	}
	return id, month, nil
}
