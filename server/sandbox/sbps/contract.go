package sbps

import (
	"strings"
	"time"

	"kaiin/server/sandbox/outcome"
)

// What calls and notices of carriers can result in, apart from the outcomes that every service has.
const (
	agreementCancelled = "agreement_cancelled" // the member has ended the agreement at the carrier
	maintenance        = "maintenance"         // the carrier takes nothing at this hour
)

// CarrierOutcomes are those that can be scripted for carriers.
var CarrierOutcomes = append([]string{
	outcome.OK, outcome.Decline, agreementCancelled, maintenance, outcome.TimeoutBefore, outcome.TimeoutAfter, outcome.Late, outcome.Duplicate,
	outcome.HTTP500, outcome.Slow, outcome.Cut, outcome.Doubled, outcome.Misencoded, outcome.WrongAmount, outcome.NoAmount,
}, noticeOutcomes...)

// The digits of the methods.
const (
	methodPaypay   = "311"
	methodDocomo   = "401"
	methodAu       = "402"
	methodSoftbank = "405"
)

// payMethods are the methods by the spelling of pay_method in forms, in small letters.
var payMethods = map[string]string{"paypay": methodPaypay, "docomo": methodDocomo, "auone": methodAu, "softbank2": methodSoftbank}

var methodNames = map[string]string{methodPaypay: "PayPay", methodDocomo: "d払い", methodAu: "auかんたん決済", methodSoftbank: "ソフトバンクまとめて支払い"}

// States of a contract.
const (
	contractOpen         = "open"
	contractEnded        = "ended"         // by the merchant, or by the form
	contractEndedByPayer = "ended_by_user" // at the carrier
)

// The accounts that can agree.
const (
	payerOK    = "ok"
	payerLimit = "limit" // whose charges are over its limit
)

// contract is an agreement of a member with a carrier: to later charges, or (Simple) to one each
// month that the carrier makes by itself.
type contract struct {
	TrackingID string    `json:"trackingId"`
	OrderID    string    `json:"orderId"`
	CustCode   string    `json:"custCode"`
	Method     string    `json:"method"`
	Payer      string    `json:"payer"`
	Free2      string    `json:"free2"`
	State      string    `json:"state"`
	At         time.Time `json:"at"`
	EndedAt    time.Time `json:"endedAt"`
	// Of a simple one: what is charged, the next day on which it is, and what came of months that
	// were not charged.
	Simple  bool      `json:"simple"`
	Amount  int       `json:"amount"`
	NextAt  time.Time `json:"nextAt"`
	Results []result  `json:"results,omitempty"`
}

// contractOf is the contract that a request speaks of, whose method its function names.
func (s *Service) contractOf(req *request) (*contract, error) {
	c, ok := s.state.Contracts[req.get("tracking_id")]
	if !ok || c.Method != methodOf(req.function) {
		return nil, refuse(errNoApplication, trackingID.code, "no agreement has this tracking id")
	}
	return c, nil
}

// methodOf are the last three digits of a function id.
func methodOf(function string) string { return function[strings.LastIndexByte(function, '-')+1:] }

// chargeContract is ST01-00104: it authorises an amount on an agreement.
func (s *Service) chargeContract(req *request) ([]*element, error) {
	if err := s.orderIsNew(req); err != nil {
		return nil, err
	}
	c, err := s.contractOf(req)
	switch {
	case err != nil:
		return nil, err
	case c.Simple:
		return nil, refuse(errNotAllowed, fieldNone, "the carrier charges this agreement by itself")
	case c.CustCode != req.get("cust_code"):
		return nil, refuse(errOtherCustomer, custCode.code, "the agreement is another customer's")
	case req.script == maintenance:
		return nil, refuse(errMaintenance, fieldNone, "the carrier takes nothing at this hour")
	}
	if req.script == agreementCancelled && c.State == contractOpen {
		c.State, c.EndedAt = contractEndedByPayer, s.Clock.Now()
	}
	if decline := c.declines(req.script); decline != "" {
		s.state.Orders[req.get("order_id")] = ""
		return nil, refuse(decline, fieldNone, "the carrier declined")
	}
	now := s.Clock.Now()
	ch := &charge{
		TrackingID: zeros(s.number(), 14), OrderID: req.get("order_id"), CustCode: c.CustCode, Amount: req.yen("amount"), Method: c.Method, Contract: c.TrackingID,
		Free2: req.get("free2"), State: stateAuthorized, AuthorizedAt: now, StateAt: now,
	}
	s.state.Orders[ch.OrderID] = ch.TrackingID
	s.state.Charges[ch.TrackingID] = ch
	return []*element{s.transaction(req), value("res_tracking_id", ch.TrackingID)}, nil
}

