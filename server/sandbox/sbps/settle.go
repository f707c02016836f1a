package sbps

import (
	"fmt"
	"strconv"

	"kaiin/server/sandbox/outcome"
)

// find is the charge a request speaks of.
func (s *Service) find(req *request) (*charge, error) {
	ch, ok := s.state.Charges[req.get("tracking_id")]
	if !ok || ch.Method != "" {
		return nil, refuse(errUnknownCharge, trackingID.code, "unknown tracking id")
	}
	return ch, nil
}

func (s *Service) done(req *request, ch *charge) []*element {
	return []*element{s.transaction(req), value("res_tracking_id", ch.wireID())}
}

// commit is ST02-00101. Sales are automatic, so the commit moves the money.
func (s *Service) commit(req *request) ([]*element, error) {
	ch, err := s.find(req)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	if ch.State != stateAuthorized || ch.expired(now) {
		return nil, refuse(errCommitState, fieldNone, "only an open authorisation can be committed")
	}
	ch.State, ch.StateAt = stateSold, now
	return s.done(req, ch), nil
}

// capture is ST02-00201, which a merchant with automatic sales has no use for.
func (s *Service) capture(req *request) ([]*element, error) {
	ch, err := s.find(req)
	if err != nil {
		return nil, err
	}
	if ch.State == stateCancelled || ch.expired(s.Clock.Now()) {
		return nil, refuse(errCaptureAfterEnd, fieldNone, "the authorisation has ended")
	}
	return nil, refuse(errCaptureUnneeded, fieldNone, "sales are automatic: the commit settles the charge")
}

// cancel is ST02-00303: it releases an authorisation, or pays back what is left of a sale.
func (s *Service) cancel(req *request) ([]*element, error) {
	ch, err := s.find(req)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	switch {
	case ch.State == stateCancelled, ch.expired(now):
		return nil, refuse(errRefundCancelled, fieldNone, "the authorisation has ended already")
	case ch.State == stateAuthorized:
		ch.State, ch.StateAt = stateCancelled, now
	case ch.left() == 0:
		return nil, refuse(errRefundAlready, fieldNone, "the charge was refunded before")
	default:
		ch.Refunds = append(ch.Refunds, refund{ch.left(), now})
	}
	return s.done(req, ch), nil
}

// refundPart is ST02-00307.
func (s *Service) refundPart(req *request) ([]*element, error) {
	ch, err := s.find(req)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	back := req.yen("pay_option_manage.amount")
	switch {
	case ch.State == stateCancelled, ch.expired(now):
		return nil, refuse(errRefundCancelled, fieldNone, "the authorisation has ended already")
	case ch.State == stateAuthorized:
		return nil, refuse(errRefundNoSale, fieldNone, "the charge was not committed")
	case ch.left() == 0:
		return nil, refuse(errRefundAlready, fieldNone, "the charge was refunded before")
	case back == 0:
		return nil, refuse(errUndefined, amount.code, "nothing can be refunded")
	case back > ch.left():
		return nil, refuse(errPartialRefund, amount.code, fmt.Sprintf("only %d yen are left", ch.left()))
	}
	ch.Refunds = append(ch.Refunds, refund{back, now})
	return s.done(req, ch), nil
}

// told are the amounts that a look-up answers, which a scripted outcome may change.
func (c *charge) told(script string) []*element {
	amount := c.Amount
	switch script {
	case outcome.NoAmount:
		return nil
	case outcome.WrongAmount:
		amount++
	}
	return []*element{value("amount", strconv.Itoa(amount)), value("refund_amount", strconv.Itoa(c.Amount-c.left()))}
}

// lookup is MG01-00101, by tracking id or else by order id.
func (s *Service) lookup(req *request) ([]*element, error) {
	id := req.get("tracking_id")
	missing := refuse(errUnknownCharge, trackingID.code, "unknown tracking id")
	if id == "" {
		if req.get("order_id") == "" {
			return nil, refuse(errRequired, trackingID.code, "neither tracking_id nor order_id was sent")
		}
		id = s.state.Orders[req.get("order_id")]
		missing = refuse(errUnknownCharge, orderID.code, "no charge has this order id")
	}
	ch, ok := s.state.Charges[id]
	if !ok || ch.Method != "" {
		return nil, missing
	}
	now := s.Clock.Now()
	method := s.paid(req, ch)
	method = append(method, s.secret(req, "commit_status", ch.commitStatus(now)), s.secret(req, "payment_status", ch.paymentStatus(now)))
	method = append(method, ch.told(req.script)...)
	if info := req.get("response_info_type"); info == "1" || info == "2" {
		method = append(method, group("res_pay_method_info_detail",
			s.secret(req, "cc_number", ch.Card.masked()), s.secret(req, "cc_expiration", ch.Card.Expiry),
			s.secret(req, "dealings_type", ch.DealingsType), s.secret(req, "divide_times", ch.DivideTimes)))
	}
	return append(s.done(req, ch), value("res_status", "0"), group("res_pay_method_info", method...)), nil
}
