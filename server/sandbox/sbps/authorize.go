package sbps

import "kaiin/server/sandbox/outcome"

// authorize is ST01-00131: by card token, or without one by the card saved for the customer, which
// is how a merchant charges a renewal.
func (s *Service) authorize(req *request) ([]*element, error) {
	if err := s.orderIsNew(req); err != nil {
		return nil, err
	}
	if req.option("token") == "" && req.option("token_key") == "" {
		saved, ok := s.state.Cards[req.get("cust_code")]
		if !ok {
			return nil, refuse(errSavedCard, fieldNone, "no token was sent and no card is saved for the customer")
		}
		return s.ask(req, saved.Card, saved.Card.behaviour().renewal)
	}
	c, err := s.spendCardToken(req)
	if err != nil {
		return nil, err
	}
	return s.ask(req, c, "")
}

// authorizeAuthenticated is ST01-00118: with the card of a 3-D Secure authentication that was
// passed or attempted.
func (s *Service) authorizeAuthenticated(req *request) ([]*element, error) {
	if err := s.orderIsNew(req); err != nil {
		return nil, err
	}
	a, ok := s.state.Authentications[req.option("tds_authentication_id")]
	switch {
	case !ok:
		return nil, refuse(errUndefined, fieldNone, "unknown tds_authentication_id")
	case a.Spent:
		return nil, refuse(errNotAllowed, fieldNone, "the authentication has served an authorisation before")
	case a.CustCode != req.get("cust_code"):
		return nil, refuse(errNotAllowed, custCode.code, "the authentication is another customer's")
	case req.yen("amount") > a.Amount:
		return nil, refuse(errAboveAuthorised, amount.code, "the amount is above the one authenticated")
	case a.Verdict != verdictPassed && a.Verdict != verdictAttempted:
		return nil, refuse(errNotAccepted, fieldNone, "the card holder is not authenticated: verdict "+a.Verdict)
	}
	a.Spent = true
	return s.ask(req, a.Card, "")
}

func (s *Service) orderIsNew(req *request) error {
	if _, ok := s.state.Orders[req.get("order_id")]; ok && !req.late {
		return refuse(errDuplicate, fieldNone, "the order id was used before")
	}
	if req.yen("amount") == 0 {
		return refuse(errUndefined, amount.code, "nothing can be charged")
	}
	return nil
}

// ask puts the charge to the card's issuer. From here on the order id is spent. The reason to
// decline given by the caller comes after the script's, the card's own and the expiry.
func (s *Service) ask(req *request, c card, decline string) ([]*element, error) {
	now := s.Clock.Now()
	switch behaviour := c.behaviour(); {
	case req.script == outcome.Decline:
		decline = errCardUnusable
	case req.script == outcome.HardDecline:
		decline = errCardReported
	case behaviour.decline != "":
		decline = behaviour.decline
	case c.expired(now):
		decline = errNumberOrExpiry
	}
	if decline != "" {
		s.state.Orders[req.get("order_id")] = ""
		return nil, refuse(decline, fieldNone, "the issuer declined")
	}
	transaction := s.transaction(req)
	n := s.number()
	ch := &charge{
		TrackingID: zeros(n, 14), OrderID: req.get("order_id"), CustCode: req.get("cust_code"), Amount: req.yen("amount"), Card: c,
		DealingsType: req.get("pay_method_info.dealings_type"), DivideTimes: req.get("pay_method_info.divide_times"),
		ApprovalNo: zeros(n%10_000_000, 7), State: stateAuthorized, AuthorizedAt: now, StateAt: now,
	}
	s.state.Orders[ch.OrderID] = ch.TrackingID
	s.state.Charges[ch.TrackingID] = ch
	if req.option("cust_manage_flg") == "1" {
		s.keepCard(ch.CustCode, savedInfo{Card: c})
	}
	answer := []*element{transaction, value("res_tracking_id", ch.TrackingID), group("res_pay_method_info", s.paid(req, ch)...)}
	return s.withCustomer(req, answer), nil
}

// paid is how a charge was paid: the card company, the brand when asked for, and the
// approval number.
func (s *Service) paid(req *request, ch *charge) []*element {
	fields := []*element{s.secret(req, "cc_company_code", "99661")}
	if req.option("cardbrand_return_flg") == "1" {
		fields = append(fields, s.secret(req, "cardbrand_code", ch.Card.Brand))
	}
	return append(fields, s.secret(req, "recognized_no", ch.ApprovalNo))
}