// declines is the type of error with which a charge is declined, "" when it is not.
func (c *contract) declines(script string) string {
	switch {
	case c.State == contractEnded:
		return errContractEnded
	case c.State == contractEndedByPayer:
		return errEndedByCarrier
	case c.Payer == payerLimit, script == outcome.Decline, script == outcome.HardDecline:
		return errCarrierDeclined
	}
	return ""
}

// endContract is ST02-00309, and ST02-00302 of a simple one.
func (s *Service) endContract(req *request) ([]*element, error) {
	c, err := s.contractOf(req)
	switch {
	case err != nil:
		return nil, err
	case c.Simple != strings.HasPrefix(req.function, fnEndSimple):
		return nil, refuse(errNotAllowed, fieldNone, "the function is for the other kind of agreement")
	case c.State != contractOpen:
		return nil, refuse(errAlreadyEnded, trackingID.code, "the agreement is over")
	}
	c.State, c.EndedAt = contractEnded, s.Clock.Now()
	return []*element{s.transaction(req), value("res_tracking_id", c.TrackingID)}, nil
}

// findOfCarrier is the charge that a request speaks of: by the tracking id, and the month of a
// simple agreement, whose first one is meant where none is named.
func (s *Service) findOfCarrier(req *request) (*charge, error) {
	id, month := req.get("tracking_id"), req.option("cancel_target_month")
	if c, ok := s.state.Contracts[id]; ok && c.Simple {
		if id = s.state.Orders[c.OrderID]; month != "" {
			id = c.TrackingID + "/" + month
		}
	}
	ch, ok := s.state.Charges[id]
	switch {
	case !ok && month != "":
		return nil, refuse(errNoSaleInMonth, "200", "nothing was sold in that month")
	case !ok || ch.Method != methodOf(req.function):
		return nil, refuse(errUnknownCharge, trackingID.code, "unknown tracking id")
	}
	return ch, nil
}

// captureOfCarrier is ST02-00201-40x: the merchant settles itself.
func (s *Service) captureOfCarrier(req *request) ([]*element, error) {
	ch, err := s.findOfCarrier(req)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	switch {
	case ch.State == stateCancelled, ch.expired(now):
		return nil, refuse("21", fieldNone, "the authorisation has ended")
	case ch.State == stateSold:
		return nil, refuse("22", fieldNone, "the charge was captured before")
	}
	ch.State, ch.StateAt = stateSold, now
	return s.done(req, ch), nil
}

// cancelOfCarrier is ST02-00303-40x: it releases an authorisation, or pays back a sale, or a part
// of it.
func (s *Service) cancelOfCarrier(req *request) ([]*element, error) {
	ch, err := s.findOfCarrier(req)
	if err != nil {
		return nil, err
	}
	now, part := s.Clock.Now(), req.yen("pay_option_manage.amount")
	switch {
	case ch.State == stateCancelled, ch.expired(now):
		return nil, refuse("23", fieldNone, "the authorisation has ended already")
	case ch.State == stateAuthorized && part > 0:
		return nil, refuse("24", fieldNone, "nothing was captured, so no part can go back")
	case part > 0 && ch.Method != methodAu && ch.Method != methodPaypay:
		return nil, refuse(errNotAllowed, amount.code, "the carrier gives back the whole alone")
	case ch.State == stateAuthorized:
		ch.State, ch.StateAt = stateCancelled, now
		return s.done(req, ch), nil
	case ch.left() == 0:
		return nil, refuse(errRefunded, fieldNone, "the charge was given back before")
	case part > ch.left():
		return nil, refuse(errPartialRefund, amount.code, "that much is not left")
	case part == 0:
		part = ch.left()
	}
	ch.Refunds = append(ch.Refunds, refund{part, now})
	return s.done(req, ch), nil
}

// lookupOfCarrier is MG01-00101-40x, by tracking id or else by order id.
func (s *Service) lookupOfCarrier(req *request) ([]*element, error) {
	if id := req.get("order_id"); req.get("tracking_id") == "" && id != "" {
		ch, ok := s.state.Charges[s.state.Orders[id]]
		if !ok || ch.Method != methodOf(req.function) {
			return nil, refuse(errUnknownCharge, orderID.code, "no charge has this order id")
		}
		return s.toldOfCarrier(req, ch), nil
	}
	ch, err := s.findOfCarrier(req)
	if err != nil {
		return nil, err
	}
	return s.toldOfCarrier(req, ch), nil
}

func (s *Service) toldOfCarrier(req *request, ch *charge) []*element {
	status := ch.paymentStatus(s.Clock.Now())
	if ch.Method == methodPaypay {
		status = map[string]string{"1": "1", "2": "3", "3": "4", "4": "5", "5": "5"}[status]
	}
	method := append([]*element{s.secret(req, "payment_status", status)}, ch.told(req.script)...)
	return append(s.done(req, ch), value("res_status", "0"), group("res_pay_method_info", method...))
}
